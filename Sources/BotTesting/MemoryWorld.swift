// Govorun: what the VK of a test knows and answers. SPDX-License-Identifier: MIT
import BotKit
import CurlClient

/// People, chats and messages, and the answers of the few methods that plugins without a list of their own call.
struct MemoryWorld {
    let communityID: Int
    var calls: [MemoryVK.RecordedCall] = []
    var replies: [TestReply] = []
    /// What the test wants the next calls to come to.
    var script = CallScript()
    var chat = ChatLog()
    /// What methods answer that VK in memory does not know, or knows otherwise.
    var answers: [String: JSONValue] = [:]
    var names: [Int: String] = [:]
    var members: Set<Int> = []
    var dons: Set<Int> = []
    var chatAdmins: [Int: Set<Int>] = [:]
    /// Chats that the bot is in without being an administrator.
    var chatsWithoutRights: Set<Int> = []
    var chatMembers: [Int: Set<Int>] = [:]
    var media: MemoryMedia
    var services = MemoryServices()
    /// VK's numbers of the languages that people use VK in.
    var languages: [Int: Int] = [:]
    /// Who cannot be written to, with the code VK answers.
    var closed: [Int: VKErrorCode] = [:]
    private var lastMessage: [Int: Int] = [:]

    init(communityID: Int) {
        self.communityID = communityID
        media = MemoryMedia(communityID: communityID)
    }

    /// The number of the next message in `peer`.
    mutating func nextNumber(in peer: Int) -> Int {
        lastMessage[peer, default: 0] += 1
        return lastMessage[peer, default: 0]
    }

    /// VK's answer, envelope and all.
    ///
    /// - Throws: `HTTPError` where the test wants the connection to break.
    mutating func answer(_ call: MemoryVK.RecordedCall) throws(HTTPError) -> JSONValue {
        switch script.outcome(of: call) {
        case .refused(let code): return Self.refusal(code, "the test wanted it so")
        case .broken: throw HTTPError(.connectionLost, mayHaveBeenPerformed: true)
        case .answered(let response): return ["response": response]
        case nil: break
        }
        if let refusal = missingRight(for: call) { return Self.refusal(refusal, "the bot is no administrator of the chat") }
        guard let response = answers[call.method] ?? response(to: call) else {
            return Self.refusal(.method, "MemoryVK does not know \(call.method); see TestBot.answer")
        }
        return ["response": response]
    }

    private mutating func response(to call: MemoryVK.RecordedCall) -> JSONValue? {
        switch call.method {
        case "messages.send": send(call.parameters)
        case "messages.edit": edit(call.parameters)
        case "messages.sendMessageEventAnswer": answerPress(call)
        case "messages.setActivity", "messages.markAsRead": 1
        case "groups.getById":
            ["groups": [["id": .integer(communityID), "name": "Сообщество", "screen_name": "community"]], "profiles": []]
        case "groups.isMember": .integer(members.contains(call.number("user_id")) ? 1 : 0)
        case "users.get": .array(call.numbers("user_ids").compactMap(person))
        case "messages.markAsImportantConversation": 1
        case "groups.getMembers" where call.parameters["filter"] == "donut": donList
        default: conversationResponse(to: call) ?? media.response(to: call)
        }
    }

    private var donList: JSONValue { ["count": .integer(dons.count), "items": .array(dons.sorted().map { .integer($0) })] }

    private func person(_ id: Int) -> JSONValue? {
        names[id].map { ["id": .integer(id), "first_name": .string($0), "last_name": "", "is_closed": false] }
    }

    /// As with `peer_ids`; a repeated `random_id` is the message it was first.
    private mutating func send(_ parameters: [String: String]) -> JSONValue {
        let peers = (parameters["peer_ids"] ?? parameters["peer_id"] ?? "").split(separator: ",").compactMap { Int($0) }
        return .array(peers.map { send(parameters, to: $0) })
    }

    private mutating func send(_ parameters: [String: String], to peer: Int) -> JSONValue {
        if let code = closed[peer] {
            return ["peer_id": .integer(peer), "error": ["code": .integer(code.rawValue), "description": "the test wanted it so"]]
        }
        let earlier = replies.first { $0.peerID == peer && $0.randomID != 0 && $0.randomID == Int(parameters["random_id"] ?? "") }
        let number = earlier?.conversationMessageID ?? nextNumber(in: peer)
        if earlier == nil {
            replies.append(TestReply(peerID: peer, conversationMessageID: number, parameters: parameters))
            chat.add(.sent(replies[replies.count - 1]), in: peer)
        }
        let id = Peer(id: peer).isChat ? 0 : number
        return ["peer_id": .integer(peer), "message_id": .integer(id), "conversation_message_id": .integer(number)]
    }

    private mutating func edit(_ parameters: [String: String]) -> JSONValue {
        let peer = Int(parameters["peer_id"] ?? "")
        let number = Int(parameters["cmid"] ?? parameters["message_id"] ?? "")
        guard let index = replies.firstIndex(where: { $0.peerID == peer && $0.conversationMessageID == number }) else { return 0 }
        let old = replies[index]
        replies[index] = TestReply(
            peerID: old.peerID, conversationMessageID: number ?? 0, parameters: parameters, earlierTexts: old.earlierTexts + [old.text])
        chat.add(.edited(replies[index]), in: old.peerID)
        return 1
    }

    private mutating func answerPress(_ call: MemoryVK.RecordedCall) -> JSONValue {
        if let deed = ChatLog.showing(call.parameters["event_data"]) { chat.add(deed, in: call.number("peer_id")) }
        return 1
    }

    private static func refusal(_ code: VKErrorCode, _ message: String) -> JSONValue {
        ["error": ["error_code": .integer(code.rawValue), "error_msg": .string(message)]]
    }
}

extension MemoryVK.RecordedCall {
    func number(_ name: String) -> Int { Int(parameters[name] ?? "") ?? 0 }
    func numbers(_ name: String) -> [Int] { (parameters[name] ?? "").split(separator: ",").compactMap { Int($0) } }
}
