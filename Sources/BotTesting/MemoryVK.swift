// Govorun: VK's answers for a bot in memory. SPDX-License-Identifier: MIT
public import BotKit
public import CurlClient
import Synchronization

/// Answers the calls that plugins make, without a socket; what it does not know it answers with error 3.
///
/// It is a stand-in for tests of plugins. The rules of VK live in the simulator.
public final class MemoryVK: APITransport {
    /// A call as it arrived, without the token.
    public struct RecordedCall: Sendable {
        /// VK's method name.
        public let method: String
        /// The form's fields.
        public let parameters: [String: String]
    }

    private struct State {
        var calls: [RecordedCall] = []
        var replies: [TestReply] = []
        var failures: [(method: String, code: VKErrorCode)] = []
        var names: [Int: String] = [:]
        var members: Set<Int> = []
        var chatAdmins: [Int: Set<Int>] = [:]
        var lastMessage: [Int: Int] = [:]
        var nextMessage = 1
    }

    let communityID: Int
    private let state = Mutex(State())

    init(communityID: Int) { self.communityID = communityID }

    /// Every call so far.
    public var calls: [RecordedCall] { state.withLock { $0.calls } }

    var replies: [TestReply] { state.withLock { $0.replies } }

    func fail(_ method: String, with code: VKErrorCode) { state.withLock { $0.failures.append((method, code)) } }
    func know(_ person: Int, as name: String) { state.withLock { $0.names[person] = name } }
    func setMember(_ person: Int, _ isMember: Bool) {
        state.withLock { state in _ = isMember ? state.members.insert(person).inserted : (state.members.remove(person) != nil) }
    }
    func makeAdmin(_ person: Int, of peer: Int) { state.withLock { state in _ = state.chatAdmins[peer, default: []].insert(person) } }

    /// The number of the next message in `peer`.
    func nextCMID(in peer: Int) -> Int {
        state.withLock { state in
            state.lastMessage[peer, default: 0] += 1
            return state.lastMessage[peer, default: 0]
        }
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let method = String(request.url.split(separator: "/").last ?? "")
        var parameters = FormFields.read(request.body ?? [])
        parameters["access_token"] = nil
        let answer = state.withLock { state -> JSONValue in
            state.calls.append(RecordedCall(method: method, parameters: parameters))
            if let index = state.failures.firstIndex(where: { $0.method == method }) {
                return Self.error(state.failures.remove(at: index).code, "scripted by the test")
            }
            return Self.answer(method, parameters, communityID, &state)
        }
        return HTTPResponse(status: 200, body: answer.bytes)
    }

    private static func answer(_ method: String, _ parameters: [String: String], _ community: Int, _ state: inout State) -> JSONValue {
        switch method {
        case "messages.send": return ["response": send(parameters, &state)]
        case "messages.edit": return ["response": edit(parameters, &state)]
        case "messages.sendMessageEventAnswer", "messages.setActivity", "messages.markAsRead": return ["response": 1]
        case "groups.getById":
            return ["response": ["groups": [["id": .integer(community), "name": "Сообщество", "screen_name": "community"]], "profiles": []]]
        case "groups.isMember":
            return ["response": .integer(state.members.contains(Int(parameters["user_id"] ?? "") ?? 0) ? 1 : 0)]
        case "users.get":
            let ids = (parameters["user_ids"] ?? "").split(separator: ",").compactMap { Int($0) }
            return ["response": .array(ids.map { ["id": .integer($0), "first_name": .string(state.names[$0] ?? ""), "last_name": ""] })]
        case "messages.getConversationMembers":
            let admins = state.chatAdmins[Int(parameters["peer_id"] ?? "") ?? 0] ?? []
            return ["response": ["items": .array(admins.sorted().map { ["member_id": .integer($0), "is_admin": true] })]]
        default: return error(.method, "MemoryVK does not know \(method)")
        }
    }

    private static func send(_ parameters: [String: String], _ state: inout State) -> JSONValue {
        let peers = (parameters["peer_ids"] ?? parameters["peer_id"] ?? "").split(separator: ",").compactMap { Int($0) }
        return .array(
            peers.map { peer in
                state.lastMessage[peer, default: 0] += 1
                let number = state.lastMessage[peer, default: 0]
                state.replies.append(TestReply(peerID: peer, conversationMessageID: number, parameters: parameters))
                return ["peer_id": .integer(peer), "message_id": .integer(number), "conversation_message_id": .integer(number)]
            })
    }

    private static func edit(_ parameters: [String: String], _ state: inout State) -> JSONValue {
        let peer = Int(parameters["peer_id"] ?? "") ?? 0
        let number = Int(parameters["cmid"] ?? parameters["message_id"] ?? "") ?? 0
        guard let index = state.replies.firstIndex(where: { $0.peerID == peer && $0.conversationMessageID == number }) else { return 0 }
        state.replies[index] = TestReply(peerID: peer, conversationMessageID: number, parameters: parameters)
        return 1
    }

    private static func error(_ code: VKErrorCode, _ message: String) -> JSONValue {
        ["error": ["error_code": .integer(code.rawValue), "error_msg": .string(message)]]
    }
}

/// `application/x-www-form-urlencoded`, read.
enum FormFields {
    static func read(_ body: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            fields[text(parts[0])] = parts.count == 2 ? text(parts[1]) : ""
        }
        return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let end = bytes.index(index, offsetBy: 3, limitedBy: bytes.endIndex)
            if bytes[index] == UInt8(ascii: "%"), let end, let byte = UInt8(String(decoding: bytes[(index + 1)..<end], as: UTF8.self), radix: 16) {
                result.append(byte)
                index = end
            } else {
                result.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
