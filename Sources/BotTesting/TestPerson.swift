// Govorun: somebody who talks to a bot under test. SPDX-License-Identifier: MIT
public import BotKit

/// A person with an id and a name; what they do returns what the bot sent because of it.
public struct TestPerson: Sendable {
    /// VK's id.
    public let id: Int
    /// The first name.
    public let name: String
    let bot: TestBot

    /// Writes `text` in private, or in `chat`.
    @discardableResult
    public func says(_ text: String, in chat: TestChat? = nil, payload: JSONValue? = nil) async -> [TestReply] {
        var message = base(chat)
        message["text"] = .string(text)
        message["payload"] = payload.map { .string($0.serialized) }
        return await receive(message)
    }

    /// Presses VK's start button.
    @discardableResult
    public func pressesStart() async -> [TestReply] { await says("Начать", payload: ["command": "start"]) }

    /// Presses the text button called `label` of the last keyboard the bot showed them.
    ///
    /// - Throws: `NoSuchButton` when that keyboard has no such button.
    @discardableResult
    public func presses(_ label: String, in chat: TestChat? = nil) async throws -> [TestReply] {
        let peer = chat?.peer.id ?? id
        let shown = bot.replies.last { $0.peerID == peer && $0.keyboard.exists }
        for row in shown?.keyboard["buttons"].items ?? JSON.absent.items {
            for button in row.items where button["action"]["label"].string == label {
                var message = base(chat)
                message["text"] = .string(label)
                message["payload"] = button["action"]["payload"].string.map { .string($0) }
                return await receive(message)
            }
        }
        throw NoSuchButton(label: label, shown: shown?.buttons ?? [])
    }

    /// Joins the community.
    @discardableResult
    public func joins(_ joinType: String = "join") async -> [TestReply] {
        await bot.receive(.groupJoin, ["user_id": .integer(id), "join_type": .string(joinType)])
    }

    /// Leaves the community.
    @discardableResult
    public func leaves() async -> [TestReply] { await bot.receive(.groupLeave, ["user_id": .integer(id), "self": 1]) }

    /// Invites `member`, a negative id for a community, to `chat`.
    @discardableResult
    public func invites(_ member: Int, to chat: TestChat) async -> [TestReply] {
        var message = base(chat)
        message["text"] = ""
        message["action"] = ["type": "chat_invite_user", "member_id": .integer(member)]
        return await receive(message)
    }

    private func base(_ chat: TestChat?) -> JSONObject {
        let peer = chat?.peer.id ?? id
        let number = bot.vk.nextCMID(in: peer)
        return [
            "id": .integer(chat == nil ? number : 0), "conversation_message_id": .integer(number), "peer_id": .integer(peer),
            "from_id": .integer(id), "date": 1_767_270_000, "out": 0, "version": 1, "attachments": [], "fwd_messages": [],
        ]
    }

    private func receive(_ message: JSONObject) async -> [TestReply] {
        await bot.receive(.messageNew, ["message": .object(message), "client_info": ["keyboard": true, "inline_keyboard": true]])
    }
}

/// There is no button of that label.
public struct NoSuchButton: Error, Sendable, CustomStringConvertible {
    /// What was looked for.
    public let label: String
    /// What the last keyboard shows.
    public let shown: [[String]]
    /// Both.
    public var description: String { "no button «\(label)»; the keyboard shows \(shown)" }
}
