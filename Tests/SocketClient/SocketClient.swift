// Govorun: a raw HTTP/1.1 client for tests, which can also misbehave. SPDX-License-Identifier: MIT
import Foundation
import Glibc

/// One connection to a server on this machine. Reading waits on a thread of its own, at most a minute: other tests may keep the machine busy.
public final class SocketClient: Sendable {
    /// Why a test's exchange broke off.
    public enum Failure: Error, Equatable {
        /// Nothing listens there.
        case refused
        /// The server closed in order, having sent these bytes less than it owed.
        case ended(received: Int)
        /// The server reset the connection.
        case reset
        /// Nothing came for a minute.
        case silent
        /// What came is no HTTP.
        case notHTTP
    }

    private let descriptor: Int32

    /// Connects.
    public init(port: Int, host: String = "127.0.0.1") throws {
        let isIPv6 = host.contains(":")
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var result: Int32 = -1
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = UInt16(port).bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            result = Self.connect(descriptor, &address, MemoryLayout<sockaddr_in6>.size)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            inet_pton(AF_INET, host, &address.sin_addr)
            result = Self.connect(descriptor, &address, MemoryLayout<sockaddr_in>.size)
        }
        guard result == 0 else { throw Failure.refused }
    }

    deinit { Glibc.close(descriptor) }

    /// Sends bytes; a server that closed meanwhile is noticed when reading.
    public func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Sends text as UTF-8.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Ends both directions at once, as a client does that gives up.
    public func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Ends the sending direction, so that a server does not wait for more.
    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one answer.
    ///
    /// - Parameter hasBody: false after `HEAD`.
    public func answer(hasBody: Bool = true) async throws -> SocketAnswer {
        try await blocking { [self] in
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { try head.append(readByte(after: head.count)) }
            guard var answer = SocketAnswer(head: head) else { throw Failure.notHTTP }
            if !hasBody || answer.status == 304 { return answer }
            if answer.headers["transfer-encoding"] == "chunked" {
                answer.body = try readChunks()
            } else {
                answer.body = try read(count: Int(answer.headers["content-length"] ?? "0") ?? 0)
            }
            return answer
        }
    }

    /// Reads until what was read ends with the text.
    public func receive(until ending: String) async throws -> String {
        try await blocking { [self] in
            var bytes: [UInt8] = []
            while !bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) { try bytes.append(readByte(after: bytes.count)) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            // Dispatch has a bounded number of threads: some hundred tests that wait at once would stop each other, and Swift's tasks too.
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    private func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            var line: [UInt8] = []
            while !line.suffix(2).elementsEqual([13, 10]) { try line.append(readByte(after: body.count)) }
            guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else { throw Failure.notHTTP }
            body += try read(count: size)
            _ = try read(count: 2)
            if size == 0 { return body }
        }
    }

    private func readByte(after count: Int) throws -> UInt8 {
        let byte = try read(count: 1, alreadyRead: count)
        return byte[0]
    }

    private func read(count: Int, alreadyRead: Int = 0) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, 0) }
            if got == 0 { throw Failure.ended(received: alreadyRead + filled) }
            if got < 0 { throw errno == EAGAIN ? Failure.silent : Failure.reset }
            filled += got
        }
        return bytes
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address, _ size: Int) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, socklen_t(size)) }
        }
    }
}

/// One HTTP answer.
public struct SocketAnswer: Sendable {
    /// The status of the first line.
    public let status: Int
    /// Header fields, names in small letters, the last of a name.
    public let headers: [String: String]
    /// The body, chunks joined.
    public var body: [UInt8] = []

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    init?(head: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1."), let status = Int(first.split(separator: " ")[1]) else { return nil }
        self.status = status
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        headers = Dictionary(fields) { $1 }
    }
}

extension SocketClient {
    /// One exchange over a connection of its own.
    public static func get(_ target: String, port: Int, headers: String = "") async throws -> SocketAnswer {
        let client = try SocketClient(port: port)
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)\r\n")
        return try await client.answer()
    }

    /// Posts a body over a connection of its own.
    public static func post(_ target: String, port: Int, type: String, _ body: String, headers: String = "") async throws -> SocketAnswer {
        let client = try SocketClient(port: port)
        client.send(
            "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
        )
        return try await client.answer()
    }
}
