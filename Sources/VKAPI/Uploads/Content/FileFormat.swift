// Govorun: what kind of file some bytes are. SPDX-License-Identifier: MIT

/// A media type with the extension its files usually have.
struct FileFormat: Hashable, Sendable {
    let mediaType: String
    let fileExtension: String

    private init(_ mediaType: String, _ fileExtension: String) {
        self.mediaType = mediaType
        self.fileExtension = fileExtension
    }

    /// Recognises a file by its first bytes (source: the formats' specifications; WHATWG "MIME Sniffing"); `nil` for an unknown one.
    init?(head: [UInt8]) {
        guard let known = Self.signatures.first(where: { $0.matches(head) }) else { return nil }
        self = known.format
    }

    /// The media type of files with an extension, in lower case without its dot.
    static func mediaType(ofExtension fileExtension: String?) -> String? {
        fileExtension.flatMap { byExtension[$0] }
    }

    /// Bytes that stand at certain places of a file.
    private struct Signature {
        let format: FileFormat
        let marks: [(offset: Int, bytes: [UInt8])]

        init(_ mediaType: String, _ fileExtension: String, _ marks: (Int, [UInt8])...) {
            format = FileFormat(mediaType, fileExtension)
            self.marks = marks.map { (offset: $0.0, bytes: $0.1) }
        }

        func matches(_ head: [UInt8]) -> Bool { marks.allSatisfy { head.dropFirst($0.offset).starts(with: $0.bytes) } }
    }

    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The more special ones first.
    private static let signatures = [
        Signature("image/jpeg", "jpg", (0, [0xFF, 0xD8, 0xFF])),
        Signature("image/png", "png", (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])),
        Signature("image/gif", "gif", (0, ascii("GIF87a"))),
        Signature("image/gif", "gif", (0, ascii("GIF89a"))),
        Signature("image/webp", "webp", (0, ascii("RIFF")), (8, ascii("WEBP"))),
        Signature("audio/wav", "wav", (0, ascii("RIFF")), (8, ascii("WAVE"))),
        Signature("video/x-msvideo", "avi", (0, ascii("RIFF")), (8, ascii("AVI "))),
        Signature("image/heic", "heic", (4, ascii("ftyphei"))),
        Signature("image/heic", "heic", (4, ascii("ftypmif1"))),
        Signature("image/avif", "avif", (4, ascii("ftypavif"))),
        Signature("video/quicktime", "mov", (4, ascii("ftypqt"))),
        Signature("audio/mp4", "m4a", (4, ascii("ftypM4A"))),
        Signature("video/3gpp", "3gp", (4, ascii("ftyp3g"))),
        Signature("video/mp4", "mp4", (4, ascii("ftyp"))),
        Signature("audio/ogg", "ogg", (0, ascii("OggS"))),
        Signature("video/webm", "webm", (0, [0x1A, 0x45, 0xDF, 0xA3])),
        Signature("video/x-flv", "flv", (0, ascii("FLV\u{1}"))),
        Signature("video/x-ms-wmv", "wmv", (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])),
        Signature("video/mpeg", "mpg", (0, [0x00, 0x00, 0x01, 0xBA])),
        Signature("video/mpeg", "mpg", (0, [0x00, 0x00, 0x01, 0xB3])),
        Signature("audio/mpeg", "mp3", (0, ascii("ID3"))),
        Signature("audio/mpeg", "mp3", (0, [0xFF, 0xFB])),
        Signature("audio/mpeg", "mp3", (0, [0xFF, 0xF3])),
        Signature("audio/mpeg", "mp3", (0, [0xFF, 0xF2])),
        Signature("audio/flac", "flac", (0, ascii("fLaC"))),
        Signature("application/pdf", "pdf", (0, ascii("%PDF-"))),
        Signature("application/gzip", "gz", (0, [0x1F, 0x8B])),
        Signature("application/vnd.rar", "rar", (0, ascii("Rar!\u{1A}\u{7}"))),
        Signature("application/x-7z-compressed", "7z", (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])),
        Signature("image/bmp", "bmp", (0, ascii("BM")), (6, [0, 0, 0, 0])),
        Signature("image/tiff", "tif", (0, [0x49, 0x49, 0x2A, 0x00])),
        Signature("image/tiff", "tif", (0, [0x4D, 0x4D, 0x00, 0x2A])),
        Signature("application/zip", "zip", (0, ascii("PK\u{3}\u{4}"))),
        Signature("application/zip", "zip", (0, ascii("PK\u{5}\u{6}"))),
    ]

    private static let byExtension: [String: String] = {
        var table = Dictionary(signatures.map { ($0.format.fileExtension, $0.format.mediaType) }) { first, _ in first }
        let more: KeyValuePairs = [
            "jpeg": "image/jpeg", "jpe": "image/jpeg", "tiff": "image/tiff", "svg": "image/svg+xml", "oga": "audio/ogg",
            "opus": "audio/ogg",
            "m4v": "video/mp4", "mpeg": "video/mpeg", "mkv": "video/x-matroska", "txt": "text/plain", "csv": "text/csv",
            "html": "text/html", "htm": "text/html", "json": "application/json", "xml": "application/xml", "rtf": "application/rtf",
            "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
            "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
            "epub": "application/epub+zip", "fb2": "application/x-fictionbook+xml", "tar": "application/x-tar",
        ]
        for (fileExtension, mediaType) in more { table[fileExtension] = mediaType }
        return table
    }()
}
