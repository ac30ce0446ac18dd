// Govorun: what upload servers answer. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// The answer to an upload, and by which of its strings a save call names it.
struct UploadAnswer: Sendable {
    let body: JSONValue
    /// What the save call brings back: a hash, or the whole string.
    let key: String
    /// The string about the photos; empty where there is none.
    let photo: String

    init(_ ticket: UploadTicket, _ files: [StoredFile]) {
        let first = files[0]
        let hash = first.digest(32, "hash")
        switch ticket.flow {
        case .messagePhoto, .wallPhoto, .ownerPhoto, .albumPhoto, .marketPhoto, .collectionPhoto:
            self.init(photos: Self.photoList(files), first, hash, ticket)
        case .cover, .pollPhoto, .productPhoto: self.init(photo: first.digest(40, "photo"), first, hash, ticket)
        case .chatPhoto: self.init(["response": JSONValue(hash)], key: hash)
        case .storyPhoto, .storyVideo:
            self.init(["response": ["upload_result": JSONValue(hash)], "_sig": JSONValue(first.digest(8, "sig"))], key: hash)
        case .video:
            self.init(
                [
                    "size": JSONValue(first.size), "video_id": JSONValue(ticket.subject), "owner_id": JSONValue(ticket.owner),
                    "video_hash": JSONValue(first.digest(16, "video")),
                ], key: hash)
        case .messageDocument, .wallDocument, .fileDocument, .voice, .graffiti:
            let file = Self.document(first, ticket)
            self.init(["file": JSONValue(file)], key: file)
        }
    }

    /// The flows whose answer lists all photos, and names the server.
    private init(photos: String, _ first: StoredFile, _ hash: String, _ ticket: UploadTicket) {
        let isAlbum = ticket.flow == .albumPhoto
        var body: JSONObject = ["server": JSONValue(Self.server(of: ticket)), isAlbum ? "photos_list" : "photo": JSONValue(photos)]
        if isAlbum { body["aid"] = JSONValue(ticket.subject) }
        body["hash"] = JSONValue(hash)
        if ticket.flow == .marketPhoto {
            body["crop_data"] = JSONValue(first.digest(12, "crop"))
            body["crop_hash"] = JSONValue(first.digest(10, "crop hash"))
            body["group_id"] = JSONValue(-ticket.owner)
        }
        if ticket.flow == .collectionPhoto { body["gid"] = JSONValue(-ticket.owner) }
        self.init(.object(body), key: hash, photo: photos)
    }

    /// The flows whose answer has one short string for the photo.
    private init(photo: String, _ first: StoredFile, _ hash: String, _ ticket: UploadTicket) {
        let proof: JSONObject =
            ticket.flow == .productPhoto
            ? ["photo": JSONValue(photo), "sha": JSONValue(first.hash), "meta": ["hash": JSONValue(hash)]]
            : ["photo": JSONValue(photo), "hash": JSONValue(hash)]
        self.init(.object(proof), key: hash, photo: photo)
    }

    private init(_ body: JSONValue, key: String, photo: String = "") {
        self.body = body
        self.key = key
        self.photo = photo
    }

    /// The number of the server, which a save call repeats.
    static func server(of ticket: UploadTicket) -> Int { 900_001 + (UploadFlow.allCases.firstIndex(of: ticket.flow) ?? 0) }

    /// - Returns: the body for files that are all refused.
    static func refused(_ refusal: UploadRules.Refusal, _ ticket: UploadTicket) -> JSONValue {
        let hash = JSONValue(SHA256.digest(of: Array("refused \(ticket.end)".utf8)).hex.prefix(32).description)
        switch ticket.flow {
        case .messageDocument, .wallDocument, .fileDocument, .voice, .graffiti:
            return [
                "error": "unknown error", "error_code": 2, "error_descr": JSONValue(refusal.words), "error_is_logged": true,
            ]
        case .storyPhoto, .storyVideo: return ["error": ["error_code": JSONValue(refusal.number), "type": JSONValue(refusal.name)]]
        case .messagePhoto, .wallPhoto: return ["server": JSONValue(server(of: ticket)), "photo": "[]", "hash": hash]
        case .albumPhoto:
            return ["server": JSONValue(server(of: ticket)), "photos_list": "[]", "aid": JSONValue(ticket.subject), "hash": hash]
        case .video: return ["error": JSONValue(refusal.words)]
        default: return ["error": JSONValue("\(refusal.name): \(refusal.words)")]
        }
    }

    /// JSON as text, which nobody may change.
    private static func photoList(_ files: [StoredFile]) -> String {
        let photos = files.map { file -> JSONValue in
            let sizes = PhotoSize.all(of: file).map { size -> JSONValue in
                [
                    JSONValue(size.letter), "900001012", JSONValue(file.digest(2, size.letter)),
                    JSONValue(file.digest(11, "s" + size.letter)),
                    JSONValue(size.width), JSONValue(size.height),
                ]
            }
            return ["photo": JSONValue(file.digest(10, "photo") + ":w"), "sizes": .array(sizes), "kid": JSONValue(file.digest(32, "kid"))]
        }
        return JSONValue.array(photos).serialized
    }

    private static func document(_ file: StoredFile, _ ticket: UploadTicket) -> String {
        let name = String(file.name.map { $0 == "|" ? "_" : $0 })
        return [
            "\(ticket.owner)", "0", "-1", "\(server(of: ticket))", file.digest(10, "doc"), file.name.fileExtension, "\(file.size)", name,
            file.digest(32, "one"), file.digest(32, "two"), "", "", "", file.digest(16, "end"),
        ].joined(separator: "|")
    }
}

extension UploadRules.Refusal {
    /// Why, in a few words.
    var words: String {
        switch self {
        case .noFile: "no file"
        case .kind: "file type is not allowed"
        case .tooLarge: "file is too large"
        case .pictureSize(let reason): reason
        }
    }

    fileprivate var name: String {
        switch self {
        case .noFile: "ERR_UPLOAD_NO_FILE"
        case .kind: "ERR_UPLOAD_BAD_FILE"
        case .tooLarge: "ERR_UPLOAD_FILE_TOO_BIG"
        case .pictureSize: "ERR_UPLOAD_BAD_IMAGE_SIZE"
        }
    }

    fileprivate var number: Int {
        switch self {
        case .noFile: 1
        case .kind: 2
        case .tooLarge: 3
        case .pictureSize: 4
        }
    }
}
