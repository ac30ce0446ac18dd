// Govorun: plain sockets for the tests' servers. SPDX-License-Identifier: MIT
import Foundation

enum Sockets {
    struct Failed: Error { let call: String, number: Int32 }

    /// A listening socket on a free port of 127.0.0.1.
    static func listen() throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { throw Failed(call: "socket", number: errno) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) | Foundation.listen(listener, 1_024) | getsockname(listener, $0, &length)
            }
        }
        guard status == 0 else { throw Failed(call: "listen", number: errno) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// A listening Unix-domain socket at a path of at most 100 bytes.
    static func listen(at path: String) throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) | Foundation.listen(listener, 16)
            }
        }
        guard status == 0 else { throw Failed(call: "listen", number: errno) }
        return listener
    }

    static func connect(to port: UInt16) throws -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port: port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failed(call: "connect", number: errno) }
        return client
    }

    /// A port that nobody listens on.
    static func refusedPort() throws -> UInt16 {
        let (listener, port) = try listen()
        close(listener)
        return port
    }

    /// Copies what is there; `false` at the end.
    static func copySome(from: Int32, to: Int32) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(from, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        return send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
