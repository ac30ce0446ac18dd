// Govorun: messages.sendReaction, deleteReaction, getReactedPeers, getMessagesReactions. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesSendReaction: SimulatedMethod {
    static let name = "messages.sendReaction"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let message = try world.reactedMessage(call)
        let reaction = try call.parameters.int(required: "reaction_id")
        guard Reactions.known.contains(reaction) else { throw APIFailure(1009, "Invalid reaction id") }
        guard world[community: call.community].conversations[message.peerID]?.allowedReactions?.contains(reaction) != false else {
            throw APIFailure(1010, "This reaction is forbidden in the conversation")
        }
        guard !message.reactions.isFull(for: reaction) else { throw APIFailure(1011, "Reactions limit is reached") }
        world.react(reaction, by: -call.community, to: message, in: call.community)
        return 1
    }
}

enum MessagesDeleteReaction: SimulatedMethod {
    static let name = "messages.deleteReaction"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let message = try world.reactedMessage(call)
        world.react(nil, by: -call.community, to: message, in: call.community)
        return 1
    }
}

enum MessagesGetReactedPeers: SimulatedMethod {
    static let name = "messages.getReactedPeers"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let message = try world.reactedMessage(call)
        let wanted = try call.parameters.int("reaction_id")
        guard wanted.map(Reactions.known.contains) ?? true else { throw APIFailure(1009, "Invalid reaction id") }
        let found = message.reactions.all.filter { wanted == nil || $0.reaction == wanted }
        let items = found.map { one -> JSONValue in ["user_id": JSONValue(one.page), "reaction_id": JSONValue(one.reaction)] }
        return ["count": JSONValue(items.count), "reactions": .array(items), "counters": message.reactions.counters] as JSONValue
    }
}

enum MessagesGetMessagesReactions: SimulatedMethod {
    static let name = "messages.getMessagesReactions"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = try call.parameters.int(required: "peer_id")
        guard let numbers = try call.parameters.ints("cmids", limit: 100), !numbers.isEmpty else { throw .missing("cmids") }
        try world.checkView(of: call.community, peer)
        let conversation = world[community: call.community].conversations[peer]
        let items = numbers.compactMap { conversation?[$0] }.map { message -> JSONValue in
            ["cmid": JSONValue(message.number), "counters": message.reactions.counters]
        }
        return ["items": .array(items)] as JSONValue
    }
}

extension World {
    fileprivate func reactedMessage(_ call: MethodCall) throws(APIFailure) -> Message {
        let peer = try call.parameters.int(required: "peer_id")
        let number = try call.parameters.int(required: "cmid", in: 0...Int.max)
        try checkAccess(of: call.community, to: peer)
        guard let message = self[community: call.community].conversations[peer]?[number] else {
            throw .parameter("cmid", "names an unknown message")
        }
        return message
    }
}
