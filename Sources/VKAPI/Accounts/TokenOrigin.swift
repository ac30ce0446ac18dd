// Govorun: where an account's token may come from. SPDX-License-Identifier: MIT

/// A place to look for a token; an account has several, asked in order, the next when VK refuses what one gave.
///
/// Places that need the machine (a file, a program) are made where files are known: `BotRunner`.
public struct TokenOrigin: Sendable {
    /// For people: `variable VK_TOKEN`, `file token.txt`. Never the token.
    public let name: String
    private let read: @Sendable () async throws -> AccessToken?

    /// A place named `name`; `read` gives `nil` where nothing is there now. It is asked again after a refusal.
    public init(_ name: String, read: @escaping @Sendable () async throws -> AccessToken?) {
        self.name = name
        self.read = read
    }

    /// The token itself.
    public static func literal(_ token: AccessToken) -> TokenOrigin { TokenOrigin("the token given") { token } }

    /// A variable of `environment`; white space around the value is left out, an empty one is none.
    public static func variable(_ name: String, of environment: [String: String]) -> TokenOrigin {
        TokenOrigin("variable \(name)") { environment[name].flatMap(AccessToken.init(trimming:)) }
    }

    /// What is there now.
    ///
    /// - Throws: what the place throws; the account goes on to the next one.
    public func token() async throws -> AccessToken? { try await read() }
}

extension AccessToken {
    /// A token that never ends, as people paste it: without the white space around it; `nil` when nothing is left, or when there is
    /// white space inside, which no token has.
    public init?(trimming text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1 else { return nil }
        self.init(Secret(String(words[0])))
    }
}
