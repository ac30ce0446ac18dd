// Govorun: the parts of a multipart/form-data body. SPDX-License-Identifier: MIT
internal import CMicroHTTPDShim

extension ServerRequest {
    /// One part of a `multipart/form-data` body.
    public struct Part: Sendable, Equatable {
        /// The field's name.
        public let name: String
        /// The file name as sent, UTF-8; nil for a plain field. Never use it as a path.
        public let filename: String?
        /// The part's own content type.
        public let type: String?
        /// The content. It shares the request's memory: copy it if it is kept.
        public let body: ArraySlice<UInt8>

        /// The content as text, with U+FFFD where it is not UTF-8.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }
}

/// Takes a whole multipart body apart.
///
/// The body was counted against the limit while it was read, so that no part can pass it. (The C library's own parser works
/// beside the body count, and copies.)
struct MultipartParser {
    let body: [UInt8]
    let boundary: [UInt8]

    /// - Returns: nil when the content type names no boundary of 1...70 characters (RFC 2046).
    init?(contentType: String, body: [UInt8]) {
        guard let boundary = headerParameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else { return nil }
        self.body = body
        self.boundary = Array("--\(boundary)".utf8)
    }

    /// - Returns: nil when the body is not closed by its boundary, or a part has no headers or no name.
    func parts() -> [ServerRequest.Part]? {
        guard var start = end(ofDelimiterAt: body.starts(with: boundary) ? 0 : firstDelimiter()) else { return nil }
        var parts: [ServerRequest.Part] = []
        while !isClosed(at: start) {
            guard let begin = skippingLineEnd(start), let end = position(of: lineEnd + boundary, from: begin),
                let part = part(body[begin..<end])
            else { return nil }
            parts.append(part)
            start = end + lineEnd.count + boundary.count
        }
        return parts
    }

    private var lineEnd: [UInt8] { [13, 10] }

    private func firstDelimiter() -> Int? { position(of: lineEnd + boundary, from: 0).map { $0 + lineEnd.count } }

    private func end(ofDelimiterAt position: Int?) -> Int? { position.map { $0 + boundary.count } }

    private func isClosed(at position: Int) -> Bool { body[position...].starts(with: [45, 45]) }

    /// The start of the line after a delimiter; white space may trail it.
    private func skippingLineEnd(_ position: Int) -> Int? {
        let padding = body[position...].prefix { $0 == 32 || $0 == 9 }
        return body[padding.endIndex...].starts(with: lineEnd) ? padding.endIndex + lineEnd.count : nil
    }

    private func position(of pattern: [UInt8], from start: Int) -> Int? {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, start <= bytes.count,
                let found = cmicrohttpd_find(base + start, bytes.count - start, pattern, pattern.count)
            else { return nil }
            return found - base
        }
    }

    private func part(_ bytes: ArraySlice<UInt8>) -> ServerRequest.Part? {
        guard let split = position(of: lineEnd + lineEnd, from: bytes.startIndex), split + 4 <= bytes.endIndex else { return nil }
        var headers = FieldList(ignoresCase: true)
        for line in String(decoding: bytes[..<split], as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers.append(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
        }
        guard let disposition = headers.first(named: "Content-Disposition"), let name = headerParameter("name", of: disposition)
        else { return nil }
        return ServerRequest.Part(
            name: name, filename: headerParameter("filename", of: disposition), type: headers.first(named: "Content-Type"),
            body: bytes[(split + 4)...])
    }
}

/// A parameter of a header value such as `form-data; name="file"`: quoted with backslash escapes, or bare.
func headerParameter(_ name: String, of header: String) -> String? {
    var rest = Array(header.unicodeScalars)[...]
    skip(&rest, until: ";")
    while rest.popFirst() != nil {
        let key = trimmed(String(String.UnicodeScalarView(rest.prefix { $0 != "=" && $0 != ";" })))
        skip(&rest, until: "=", orAt: ";")
        guard rest.first == "=" else { continue }
        rest.removeFirst()
        let value = parameterValue(&rest)
        if key.lowercased() == name { return value }
        skip(&rest, until: ";")
    }
    return nil
}

private func skip(_ rest: inout ArraySlice<Unicode.Scalar>, until stop: Unicode.Scalar, orAt other: Unicode.Scalar? = nil) {
    rest = rest.drop { $0 != stop && $0 != other }
}

private func parameterValue(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    guard rest.first == "\"" else {
        let bare = rest.prefix { $0 != ";" }
        rest = rest[bare.endIndex...]
        return trimmed(String(String.UnicodeScalarView(bare)))
    }
    rest.removeFirst()
    var value = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
        // A browser escapes only the quote; a lone backslash belongs to the name.
        if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
            value.append(next)
            rest.removeFirst()
        } else {
            value.append(scalar)
        }
    }
    return String(value)
}

private func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
}
