// Govorun: the hosts that files of VK lie on. SPDX-License-Identifier: MIT
import CurlClient

/// VK's hosts.
public enum VKHosts {
    /// Domains of VK and its file servers; their subdomains belong to them (seen in answers of the API).
    public static let files = [
        "vk.com", "vk.ru", "vk.me", "userapi.com", "vk-cdn.net", "vk-cdn.com", "vkuser.net", "vkuservideo.net", "vkuservideo.com",
        "vkuseraudio.net", "vkuseraudio.com", "vkuserlive.net", "vkvideo.ru", "mycdn.me", "okcdn.ru",
    ]
}

/// Decides which addresses are fetched: those of VK, and of the API as it is configured.
struct DownloadHosts: Sendable {
    let domains: [String]
    /// Where the methods stand: a simulator's files lie beside them, without TLS where it has none.
    let api: String

    /// Whether `url` may be fetched.
    func allows(_ url: String) -> Bool {
        guard let url = RedactedURL(url) else { return false }
        let host = url.host.lowercased()
        if url.scheme == "https", domains.contains(where: { host == $0 || host.hasSuffix("." + $0) }) { return true }
        guard let api = RedactedURL(api), api.host.lowercased() == host else { return false }
        return url.scheme == "https" || (url.scheme == "http" && api.scheme == "http")
    }
}
