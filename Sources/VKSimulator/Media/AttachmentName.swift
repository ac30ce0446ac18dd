// Govorun: attachments as parameters name them. SPDX-License-Identifier: MIT
import TapeJSON

/// `photo-1_2_key`: what an attachment is called (protocol reference, section 11).
struct AttachmentName: Sendable, Equatable {
    let kind: String
    let ownerID: Int
    let id: Int
    let accessKey: String?

    private static let sendable: Set = [
        "photo", "video", "audio", "doc", "audio_message", "graffiti", "wall", "market", "market_album", "poll", "story", "article",
        "podcast",
    ]

    /// - Returns: nil for what is no such name, or names a kind that cannot be sent.
    init?(_ text: some StringProtocol) {
        let kind = text.prefix { $0.isASCII && ($0.isLowercase || $0 == "_") }
        let ids = text[kind.endIndex...].split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard Self.sendable.contains(String(kind)), ids.count >= 2, let owner = Int(ids[0]), let id = Int(ids[1]), id >= 0 else {
            return nil
        }
        self.kind = String(kind)
        ownerID = owner
        self.id = id
        guard ids.count == 3 else {
            accessKey = nil
            return
        }
        guard !ids[2].isEmpty, ids[2].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else { return nil }
        accessKey = String(ids[2])
    }

    /// What is shown for an object of which the simulator knows nothing.
    var stub: JSONValue {
        var object: JSONObject = ["id": JSONValue(id), "owner_id": JSONValue(ownerID)]
        if let accessKey { object["access_key"] = JSONValue(accessKey) }
        return ["type": JSONValue(kind), kind: .object(object)]
    }
}

extension MediaObject {
    /// Whether a page may use it: its owner, who uploaded it, or who names its key.
    func isOpen(to page: Int, _ key: String?) -> Bool {
        accessKey == nil || page == ownerID || page == uploaderID || key == accessKey
    }
}

extension World {
    /// `photo1_2_key,doc3_4` as attachment objects: those the world knows whole, others as they were named.
    func attachments(_ text: String, for page: Int) throws(APIFailure) -> [JSONValue] {
        guard text.unicodeScalars.count <= 9000 else { throw .parameter("attachment", "is too long") }
        var objects: [JSONValue] = []
        for item in text.split(separator: ",") {
            guard let name = AttachmentName(item.trimmingSpaces) else { throw .parameter("attachment") }
            objects.append(try attachment(name, for: page))
        }
        guard objects.count <= 10 else { throw APIFailure(910, "Can't send message, it's too big: more than 10 attachments") }
        return objects
    }

    private func attachment(_ name: AttachmentName, for page: Int) throws(APIFailure) -> JSONValue {
        guard let object = media[name.kind, name.ownerID, name.id] else { return name.stub }
        guard object.isOpen(to: page, name.accessKey) else { throw APIFailure(15, "Access denied: \(name.kind) needs its access_key") }
        return object.attachment
    }
}
