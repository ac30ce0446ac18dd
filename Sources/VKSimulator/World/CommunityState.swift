// Govorun: one community and everything it can see. SPDX-License-Identifier: MIT
import TapeJSON

/// A community with its settings, its conversations and its queue of events.
struct CommunityState: Sendable {
    /// Whether the community may write to a person.
    enum Permission: Sendable { case never, allowed, denied }

    /// A callback press that waits for its answer; it is forgotten once it has one.
    struct Press: Sendable {
        let person: Int
        let peerID: Int
        let at: Duration
    }

    struct RandomKey: Hashable, Sendable {
        let peerID: Int
        let randomID: Int
    }

    struct Sent: Sendable {
        let id: Int
        let number: Int
    }

    let id: Int
    let name: String
    let screenName: String
    var switches = EventSwitches()
    var queue: EventQueue
    var callbacks = CallbackDesk()
    /// Bot capabilities in the settings: without them keyboards are error 912.
    var hasBotFeatures = true
    /// Whether it shows that it answers now.
    var isOnline = false
    var customers = CustomerTags()
    var members: [Int] = []
    var officers: [Int: Officer] = [:]
    /// Who asked to join, who may come to an event, who gives money.
    var requests: Set<Int> = []
    var unsure: [Int] = []
    var dons: Set<Int> = []
    var permissions: [Int: Permission] = [:]
    var blacklist: Set<Int> = []
    var conversations: [Int: Conversation] = [:]
    var presses = BoundedMemory<String, Press>(limit: 10_000)
    var sent = BoundedMemory<RandomKey, Sent>(limit: 200_000)
    var lastMessageID = 0
    var lastVersion = 0

    var ownID: Int { -id }

    static func nameless(_ id: Int) -> CommunityState {
        CommunityState(id: id, name: "", screenName: "", queue: EventQueue(limit: 1, batch: 1, salt: 0))
    }

    /// Puts an event into the queue of the pollers and those of the callback servers, as far as its type is switched on there.
    ///
    /// - Returns: the event as long poll delivers it, nil when it was not sent.
    mutating func emit(_ type: String, _ object: (inout JSONWriter) -> Void) -> [UInt8]? {
        let isPolled = switches.isEnabled && switches.on.contains(type)
        let isPosted = callbacks.wants(type)
        guard isPolled || isPosted else { return nil }
        let eventID = isPolled ? queue.nextEventID(in: id) : callbacks.nextEventID()
        var writer = JSONWriter(capacity: 1024)
        var start = 0
        writer.object { writer in
            writer.member("group_id", id)
            writer.member("type", type)
            writer.member("event_id", eventID)
            writer.member("v", switches.apiVersion)
            writer.key("object")
            start = writer.bytes.count
            object(&writer)
        }
        let event = writer.bytes
        if isPolled { queue.append(event) }
        if isPosted { callbacks.append(type, eventID, Array(event[start..<event.count - 1])) }
        return event
    }

    /// The community object of `groups.getById`.
    var json: JSONValue {
        let photo = "https://img.simulator.invalid/club\(id)/"
        return [
            "id": JSONValue(id), "name": JSONValue(name), "screen_name": JSONValue(screenName), "is_closed": 0, "type": "group",
            "photo_50": JSONValue(photo + "50.jpg"), "photo_100": JSONValue(photo + "100.jpg"), "photo_200": JSONValue(photo + "200.jpg"),
        ]
    }
}
