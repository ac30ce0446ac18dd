// Govorun: libcurl's global start, and what it was built with. SPDX-License-Identifier: MIT
import CCurlShim
import Glibc

/// libcurl as a whole. Started once and never ended: others in the process may use it too.
enum CurlLibrary {
    private static let startCode = curl_global_init(Int(CURL_GLOBAL_ALL)).rawValue

    /// Whether libcurl has a bundle file of authorities, so that the directory beside it is not needed.
    ///
    /// Debian sets both, and the directory defeats libcurl's cache of authorities: measured 320–376 KB and 8 ms CPU per TLS
    /// connection with it, 65–75 KB and 0.9 ms without.
    static let hasAuthorityFile: Bool = {
        guard let easy = curl_easy_init() else { return false }
        defer { curl_easy_cleanup(easy) }
        guard let path = ccurl_get_text(easy, CURLINFO_CAINFO) else { return false }
        return access(path, R_OK) == 0
    }()

    static func start() throws(HTTPError) {
        guard startCode == CURLE_OK.rawValue else { throw HTTPError(.outOfMemory, context: .init(curlCode: Int(startCode))) }
        _ = hasAuthorityFile  // reads the file system: here rather than on the loop's thread
    }
}
