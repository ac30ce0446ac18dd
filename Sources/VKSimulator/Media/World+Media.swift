// Govorun: files becoming photos, documents and voice messages. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

extension World {
    /// - Parameter user: who uploaded it; VK writes 100 for a community.
    mutating func addPhoto(_ file: StoredFile, owner: Int, album: Int, text: String = "", at date: Int) -> MediaObject {
        let id = media.nextID("photo")
        let key = file.digest(18, "key")
        var photo: JSONObject = [
            "id": JSONValue(id), "album_id": JSONValue(album), "owner_id": JSONValue(owner), "date": JSONValue(date),
            "text": JSONValue(text),
            "has_tags": false, "sizes": .array(PhotoSize.all(of: file).map { $0.json(file, at: baseURL) }), "access_key": JSONValue(key),
        ]
        if owner < 0 { photo["user_id"] = 100 }
        return add(MediaObject(kind: "photo", ownerID: owner, id: id, accessKey: key, content: .object(photo)))
    }

    mutating func addDocument(_ file: StoredFile, owner: Int, by uploader: Int = 0, title: String?, at date: Int) -> MediaObject {
        let id = media.nextID("doc")
        let key = file.digest(18, "key")
        let suffix = file.name.fileExtension
        var document: JSONObject = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "title": JSONValue(title ?? file.name), "size": JSONValue(file.size),
            "ext": JSONValue(suffix), "date": JSONValue(date), "type": JSONValue(Self.documentType(suffix)),
            "url": JSONValue("\(baseURL)\(file.path)?dl=1"), "access_key": JSONValue(key),
        ]
        if file.picture != nil {
            let sizes = PhotoSize.all(of: file).map { size -> JSONValue in
                [
                    "src": JSONValue("\(baseURL)\(file.path)?size=\(size.width)x\(size.height)"), "width": JSONValue(size.width),
                    "height": JSONValue(size.height), "type": JSONValue(size.letter),
                ]
            }
            document["preview"] = ["photo": ["sizes": .array(sizes)]]
        }
        return add(MediaObject(kind: "doc", ownerID: owner, id: id, accessKey: key, uploaderID: uploader, content: .object(document)))
    }

    mutating func addVoice(_ file: StoredFile, owner: Int, by uploader: Int = 0) -> MediaObject {
        let id = media.nextID("audio_message")
        let key = file.digest(12, "key")
        // Made up, but the same for the same file.
        let waveform = SHA256.digest(of: Array(file.hash.utf8)).flatMap { [$0 >> 3, $0 & 31] }.map { JSONValue($0) }
        let url = "\(baseURL)\(file.path)"
        let voice: JSONValue = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "duration": JSONValue(file.voice?.seconds ?? 1),
            "waveform": .array(waveform), "link_ogg": JSONValue(url), "link_mp3": JSONValue(url), "access_key": JSONValue(key),
        ]
        return add(MediaObject(kind: "audio_message", ownerID: owner, id: id, accessKey: key, uploaderID: uploader, content: voice))
    }

    mutating func addGraffiti(_ file: StoredFile, owner: Int, by uploader: Int = 0) -> MediaObject {
        let id = media.nextID("graffiti")
        let key = file.digest(12, "key")
        let graffiti: JSONValue = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "url": JSONValue("\(baseURL)\(file.path)"),
            "width": JSONValue(file.picture?.width ?? 0), "height": JSONValue(file.picture?.height ?? 0), "access_key": JSONValue(key),
        ]
        return add(MediaObject(kind: "graffiti", ownerID: owner, id: id, accessKey: key, uploaderID: uploader, content: graffiti))
    }

    mutating func add(_ object: MediaObject) -> MediaObject {
        media.add(object)
        return object
    }

    /// VK's numbers for kinds of documents (protocol reference, section 11).
    private static func documentType(_ suffix: String) -> Int {
        switch suffix {
        case "pdf", "txt", "doc", "docx", "rtf", "odt", "xls", "xlsx", "csv", "ods", "ppt", "pptx": 1
        case "zip", "rar", "7z", "gz", "tar", "bz2", "xz": 2
        case "gif": 3
        case "jpg", "jpeg", "png", "webp", "bmp", "svg": 4
        case "ogg", "wav", "flac", "m4a", "opus": 5
        case "mp4", "avi", "mov", "mkv", "webm", "3gp": 6
        case "epub", "fb2", "mobi", "djvu": 7
        default: 8
        }
    }
}
