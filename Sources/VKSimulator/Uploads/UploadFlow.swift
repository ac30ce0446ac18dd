// Govorun: the kinds of uploads. SPDX-License-Identifier: MIT

/// What an upload address takes (protocol reference, section 17). The raw value names it in the control API.
enum UploadFlow: String, Sendable, CaseIterable {
    case messagePhoto = "message_photo"
    case wallPhoto = "wall_photo"
    case albumPhoto = "album_photo"
    case chatPhoto = "chat_photo"
    case ownerPhoto = "owner_photo"
    case cover
    case marketPhoto = "market_photo"
    case productPhoto = "product_photo"
    case collectionPhoto = "collection_photo"
    case pollPhoto = "poll_photo"
    case storyPhoto = "story_photo"
    case storyVideo = "story_video"
    case messageDocument = "message_doc"
    case wallDocument = "wall_doc"
    case fileDocument = "file_doc"
    case voice = "audio_message"
    case graffiti
    case video

    /// What must be in the file.
    enum Content: Sendable { case picture, document, voice, graffiti, video }

    var content: Content {
        switch self {
        case .messageDocument, .wallDocument, .fileDocument: .document
        case .voice: .voice
        case .graffiti: .graffiti
        case .video, .storyVideo: .video
        default: .picture
        }
    }

    /// How many files come to one address at most; what follows is left alone.
    var fileLimit: Int {
        switch self {
        case .messagePhoto, .wallPhoto, .albumPhoto: 5
        default: 1
        }
    }

    /// Whether a file may stand in a field of that name: the one of VK's reference, or what libraries call theirs, which VK takes as well:
    /// `file`, `file0` to `file9`, and `photo` for pictures.
    func takes(_ field: String) -> Bool {
        switch content {
        case .picture where field == "photo": true
        case .video where field == "video_file": true
        default: field == "file" || (0...9).contains { field == "file\($0)" }
        }
    }

    /// The largest file, in bytes.
    var limit: Int {
        switch content {
        case .picture: (self == .storyPhoto ? 10 : 50) << 20
        case .voice, .graffiti: 50 << 20
        case .document: 200 << 20
        case .video: 2 << 30
        }
    }

    /// The smallest picture, in pixels.
    var smallest: (width: Int, height: Int)? {
        switch self {
        case .chatPhoto, .ownerPhoto: (200, 200)
        case .cover: (795, 200)
        case .marketPhoto, .productPhoto: (400, 400)
        case .collectionPhoto: (1280, 720)
        default: nil
        }
    }

    /// What the address's path is called.
    var script: String {
        switch content {
        case .document, .voice, .graffiti: "upload_doc.php"
        case .picture, .video: "upload.php"
        }
    }

    /// The album of VK's own in which such photos lie.
    var album: Int {
        switch self {
        case .messagePhoto: -64
        case .wallPhoto: -14
        case .storyPhoto, .storyVideo: -81
        default: -6
        }
    }

    /// What faults that are to meet it name.
    var faultTarget: String { "upload.\(rawValue)" }
}
