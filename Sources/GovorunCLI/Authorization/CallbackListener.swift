// Govorun: where the browser comes back to. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import MicroServer

/// A server on loopback that waits for one redirect of VK's.
///
/// A code comes in the query. The tokens of the implicit flow come in the fragment, which browsers keep to themselves, so the page hands it
/// over in a POST and takes it out of the address bar. Nothing is let in without the request's `state`, nothing secret is in an answer.
struct CallbackListener: Sendable {
    /// Where it listens.
    let url: String
    private let server: MicroServer
    private let answers: AsyncStream<Result<AuthorizationAnswer, AuthError>>

    /// Begins to listen at `text`, else at a free port of 127.0.0.1, for answers to the request with `state`.
    ///
    /// - Throws: `ArgumentList.Problem` for what is no loopback address; `ExitCode.unavailable` when the port is taken.
    static func start(at text: String?, state: String, _ context: CommandContext) throws -> CallbackListener {
        guard let address = ListenAddress(text ?? "127.0.0.1:0"), address.isLoopback else {
            throw ArgumentList.Problem(message: "'--listen' takes HOST:PORT of this machine, 127.0.0.1:0 for one")
        }
        var configuration = MicroServer.Configuration()
        configuration.host = address.host
        configuration.port = address.port
        configuration.bodyLimit = 64 << 10
        let (answers, answered) = AsyncStream.makeStream(
            of: Result<AuthorizationAnswer, AuthError>.self, bufferingPolicy: .bufferingOldest(1))
        do {
            let server = try MicroServer(configuration) { request in
                Self.respond(to: request, state) { answered.yield($0) }
            }
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            return CallbackListener(url: "http://\(host):\(server.port)/", server: server, answers: answers)
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error) (the option is --listen)")
            throw ExitCode.unavailable
        }
    }

    /// The first answer.
    ///
    /// - Throws: `AuthError` when VK refused; `CancellationError` when cancelled first.
    func answer() async throws -> AuthorizationAnswer {
        for await answer in answers { return try answer.get() }
        throw CancellationError()
    }

    /// Stops listening, a moment later: the browser has yet to get its last page.
    func stop() async {
        do {
            try await Task.sleep(for: .milliseconds(300))
        } catch {
            // Somebody is in a hurry: then without the page.
        }
        await server.stop()
    }

    private static func respond(
        to request: ServerRequest, _ state: String, _ deliver: (Result<AuthorizationAnswer, AuthError>) -> Void
    ) -> ServerResponse {
        if request.path == "/favicon.ico" { return .notFound }
        let text: String
        switch request.method {
        case "GET" where request.query.contains { ["code", "error", "fail"].contains($0.name) }:
            text = String(decoding: request.query.parameters.formBody, as: UTF8.self)
        case "GET": return CallbackPage.handover
        case "POST": text = String(decoding: request.body, as: UTF8.self)
        default: return .methodNotAllowed("GET, POST")
        }
        let answer: Result<AuthorizationAnswer, AuthError>
        do {
            answer = .success(try AuthorizationAnswer(redirect: text, state: state, at: SystemTime().unixTime))
        } catch {
            // Whoever sends rubbish, or another's answer, must not end our waiting.
            if [.unreadable, .foreignState].contains(error.code) { return CallbackPage.refused }
            answer = .failure(error)
        }
        deliver(answer)
        if case .failure = answer { return CallbackPage.denied }
        return CallbackPage.done
    }
}

extension FieldList {
    /// The fields as they go into a form.
    fileprivate var parameters: Parameters { reduce(into: [:]) { $0[$1.name] = $1.value } }
}
