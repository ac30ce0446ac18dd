// Govorun: one update as VK sends it. SPDX-License-Identifier: MIT
public import TapeJSON

/// VK's name of a kind of update; open, since VK adds kinds.
public struct UpdateType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// VK's word: `message_new`.
    public let rawValue: String

    /// The kind that VK calls `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The kind that VK calls `value`.
    public init(stringLiteral value: String) { rawValue = value }
    /// VK's word.
    public var description: String { rawValue }
}

/// The envelope of an update (source: the reference, "Event envelope"); a view of the batch it came in.
public struct Update: VKObject {
    private let reading: UpdateReading

    /// A view of one element of `updates`, or of the body of a callback.
    public init(_ json: JSON) { reading = UpdateReading(json) }

    /// What VK sent.
    public var json: JSON { reading.json }
    /// What happened; empty when VK sent no type.
    public var type: UpdateType { reading.type }
    /// VK's identity of the update: the same id again is the same update.
    public var eventID: String { reading.eventID }
    /// The community, positive.
    public var groupID: Int { json["group_id"].int.map { Int(clamping: $0.magnitude) } ?? 0 }
    /// The version that `object` is shaped by, as set for the community's long poll.
    public var version: String { json["v"].text ?? "" }
    /// What it is about; the shape depends on `type`.
    public var object: JSON { reading.object }

    /// The message of `message_new`, `message_reply` and `message_edit`; before version 5.103 the object itself was the message.
    public var message: MessagesMessage? { reading.message }

    /// The conversation it belongs to, if it belongs to one: messages, presses, reactions, reading and typing do.
    public var peerID: Int? { reading.peerID }

    /// The person who did it, if VK says who: positive; never the community, never the owner or the author of what it was done to.
    public var userID: Int? { UpdateActors.person(of: self) }

    /// Updates of equal lanes are handled in order: the conversation; else the person; else the community, negative. Updates of our own may
    /// name another.
    public var lane: Int { peerID ?? userID ?? json["lane"].int ?? -groupID }
}

/// What every update is asked for at each turn of its way, read once.
///
/// An object of its own: the threads that an update passes count references to it, not to the document that the whole batch shares.
private final class UpdateReading: Sendable {
    let json: JSON
    let type: UpdateType
    let eventID: String
    let object: JSON
    let message: MessagesMessage?
    let peerID: Int?

    init(_ json: JSON) {
        self.json = json
        type = UpdateType(rawValue: json["type"].string ?? "")
        eventID = json["event_id"].text ?? ""
        object = json["object"]
        message =
            switch type {
            case .messageNew: MessageNew(object).message
            case .messageReply, .messageEdit: MessagesMessage(object)
            default: nil
            }
        let peer = type == .messageTypingState ? MessageTypingState(object).peerID : (message?.json ?? object)["peer_id"].int
        peerID = peer == 0 ? nil : peer
    }
}
