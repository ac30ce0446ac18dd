// Govorun: one host name lookup on a thread of its own. SPDX-License-Identifier: MIT
import Glibc

/// Looks host names up through the C library, which blocks: never on the loop's thread.
enum Lookup {
    /// Looks a host up elsewhere and reports once; throws when it cannot even begin.
    typealias Function = @Sendable (_ host: String, _ report: @escaping @Sendable (LookupResult) -> Void) throws(HTTPError) -> Void

    /// The thread may outlive the client by as long as the name server keeps it waiting.
    static func start(_ host: String, _ report: @escaping @Sendable (LookupResult) -> Void) throws(HTTPError) {
        try startThread(named: "govorun-dns") {
            let addresses = addresses(of: host)
            report(addresses.isEmpty ? .notFound : .found(addresses))
        }
    }

    /// All numeric addresses of a host in the order of preference.
    static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_flags = AI_ADDRCONFIG
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first, next: { $0?.pointee.ai_next }).compactMap { $0.flatMap(numeric) }
    }

    private static func numeric(_ entry: UnsafeMutablePointer<addrinfo>) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard status == 0 else { return nil }
        let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // A scope (`%eth0`) has no place in libcurl's list.
        if address.contains("%") { return nil }
        return entry.pointee.ai_family == AF_INET6 ? "[\(address)]" : address
    }
}
