// Govorun: the parts of a URL that may be shown. SPDX-License-Identifier: MIT
import CCurlShim

/// Scheme, host, port and path of a URL; query, fragment, user name and password are gone for good.
///
/// Read by libcurl's own parser, so that what is checked and shown here is what libcurl connects to.
public struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
    /// In lower case, as `https`.
    public let scheme: String
    /// A name or a numeric address; an IPv6 address in its brackets.
    public let host: String
    /// As written, or the scheme's default; 0 when the scheme has none.
    public let port: Int
    /// Whether the URL named its port.
    let hasOwnPort: Bool
    /// As written; never empty.
    public let path: String

    /// `scheme://host:port/path`, without the port where it is the scheme's own.
    public var description: String {
        let isUsual = (scheme == "https" && port == 443) || (scheme == "http" && port == 80) || port == 0
        return isUsual ? "\(scheme)://\(host)\(path)" : "\(scheme)://\(host):\(port)\(path)"
    }

    /// Reads an absolute URL of any scheme; `nil` when it is none, or holds a blank or control character anywhere.
    public init?(_ text: String) {
        // A NUL would end the C string early: what was checked would not be what is sent.
        // libcurl forgives a third slash, or a missing one, and takes the path for the host: too much guessing.
        let rest = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard rest.starts(with: "//".utf8), !rest.starts(with: "///".utf8) else { return nil }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS)
        guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: handle), let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty,
            let path = Self.part(CURLUPART_PATH, of: handle)
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.path = path
        hasOwnPort = Self.part(CURLUPART_PORT, of: handle, flags: 0) != nil
        port = Self.part(CURLUPART_PORT, of: handle).flatMap { Int($0) } ?? 0
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: Int32 = CURLU_DEFAULT_PORT) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
