// Govorun: the options of `govorun auth`, read. SPDX-License-Identifier: MIT
import BotKit
import BotRunner

extension AuthorizationRun {
    /// `--client-id`, which VK shows beside the application.
    static func clientID(_ arguments: ArgumentList) throws(ArgumentList.Problem) -> Int {
        guard let text = arguments["client-id"] else {
            throw ArgumentList.Problem(
                message: "which application? give '--client-id N'; VK shows the number in the application's settings")
        }
        guard let id = Int(text), id > 0 else { throw ArgumentList.Problem(message: "'--client-id' takes a number, not '\(text)'") }
        return id
    }

    /// `--scope`; `nil` when it was left out.
    static func scopes<Scopes: ScopeSet>(_ type: Scopes.Type, _ text: String?) throws(ArgumentList.Problem) -> Scopes? {
        guard let text else { return nil }
        do {
            return try Scopes(text)
        } catch {
            throw ArgumentList.Problem(message: error.message)
        }
    }

    /// `--oauth` and `--id`.
    static func addresses(_ arguments: ArgumentList) throws(ArgumentList.Problem) -> OAuthAddresses {
        var addresses = OAuthAddresses()
        for (name, key) in [("oauth", \OAuthAddresses.oauth), ("id", \OAuthAddresses.id)] {
            guard let text = arguments[name] else { continue }
            guard ["http://", "https://"].contains(where: text.hasPrefix), !text.contains(where: { $0.isWhitespace || "?#".contains($0) })
            else { throw ArgumentList.Problem(message: "'--\(name)' takes an address such as \(addresses[keyPath: key])") }
            addresses[keyPath: key] = text
        }
        return addresses
    }

    /// `--wait`, in minutes.
    static func wait(_ arguments: ArgumentList) throws(ArgumentList.Problem) -> Duration {
        guard let text = arguments["wait"] else { return .seconds(600) }
        guard let minutes = Double(text), minutes > 0, minutes <= 1440 else {
            throw ArgumentList.Problem(message: "'--wait' takes minutes, at most 1440, not '\(text)'")
        }
        return .seconds(minutes * 60)
    }

    /// `--client-secret env:NAME` or `file:PATH`; a key on the command line would be seen by everybody on the machine.
    ///
    /// - Throws: `ArgumentList.Problem`; `ExitCode` after saying why the key cannot be had.
    static func clientSecret(_ arguments: ArgumentList, _ context: CommandContext) throws -> Secret? {
        guard let text = arguments["client-secret"] else {
            if arguments.has("code") {
                throw ArgumentList.Problem(message: "'--code' needs the application's key: '--client-secret env:NAME' or 'file:PATH'")
            }
            return nil
        }
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let value: String?
        switch parts.first {
        case "env" where parts.count == 2: value = context.environment[parts[1]]
        case "file" where parts.count == 2:
            do {
                value = try TokenFile(path: parts[1]).token().reveal()
            } catch {
                context.terminal.complain(context.terminal.red("error: ") + "\(error)")
                throw ExitCode(unreadable: error.number)
            }
        default: throw ArgumentList.Problem(message: "'--client-secret' takes env:NAME or file:PATH; never write the key itself")
        }
        guard let key = value.flatMap(AccessToken.init(trimming:)) else {
            context.terminal.complain(context.terminal.red("error: ") + "there is no key in \(text)")
            throw ExitCode.noInput
        }
        return key.secret
    }
}
