// Govorun: reactions under a message. SPDX-License-Identifier: MIT
import TapeJSON

/// Who reacted to a message, and how: one reaction of each page.
struct Reactions: Sendable {
    /// VK's reactions (protocol reference, section 13).
    static let known = 1...64
    /// Different reactions one message can have; VK publishes no number.
    static let limit = 16

    private var given: [(page: Int, reaction: Int)] = []

    var isEmpty: Bool { given.isEmpty }

    /// Pages in the order they reacted, each with its reaction.
    var all: [(page: Int, reaction: Int)] { given }

    subscript(page: Int) -> Int? { given.first { $0.page == page }?.reaction }

    /// Whether one more of that kind would be too many kinds.
    func isFull(for reaction: Int) -> Bool {
        let kinds = Set(given.map(\.reaction))
        return !kinds.contains(reaction) && kinds.count >= Self.limit
    }

    mutating func set(_ reaction: Int?, of page: Int) {
        given.removeAll { $0.page == page }
        if let reaction { given.append((page, reaction)) }
    }

    /// Counted by kind, as messages show them.
    var counters: JSONValue {
        var order: [Int] = []
        for one in given where !order.contains(one.reaction) { order.append(one.reaction) }
        return .array(
            order.map { reaction in
                let pages = given.filter { $0.reaction == reaction }.map(\.page)
                return [
                    "reaction_id": JSONValue(reaction), "count": JSONValue(pages.count),
                    "user_ids": .array(pages.prefix(3).map { JSONValue($0) }),
                ]
            })
    }
}

extension World {
    /// A page reacts to a message, or with nil takes that back. The community hears of people only.
    mutating func react(_ reaction: Int?, by page: Int, to message: Message, in community: Int) {
        var message = message
        message.reactions.set(reaction, of: page)
        self[community: community].conversations[message.peerID]?[message.number] = message
        note("reaction", message, in: community)
        guard page > 0 else { return }
        var object: JSONObject = [
            "reacted_id": JSONValue(page), "peer_id": JSONValue(message.peerID), "cmid": JSONValue(message.number),
        ]
        if let reaction { object["reaction_id"] = JSONValue(reaction) }
        emit("message_reaction_event", to: community) { $0.write(object) }
    }
}
