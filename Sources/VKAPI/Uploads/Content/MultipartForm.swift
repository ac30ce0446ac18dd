// Govorun: multipart/form-data, written. SPDX-License-Identifier: MIT
package import CurlClient

/// A form with files, streamed (RFC 7578; names escaped as browsers do, WHATWG "multipart/form-data").
package struct MultipartForm {
    private let boundary: String
    private var content = StreamedBody()

    /// An empty form; 128 random bits do not occur in a file by chance.
    init() { boundary = "govorun-\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))" }

    /// The `Content-Type` of the form.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The form with its end.
    package var body: StreamedBody {
        var body = content
        body.append(Array("--\(boundary)--\r\n".utf8))
        return body
    }

    /// A form of these parts; those with a file name are files, whose type their bytes tell.
    package init(_ parts: [(name: String, bytes: [UInt8], file: String?)]) throws {
        self.init()
        for part in parts {
            if let file = part.file {
                append(try UploadContent(.bytes(part.bytes), name: file, hashing: false), name: part.name)
            } else {
                append(String(decoding: part.bytes, as: UTF8.self), name: part.name)
            }
        }
    }

    /// Adds a text field.
    mutating func append(_ text: String, name: String) {
        begin(#"form-data; name="\#(Self.quoted(name))""#)
        content.append(Array("\r\n\(text)\r\n".utf8))
    }

    /// Adds a file.
    mutating func append(_ file: UploadContent, name: String) {
        begin(#"form-data; name="\#(Self.quoted(name))"; filename="\#(Self.quoted(file.name))""#)
        content.append(Array("Content-Type: \(file.mediaType)\r\n\r\n".utf8))
        switch file.store {
        case .bytes(let bytes): content.append(bytes)
        case .file(let file, let count): content.append(file, count: count)
        }
        content.append(Array("\r\n".utf8))
    }

    private mutating func begin(_ disposition: String) {
        content.append(Array("--\(boundary)\r\nContent-Disposition: \(disposition)\r\n".utf8))
    }

    /// A name that stays between its quotes: what could end them or the line is percent-encoded, all else is UTF-8 as it came.
    ///
    /// The backslash too, which browsers leave alone: servers read it as an escape.
    static func quoted(_ name: String) -> String {
        String(decoding: name.utf8.flatMap { isUnsafe($0) ? percentEncoded($0) : [$0] }, as: UTF8.self)
    }

    private static func isUnsafe(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func percentEncoded(_ byte: UInt8) -> [UInt8] {
        Array(((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8)
    }
}
