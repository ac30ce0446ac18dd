// Govorun: somebody who talks to a bot under test. SPDX-License-Identifier: MIT
public import BotKit

/// A person with an id and a name; what they do returns what the bot sent because of it.
public struct TestPerson: Sendable {
    /// VK's id.
    public let id: Int
    /// The first name.
    public let name: String
    let bot: TestBot

    /// Writes `text` in private, or in `chat`; with `payload` it is what a press of a text button writes.
    @discardableResult
    public func says(_ text: String, in chat: TestChat? = nil, payload: JSONValue? = nil) async -> [TestReply] {
        await writes(["text": .string(text), "payload": payload.map { .string($0.serialized) } ?? .null], in: chat)
    }

    /// Writes a message with these fields of VK's, laid over those of a message without text: attachments, for one.
    @discardableResult
    public func writes(_ fields: JSONObject, in chat: TestChat? = nil) async -> [TestReply] {
        let peer = chat?.peer.id ?? id
        let number = bot.vk.change { $0.nextNumber(in: peer) }
        var message: JSONObject = [
            "id": .integer(chat == nil ? number : 0), "conversation_message_id": .integer(number), "peer_id": .integer(peer),
            "from_id": .integer(id), "date": .integer(bot.now.unixTime), "text": "", "out": 0, "version": 1, "attachments": [],
            "fwd_messages": [],
        ]
        for (name, value) in fields { message[name] = value }
        bot.vk.change { $0.chat.add(ChatLog.deed(of: fields), in: peer, by: id) }
        var client: JSONObject = ["keyboard": true, "inline_keyboard": true]
        client["lang_id"] = bot.vk.change { $0.languages[id] }.map { .integer($0) }
        return await bot.receive(.messageNew, ["message": .object(message), "client_info": .object(client)])
    }

    /// Presses VK's start button.
    @discardableResult
    public func pressesStart() async -> [TestReply] { await says("Начать", payload: ["command": "start"]) }

    /// Presses the button called `label` that the bot shows in private, or in `chat`: inside any message, or under the input field.
    ///
    /// - Parameter reply: an older message whose button is meant, where later ones have one of the same label.
    /// - Throws: `NoSuchButton` when no keyboard in sight has it, or it only opens a link.
    @discardableResult
    public func presses(
        _ label: String, on reply: TestReply? = nil, in chat: TestChat? = nil, file: String = #fileID, line: Int = #line
    ) async throws -> [TestReply] {
        let peer = chat?.peer.id ?? id
        let shown = ShownButton.all(in: reply.map { [$0] } ?? bot.replies.filter { $0.peerID == peer })
        guard let button = shown.first(where: { $0.label == label && $0.tellsBot }) else {
            throw NoSuchButton(label: label, shown: shown.map(\.label), place: "\(file):\(line)")
        }
        guard button.callsBack else {
            return await writes(["text": .string(label), "payload": button.payload.string.map { .string($0) } ?? .null], in: chat)
        }
        bot.vk.change { $0.chat.add(.pressed(label), in: peer, by: id) }
        var press: JSONObject = ["user_id": .integer(id), "peer_id": .integer(peer), "event_id": .string("press-\(bot.nextEvent())")]
        press["payload"] = JSONValue(ShownButton.carried(by: button.payload))
        press["conversation_message_id"] = button.message.map { .integer($0) }
        return await bot.receive(.messageEvent, .object(press))
    }

    /// Joins the community; `joinType` is VK's word, `request` for somebody who only asks.
    @discardableResult
    public func joins(_ joinType: String = "join") async -> [TestReply] {
        bot.vk.change { world in
            if joinType != "request" { world.members.insert(id) }
            world.chat.add(.did(joinType == "request" ? "asks to join" : "joins"), in: id, by: id)
        }
        return await bot.receive(.groupJoin, ["user_id": .integer(id), "join_type": .string(joinType)])
    }

    /// Leaves the community.
    @discardableResult
    public func leaves() async -> [TestReply] {
        bot.vk.change { world in
            world.members.remove(id)
            world.chat.add(.did("leaves"), in: id, by: id)
        }
        return await bot.receive(.groupLeave, ["user_id": .integer(id), "self": 1])
    }

    /// From now on VK refuses what the bot writes to them in private: 901.
    public func closesMessages() { bot.vk.change { $0.closed[id] = VKErrorCode(rawValue: 901) } }
}

/// There is no button of that label to press.
public struct NoSuchButton: Error, Sendable, CustomStringConvertible {
    /// What was looked for.
    public let label: String
    /// What is in sight.
    public let shown: [String]
    /// The line of the test that pressed: `DiceTests/DiceTests.swift:12`.
    public let place: String
    /// All of it.
    public var description: String {
        let sight = shown.isEmpty ? "no buttons are in sight" : "in sight: " + shown.map { "«\($0)»" }.joined(separator: ", ")
        return "\(place): no button «\(label)» to press; \(sight)"
    }
}
