// Govorun: the socket a server listens on. SPDX-License-Identifier: MIT
import Glibc

/// A bound, listening TCP socket. Made here, not by the library, which would not say why it failed.
struct ListeningSocket: ~Copyable {
    private var descriptor: Int32
    /// The port in use, also when 0 was asked for.
    let port: Int

    init(host: String, port: Int) throws(ServerError) {
        guard (0...65_535).contains(port) else { throw ServerError(.badAddress, host: host, port: port) }
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let first = found else {
            throw ServerError(.badAddress, host: host, port: port)
        }
        defer { freeaddrinfo(first) }
        let opened = Self.open(first.pointee)
        guard opened.descriptor >= 0 else { throw Self.error(opened.systemError, host: host, port: port) }
        descriptor = opened.descriptor
        self.port = Self.port(of: opened.descriptor)
    }

    /// Gives the descriptor away; whoever takes it closes it.
    consuming func release() -> Int32 {
        let taken = descriptor
        descriptor = -1
        return taken
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func open(_ address: addrinfo) -> (descriptor: Int32, systemError: Int32) {
        let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return (-1, errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 4096) == 0 else {
            let systemError = errno
            close(descriptor)
            return (-1, systemError)
        }
        return (descriptor, 0)
    }

    private static func error(_ systemError: Int32, host: String, port: Int) -> ServerError {
        let code: ServerError.Code =
            switch systemError {
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL, EAFNOSUPPORT: .badAddress
            case EACCES, EPERM: .notPermitted
            default: .unavailable
            }
        return ServerError(code, host: host, port: port, systemError: systemError)
    }

    private static func port(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
            // The port lies at the same place in sockaddr_in and sockaddr_in6.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
        }
    }
}

/// The numeric address of a peer; empty when the system cannot say.
func numericAddress(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let family = Int32(address.pointee.sa_family)
    let length = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
        guard let start = text.baseAddress,
            getnameinfo(address, socklen_t(length), start, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return "" }
        return String(cString: start)
    }
}
