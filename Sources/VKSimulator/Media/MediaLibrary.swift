// Govorun: what can be attached to a message. SPDX-License-Identifier: MIT
import TapeJSON

/// A photo, document, voice message or the like, as VK shows it.
struct MediaObject: Sendable {
    /// VK's name: `photo`, `doc`, `audio_message`, `graffiti`, `video`, `story`, `poll`, `wall`.
    let kind: String
    let ownerID: Int
    let id: Int
    /// Without it only the owner and who uploaded it may use the object; nil when everybody may.
    let accessKey: String?
    /// Who uploaded it for its owner: negative a community; 0 when nobody else did.
    var uploaderID = 0
    /// The object itself.
    let content: JSONValue

    /// As a message holds it.
    var attachment: JSONValue { ["type": JSONValue(kind), kind: content] }

    /// As a parameter names it: `photo-1_2_key`.
    var name: String { "\(kind)\(ownerID)_\(id)" + (accessKey.map { "_\($0)" } ?? "") }
}

/// Every object saved or sent of late.
struct MediaLibrary: Sendable {
    private struct Key: Hashable, Sendable {
        let family: String
        let ownerID: Int
        let id: Int
    }

    private var objects = BoundedMemory<Key, MediaObject>(limit: 50_000)
    private var lastIDs = [
        "photo": 457_240_100, "doc": 671_200_340, "video": 456_239_077, "story": 456_239_019, "poll": 900_010_000, "wall": 100,
    ]

    mutating func nextID(_ kind: String) -> Int {
        lastIDs[Self.family(kind), default: 1] += 1
        return lastIDs[Self.family(kind), default: 1]
    }

    /// The stories of each page that were not deleted, oldest first.
    private var stories: [Int: [Int]] = [:]

    func stories(of owner: Int) -> [MediaObject] { (stories[owner] ?? []).compactMap { self["story", owner, $0] } }

    /// A story that was not deleted.
    func story(_ owner: Int, _ id: Int) -> MediaObject? { stories[owner]?.contains(id) == true ? self["story", owner, id] : nil }

    mutating func removeStory(_ owner: Int, _ id: Int) { stories[owner]?.removeAll { $0 == id } }

    mutating func add(_ object: MediaObject) {
        if object.kind == "story" { stories[object.ownerID] = (stories[object.ownerID] ?? []).suffix(999) + [object.id] }
        objects.remember(object, for: Key(family: Self.family(object.kind), ownerID: object.ownerID, id: object.id))
    }

    subscript(kind: String, owner: Int, id: Int) -> MediaObject? { objects[Key(family: Self.family(kind), ownerID: owner, id: id)] }

    /// Voice messages and graffiti are documents, too, and may be named as such.
    private static func family(_ kind: String) -> String { kind == "audio_message" || kind == "graffiti" ? "doc" : kind }
}
