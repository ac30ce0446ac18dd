// Govorun: the way from here to a host. SPDX-License-Identifier: MIT

/// How a request reaches its host: proxy, trusted authorities, pinned keys.
///
/// Nothing is read from the environment: no `http_proxy`, no `no_proxy`, no `SSL_CERT_FILE`.
public struct HTTPRoute: Sendable, Hashable {
    /// `http://[user:password@]host:port` or `socks5h://…` (which leaves name lookup to the proxy). `nil`: direct.
    public var proxy: String?
    /// A PEM file of authorities to trust *instead* of the system's bundle.
    public var caFile: String?
    /// SHA-256 of the public keys (SPKI) the server may have, in base64, with or without `sha256//` before it.
    ///
    /// Empty: any key an authority vouches for. Pins are an additional check, and need an `https` URL.
    public var pins: [String]
    /// A Unix-domain socket to connect to, instead of the host and port of the URL.
    public var unixSocket: String?

    /// Makes a route; without arguments, the direct one.
    public init(proxy: String? = nil, caFile: String? = nil, pins: [String] = [], unixSocket: String? = nil) {
        self.proxy = proxy
        self.caFile = caFile
        self.pins = pins
        self.unixSocket = unixSocket
    }
}

extension HTTPRoute: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The parts in use; a proxy without its password.
    public var description: String {
        var parts: [String] = []
        if let proxy { parts.append("proxy \(RedactedURL(proxy)?.description ?? "<unreadable URL>")") }
        if let caFile { parts.append("CA file \(caFile)") }
        if !pins.isEmpty { parts.append("\(pins.count) pins") }
        if let unixSocket { parts.append("socket \(unixSocket)") }
        return parts.isEmpty ? "direct" : parts.joined(separator: ", ")
    }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["route": description]) }
}

extension HTTPRoute {
    /// The pins as libcurl wants them: `sha256//…;sha256//…`; `nil` without pins.
    func pinList() throws(HTTPError) -> String? {
        guard !pins.isEmpty else { return nil }
        var list = ""
        for pin in pins {
            let key = pin.hasPrefix("sha256//") ? pin.dropFirst(8) : pin[...]
            // 32 bytes in base64: 43 digits and one "=". libcurl would take anything else for a file name.
            guard key.utf8.count == 44, key.hasSuffix("="), key.utf8.dropLast().allSatisfy(isBase64Digit) else {
                throw HTTPError(.rejectedOption, context: .init(option: "pins"))
            }
            if !list.isEmpty { list += ";" }
            list += "sha256//\(key)"
        }
        return list
    }

    private func isBase64Digit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
