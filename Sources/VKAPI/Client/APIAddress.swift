// Govorun: where the methods of VK stand. SPDX-License-Identifier: MIT

/// Reads the address of the API as people write it.
package enum APIAddress {
    /// `api` with exactly one slash at its end, VK's path where only a host is given, and `https` where no scheme is.
    static func endpoint(of api: String) -> String {
        var text = Substring(api)
        while text.last == "/" { text.removeLast() }
        let host = withoutScheme(text)
        let address = (host.startIndex == text.startIndex ? "https://" : "") + text
        return host.contains("/") ? address + "/" : address + "/method/"
    }

    /// The scheme of `api` with what follows it, `http://` or `https://`.
    package static func scheme(of api: String) -> String { api.lowercased().hasPrefix("http://") ? "http://" : "https://" }

    /// What stands behind `://`; all of it where there is none.
    private static func withoutScheme(_ text: Substring) -> Substring {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return text }
        return text[colon...].dropFirst(3)
    }
}
