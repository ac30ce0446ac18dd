// Govorun: `govorun auth logout`. SPDX-License-Identifier: MIT
import BotKit
import CurlClient

/// Ends a token of VK ID, and removes the file it lies in.
struct AuthLogoutCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["auth", "logout"], arguments: "FILE", summary: "removes a saved token", count: 1...1,
        options: [
            .init(name: "client-id", value: "N", help: "the application: a token of VK ID is then ended on VK's side first"),
            AuthorizationRun.idOption,
        ],
        details: """
            Tokens of other kinds stay good until taken back on VK: a person's in the settings of the page (applications), a community's
            in the community's settings (API usage).
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let file = TokenFile(path: arguments.positional[0])
        let token: Secret
        do {
            token = try file.token()
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error)")
            return ExitCode(unreadable: error.number)
        }
        var code = ExitCode.success
        if arguments["client-id"] != nil {
            code = try await end(token, clientID: AuthorizationRun.clientID(arguments), AuthorizationRun.addresses(arguments), context)
            if code != .success {
                context.terminal.complain("\(file.path) is kept, so that it can be tried again; without --client-id it is only removed")
                return code
            }
        }
        do {
            try file.remove()
        } catch {
            context.terminal.complain(context.terminal.red("error: ") + "\(error)")
            return .permission
        }
        context.terminal.say("removed \(file.path)")
        return code
    }

    /// A token that VK does not end is kept: once it is gone, nobody can end it any more.
    private func end(_ token: Secret, clientID: Int, _ addresses: OAuthAddresses, _ context: CommandContext) async throws -> ExitCode {
        let http = try CurlClient()
        let code: ExitCode
        do {
            try await OAuthClient(http, addresses: addresses).logOut(token, clientID: clientID)
            context.terminal.say("VK has ended the token")
            code = .success
        } catch let error as AuthError {
            context.terminal.complain(context.terminal.red("error: ") + "VK did not end the token: \(error)")
            code = .unavailable
        }
        await http.shutdown()
        return code
    }
}
