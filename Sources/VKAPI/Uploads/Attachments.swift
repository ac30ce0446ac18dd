// Govorun: uploaded things as attachments of messages. SPDX-License-Identifier: MIT
import TapeJSON

extension JSON {
    /// `photo-1_2_key`: the string form of an attachment, with the access key where VK gave one (source: the reference, "Attachments").
    fileprivate func attachment(_ type: String, id: String = "id") -> String {
        let key = self["access_key"].string.flatMap { $0.isEmpty ? nil : "_\($0)" } ?? ""
        return "\(type)\(self["owner_id"].int ?? 0)_\(self[id].int ?? 0)\(key)"
    }
}

extension PhotosPhoto {
    /// `photo{owner}_{id}_{key}`, as `attachment` of a message takes it.
    public var attachment: String { json.attachment("photo") }
}

extension DocsDoc {
    /// `doc{owner}_{id}_{key}`, as `attachment` of a message takes it.
    public var attachment: String { json.attachment("doc") }
}

extension MessagesAudioMessage {
    /// `audio_message{owner}_{id}_{key}`, as `attachment` of a message takes it.
    public var attachment: String { json.attachment("audio_message") }
}

extension MessagesGraffiti {
    /// `graffiti{owner}_{id}_{key}`, as `attachment` of a message takes it.
    public var attachment: String { json.attachment("graffiti") }
}

extension DocsSaveResponse {
    /// The attachment of whatever VK made of the file: a document, a voice message or a graffiti.
    public var attachment: String {
        switch type {
        case .audioMessage?: audioMessage.attachment
        case .graffiti?: graffiti.attachment
        default: doc.attachment
        }
    }
}

extension StoriesStory {
    /// `story{owner}_{id}_{key}`, as `attachment` of a message takes it.
    public var attachment: String { json.attachment("story") }
}

extension VideoSaveResult {
    /// `video{owner}_{id}_{key}`, as `attachment` of a message takes it.
    public var attachment: String { json.attachment("video", id: "video_id") }
}
