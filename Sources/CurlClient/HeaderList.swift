// Govorun: the header lines of a request, as libcurl keeps them. SPDX-License-Identifier: MIT
import CCurlShim

/// A list of libcurl's; freed with its holder, which must outlive the transfer that uses it.
struct HeaderList: ~Copyable {
    private(set) var raw: UnsafeMutablePointer<curl_slist>?

    init() {}

    /// The request's own lines and those that switch off libcurl's.
    init(_ request: HTTPRequest) throws(HTTPError) {
        if request.bodyCount != nil || request.method == .post || request.method == .put || request.method == .patch {
            // No waiting for "100 Continue", which few servers send: libcurl would hold a large body back for a second.
            try append("Expect:")
            if let type = request.contentType {
                try append("Content-Type: \(type)")
            } else {
                try append("Content-Type:")
            }
        }
        // To libcurl "Name:" means "do not send it", "Name;" means "send it empty".
        for (name, value) in request.headers { try append(value.isEmpty ? "\(name);" : "\(name): \(value)") }
    }

    mutating func append(_ line: String) throws(HTTPError) {
        guard let grown = curl_slist_append(raw, line) else { throw HTTPError(.outOfMemory) }
        raw = grown
    }

    deinit { curl_slist_free_all(raw) }
}

extension HeaderList {
    /// Refuses what would add a header, end the head, or contradict the body.
    static func check(_ request: HTTPRequest, _ context: HTTPError.Context) throws(HTTPError) {
        if let type = request.contentType, type.isEmpty || !type.utf8.allSatisfy(isFieldByte) {
            throw HTTPError(.badHeader, context: .init(url: context.url, option: "Content-Type"))
        }
        for (name, value) in request.headers {
            guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { throw HTTPError(.badHeader, context: context) }
            let isOurs = ["content-length", "transfer-encoding"].contains(name.lowercased())
            guard !isOurs, value.utf8.allSatisfy(isFieldByte) else {
                throw HTTPError(.badHeader, context: .init(url: context.url, option: name))
            }
        }
    }

    /// A byte that a header value may hold: no control character but the tab.
    static func isFieldByte(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }

    /// A byte of a `token` (RFC 9110, section 5.6.2).
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
