// Govorun: the parts of a multipart/form-data body. SPDX-License-Identifier: MIT

extension ServerRequest {
    /// One part of a `multipart/form-data` body.
    public struct Part: Sendable, Equatable {
        /// The field's name.
        public let name: String
        /// The file name as sent, UTF-8; nil for a plain field. Never use it as a path.
        public let filename: String?
        /// The part's own content type.
        public let type: String?
        /// The content.
        public let body: [UInt8]

        /// The content as text, with U+FFFD where it is not UTF-8.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }
}

/// What stands in front of a part's content.
public struct PartHead: Sendable, Equatable {
    /// The field's name.
    public let name: String
    /// The file name as sent, UTF-8; nil for a plain field. Never use it as a path.
    public let filename: String?
    /// The part's own content type.
    public let type: String?

    /// - Returns: nil when a line is no header or the part has no name.
    init?(_ lines: some Collection<UInt8>) {
        var headers = FieldList(ignoresCase: true)
        for line in String(decoding: lines, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers.append(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
        }
        guard let disposition = headers.first(named: "Content-Disposition"), let name = headerParameter("name", of: disposition)
        else { return nil }
        self.name = name
        filename = headerParameter("filename", of: disposition)
        type = headers.first(named: "Content-Type")
    }
}

/// Takes the parts of a multipart body while they arrive, so that a large file never lies in memory whole.
///
/// The server calls it in order, one call at a time, on the thread that reads: nothing in it may wait.
public protocol PartReceiver: AnyObject, Sendable {
    /// A part begins.
    func begin(_ part: PartHead)
    /// More of its content; the bytes are valid during this call only.
    ///
    /// - Returns: false to close the connection.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
    /// The part is complete.
    func end()
}

/// Who takes in one body, and how much of it.
public struct Reception: Sendable {
    /// Gets the parts; the handler finds it in ``ServerRequest/receiver``.
    public let receiver: any PartReceiver
    /// Largest body in bytes; above it the client gets 413.
    public let limit: Int

    /// Makes a reception.
    public init(_ receiver: any PartReceiver, limit: Int) {
        self.receiver = receiver
        self.limit = limit
    }
}

extension ServerRequest.Part {
    /// The parts of a whole body.
    ///
    /// - Returns: nil when the body is malformed.
    static func all(in body: [UInt8], contentType: String) -> [ServerRequest.Part]? {
        guard var stream = MultipartStream(contentType: contentType) else { return nil }
        var parts: [ServerRequest.Part] = []
        var head: PartHead?
        var content: [UInt8] = []
        _ = body.withUnsafeBytes { bytes in
            stream.receive(bytes) { event in
                switch event {
                case .begin(let part): (head, content) = (part, [])
                case .content(let bytes): content.append(contentsOf: bytes)
                case .end:
                    guard let head else { return false }
                    parts.append(ServerRequest.Part(name: head.name, filename: head.filename, type: head.type, body: content))
                }
                return true
            }
        }
        return stream.isComplete ? parts : nil
    }
}
