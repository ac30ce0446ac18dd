// Govorun: where `govorun auth` puts tokens. SPDX-License-Identifier: MIT
import BotKit

/// A file, the terminal, or both.
struct TokenDestination {
    private let file: String?
    private let isPrinted: Bool

    /// Reads `--save` and `--print`.
    ///
    /// - Throws: `ArgumentList.Problem` when neither is given.
    init(_ arguments: ArgumentList) throws(ArgumentList.Problem) {
        file = arguments["save"]
        isPrinted = arguments.has("print")
        guard file != nil || isPrinted else {
            throw ArgumentList.Problem(message: "where does the token go? give '--save FILE', or '--print' to see it")
        }
    }

    /// Puts all tokens of `grant` there, and says whose they are and how long they last.
    ///
    /// - Throws: `ExitCode.cannotCreate` after saying why; the tokens that could not be saved are lost then.
    func put(_ grant: Grant, for request: AuthorizationRequest, _ terminal: Terminal) throws {
        if let token = grant.token {
            let whose = grant.userID.map { "token of user \($0)" } ?? "token"
            let path = try put(token, whose, id: grant.userID, terminal)
            if let path, let refresh = grant.refresh { try save(refresh, grant, request.clientID, beside: path, terminal) }
        }
        for (id, token) in grant.communities.sorted(by: { $0.key < $1.key }) {
            _ = try put(token, "token of community \(id)", id: id, terminal)
        }
    }

    private func put(_ token: AccessToken, _ whose: String, id: Int?, _ terminal: Terminal) throws -> String? {
        terminal.complain("\(whose), \(Self.lifetime(of: token))")
        if isPrinted { terminal.say("token: \(token.secret.reveal())") }
        guard let file else { return nil }
        let path = file.replacing(TokenFile.placeholder, with: id.map(String.init) ?? "")
        try write(token.secret, path, terminal)
        terminal.complain("in bots.yaml: token: { file: \(path) }")
        return path
    }

    /// The refresh token changes each time, so it is kept with what belongs to it.
    private func save(_ refresh: Secret, _ grant: Grant, _ clientID: Int, beside path: String, _ terminal: Terminal) throws {
        var content: JSONObject = ["client_id": .integer(clientID), "refresh_token": .string(refresh.reveal())]
        if let device = grant.deviceID { content["device_id"] = .string(device) }
        try write(Secret(JSONValue.object(content).serialized), path + TokenFile.refreshSuffix, terminal)
    }

    private func write(_ content: Secret, _ path: String, _ terminal: Terminal) throws {
        do {
            try TokenFile(path: path).save(content)
        } catch {
            terminal.complain(terminal.red("error: ") + "\(error)")
            throw ExitCode.cannotCreate
        }
        terminal.complain("wrote \(path)")
    }

    private static func lifetime(of token: AccessToken) -> String {
        guard let expiry = token.expiry else { return "without an end" }
        let minutes = max(0, (expiry - SystemTime().unixTime).components.seconds + 30) / 60
        return minutes < 180 ? "good for \(minutes) minutes" : "good for \((minutes + 30) / 60) hours"
    }
}
