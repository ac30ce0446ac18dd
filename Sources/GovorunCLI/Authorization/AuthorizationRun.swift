// Govorun: one authorization on the command line. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import CurlClient

/// Prints the address, waits for the person, exchanges the code, and puts the token where it was asked to be.
struct AuthorizationRun {
    static let idOption = CommandSyntax.Option(name: "id", value: "URL", help: "where VK ID stands; https://id.vk.com when left out")

    /// What persons and communities have in common.
    static let options: [CommandSyntax.Option] = [
        .init(name: "code", help: "by code, which lasts on a server; without, the token is bound to your device's address"),
        .init(name: "client-secret", value: "env:NAME", help: "the application's key, for --code: env:NAME or file:PATH"),
        .init(name: "save", value: "FILE", help: "where the token is written, for you alone to read"),
        .init(name: "print", help: "prints the token"),
        .init(name: "redirect", value: "URL", help: "an address of your application's settings; blank: VK's empty page"),
        .init(name: "listen", value: "HOST:PORT", help: "where the answer is awaited; a free port of 127.0.0.1 when left out"),
        .init(name: "wait", value: "MINUTES", help: "how long the person may take; 10 when left out"),
        .init(name: "oauth", value: "URL", help: "where VK's OAuth stands; https://oauth.vk.ru when left out"), idOption,
    ]

    static let details = """
        Open the printed address in any browser. When it cannot reach this machine, paste the address it ends at here.
        Exit code 77 when the person says no, 69 when nobody comes or VK refuses.
        """

    private let request: AuthorizationRequest
    private let clientSecret: Secret?
    private let destination: TokenDestination
    private let listener: CallbackListener?
    private let wait: Duration
    private let context: CommandContext

    /// Reads the options and begins to listen.
    ///
    /// - Throws: `ArgumentList.Problem`; `ExitCode` after saying why.
    init(
        _ arguments: ArgumentList, _ subject: AuthorizationRequest.Subject, flow: AuthorizationRequest.Flow?, _ context: CommandContext
    ) throws {
        destination = try TokenDestination(arguments)
        clientSecret = try Self.clientSecret(arguments, context)
        let clientID = try Self.clientID(arguments)
        wait = try Self.wait(arguments)
        let addresses = try Self.addresses(arguments)
        let flow = flow ?? (arguments.has("code") ? .code : .implicit)
        var request = AuthorizationRequest(clientID: clientID, subject: subject, flow: flow)
        request.addresses = addresses
        if arguments["redirect"] != "blank" {
            let listener = try CallbackListener.start(at: arguments["listen"], state: request.state, context)
            request.redirect = arguments["redirect"] ?? listener.url
            self.listener = listener
        } else {
            listener = nil
        }
        self.request = request
        self.context = context
    }

    func run() async throws -> ExitCode {
        let terminal = context.terminal
        terminal.say("open: \(request.url)")
        terminal.complain(
            listener == nil
                ? "then paste here the address where the browser ends" : "waiting; or paste here the address where the browser ends")
        do {
            let grant = try await grant()
            await listener?.stop()
            guard let grant else {
                terminal.complain(terminal.red("error: ") + "nobody came within the time; start anew")
                return .unavailable
            }
            try destination.put(grant, for: request, terminal)
            return .success
        } catch let error as AuthError {
            await listener?.stop()
            terminal.complain(terminal.red("error: ") + "\(error)")
            return error.exitCode
        }
    }

    /// `nil` when nobody came.
    private func grant() async throws -> Grant? {
        guard let answer = try await answer() else { return nil }
        let http = try CurlClient()
        do {
            let client = OAuthClient(http, addresses: request.addresses)
            let grant = try await client.grant(for: answer, to: request, clientSecret: clientSecret)
            await http.shutdown()
            return grant
        } catch {
            await http.shutdown()
            throw error
        }
    }

    /// What comes first: the browser at our door, or a pasted address; `nil` when the time is over.
    private func answer() async throws -> AuthorizationAnswer? {
        let pasted = try LineReader(descriptor: 0)
        defer { pasted.stop() }
        return try await withThrowingTaskGroup(of: AuthorizationAnswer?.self) { group in
            if let listener { group.addTask { try await listener.answer() } }
            group.addTask { try await self.answer(from: pasted) }
            group.addTask {
                try await Task.sleep(for: self.wait)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// The first pasted line that is an answer; waits on when there are no more lines and the browser may still come.
    private func answer(from lines: LineReader) async throws -> AuthorizationAnswer? {
        for await line in lines.lines where !line.allSatisfy(\.isWhitespace) {
            do {
                return try AuthorizationAnswer(redirect: line, state: request.state, at: SystemTime().unixTime)
            } catch {
                guard [.unreadable, .foreignState].contains(error.code) else { throw error }
                context.terminal.complain("\(error)")
            }
        }
        guard listener != nil else { return nil }
        try await Task.sleep(for: wait)
        return nil
    }
}

extension AuthError {
    /// The exit code that tells a script what happened.
    var exitCode: ExitCode {
        switch code {
        case .denied: .permission
        case .unknownScope: .usage
        case .foreignState, .unreadable: .badData
        case .invalidClient, .invalidGrant, .captchaNeeded, .validationNeeded, .refused, .transport: .unavailable
        }
    }
}
