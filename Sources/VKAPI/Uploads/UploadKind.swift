// Govorun: what can be uploaded. SPDX-License-Identifier: MIT

/// One of VK's upload flows (source: the reference, "Uploads").
public enum UploadKind: String, Sendable, CaseIterable, CustomStringConvertible {
    /// A photo in a message.
    case messagePhoto
    /// A document in a message.
    case messageDocument
    /// A voice message.
    case voice
    /// A graffiti.
    case graffiti
    /// A document on a wall.
    case wallDocument
    /// A document in the files of a person or a community.
    case document
    /// A photo on a wall.
    case wallPhoto
    /// One to five photos in an album.
    case albumPhotos
    /// The photo of a chat.
    case chatPhoto
    /// The cover of a community.
    case communityCover
    /// The main photo of a person or a community.
    case ownerPhoto
    /// A story with a photo.
    case storyPhoto
    /// A story with a video.
    case storyVideo
    /// A video, from a file or by a link.
    case video
    /// A photo of goods, by the older methods.
    case marketPhoto
    /// A photo of goods, by the methods of 5.199.
    case productPhoto
    /// The photo of a collection of goods.
    case marketAlbumPhoto
    /// The background of a poll.
    case pollPhoto

    /// What it is called in sentences: `album photos`, in logs and errors of requests `uploads.albumPhotos`.
    public var description: String {
        rawValue.reduce(into: "") { words, letter in words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)" }
    }

    /// The most bytes of one file: 50 MB for photos, 10 for a story's, 200 for documents (source: the reference, "Uploads").
    ///
    /// VK names no limit for voice messages, which are documents, nor for videos: theirs is 256 GB.
    public var sizeLimit: Int {
        switch self {
        case .messageDocument, .wallDocument, .document, .voice, .graffiti: 200 << 20
        case .storyPhoto: 10 << 20
        case .video: 256 << 30
        case .storyVideo: 500 << 20
        default: 50 << 20
        }
    }

    /// Whether the result is a thing to attach, so that equal bytes need not be uploaded twice. The others *do* something: each upload
    /// sets a cover, tells a story, adds to an album.
    var isReusable: Bool {
        switch self {
        case .messagePhoto, .messageDocument, .voice, .graffiti, .wallDocument, .document, .wallPhoto: true
        default: false
        }
    }
}
