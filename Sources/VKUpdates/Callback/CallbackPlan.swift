// Govorun: how a community's callbacks are to be. SPDX-License-Identifier: MIT
public import VKAPI

/// What is to stand at VK about a community's callback server.
public struct CallbackPlan: Sendable {
    /// The longest title of a server, in characters (source: VK's JSON schema 5.199, `groups.addCallbackServer`).
    public static let titleLimit = 14
    /// The longest secret, in characters (source: as the title's).
    public static let secretLimit = 50

    /// The community.
    public let community: Int
    /// The address that VK posts to.
    public let url: String
    /// What the server is called in the community's settings, if it is new.
    public let title: String
    /// What VK puts into every envelope.
    public let secret: Secret
    /// The kinds to switch on; others stay as they are.
    public let types: [UpdateType]
    /// The version that VK shapes updates by.
    public let version: String

    /// A plan for a bot.
    ///
    /// - Parameters:
    ///   - publicURL: where VK reaches the runner (`web.public`); the bot's own address below it is `/callback/BOT`.
    ///   - types: the kinds wanted by callback; those without a switch at VK are passed over.
    /// - Throws: ``CallbackError`` `badURL`, `badSecret`.
    public init(
        community: Int, publicURL: String, bot: String, secret: Secret, types: some Sequence<UpdateType>, version: String
    ) throws(CallbackError) {
        let url = Self.url(of: bot, at: publicURL)
        guard ["https://", "http://"].contains(where: { url.lowercased().hasPrefix($0) }) else { throw CallbackError(.badURL, url: url) }
        guard (1...Self.secretLimit).contains(secret.reveal().count) else { throw CallbackError(.badSecret, url: url) }
        (self.community, self.url, self.secret, self.version) = (community, url, secret, version)
        title = String(bot.prefix(Self.titleLimit))
        self.types = Set(types).intersection(UpdateTypes.callbackSwitches).sorted { $0.rawValue < $1.rawValue }
    }

    /// A bot's own address: `https://bots.example.ru/callback/helpdesk`.
    public static func url(of bot: String, at publicURL: String, path: String = "/callback") -> String {
        var base = publicURL[...]
        while base.hasSuffix("/") { base.removeLast() }
        return "\(base)\(path)/\(bot)"
    }

    /// A secret nobody can guess, of letters and digits: for a bot without one of its own, to be stored.
    public static func newSecret() -> Secret {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        var source = SystemRandomNumberGenerator()
        return Secret(String((0..<40).map { _ in letters[Int.random(in: 0..<letters.count, using: &source)] }))
    }
}
