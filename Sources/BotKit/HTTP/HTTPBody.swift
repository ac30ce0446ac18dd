// Govorun: what a call brings along. SPDX-License-Identifier: MIT
import CurlClient

/// The body of a call.
public struct HTTPBody: Sendable {
    enum Content: Sendable {
        case none
        case bytes([UInt8], type: String)
        /// Made when it is sent, with the service's encoder.
        case encoded(@Sendable (TapeEncoder) throws -> [UInt8])
        case form(Parameters)
        case parts([HTTPPart])
    }

    let content: Content

    /// Nothing.
    public static let none = HTTPBody(content: .none)
    /// JSON.
    public static func json(_ value: JSONValue) -> HTTPBody { HTTPBody(content: .bytes(value.bytes, type: "application/json")) }
    /// A value as JSON, written by the service's encoder.
    public static func json(_ value: some Encodable & Sendable) -> HTTPBody { HTTPBody(content: .encoded { try $0.encode(value) }) }
    /// A form, percent-encoded.
    public static func form(_ fields: Parameters) -> HTTPBody { HTTPBody(content: .form(fields)) }
    /// A form with files.
    public static func multipart(_ parts: [HTTPPart]) -> HTTPBody { HTTPBody(content: .parts(parts)) }
    /// Any bytes.
    public static func bytes(_ bytes: [UInt8], type: String) -> HTTPBody { HTTPBody(content: .bytes(bytes, type: type)) }
}

/// One part of a form with files.
public struct HTTPPart: Sendable {
    let name: String
    let bytes: [UInt8]
    let file: String?

    /// A text.
    public static func text(_ name: String, _ value: String) -> HTTPPart { HTTPPart(name: name, bytes: Array(value.utf8), file: nil) }
    /// A file; its type is told by its bytes, else by the ending of its name.
    public static func file(_ name: String, _ bytes: [UInt8], named file: String) -> HTTPPart {
        HTTPPart(name: name, bytes: bytes, file: file)
    }
}

extension HTTPBody {
    /// Puts it into `request`.
    ///
    /// - Throws: what encoding throws.
    func lay(into request: inout HTTPRequest, _ encoder: TapeEncoder) throws {
        switch content {
        case .none: return
        case .bytes(let bytes, let type): (request.body, request.contentType) = (bytes, type)
        case .encoded(let make): (request.body, request.contentType) = (try make(encoder), "application/json")
        case .form(let fields): (request.body, request.contentType) = (fields.formBody, "application/x-www-form-urlencoded")
        case .parts(let parts):
            let form = try MultipartForm(parts.map { ($0.name, $0.bytes, $0.file) })
            (request.streamedBody, request.contentType) = (form.body, form.contentType)
        }
    }

    /// What tells it from another body of the same call, boundaries of forms left out.
    func fingerprint(_ request: HTTPRequest) -> [String] {
        guard case .parts(let parts) = content else { return [String(decoding: request.body ?? [], as: UTF8.self)] }
        return parts.flatMap { [$0.name, $0.file ?? "", String(decoding: $0.bytes, as: UTF8.self)] }
    }
}
