// Govorun: one accepted connection in the hands of a test's script. SPDX-License-Identifier: MIT
import Foundation

/// Blocking reads and writes on one connection; used by its script's thread only.
final class Connection {
    struct Ended: Error {}

    let socket: Int32
    private let record: ScriptedServer.Record
    private var unread: [UInt8] = []

    init(_ socket: Int32, _ record: ScriptedServer.Record) {
        self.socket = socket
        self.record = record
    }

    /// The next request, recorded; `nil` when the client has closed.
    func nextRequest() throws -> ReceivedRequest? {
        guard let head = try readHead() else { return nil }
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        guard words.count == 3 else { throw Ended() }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let body = try read(headers["content-length"].flatMap { Int($0) } ?? 0)
        let request = ReceivedRequest(method: words[0], target: words[1], headers: headers, body: body)
        record.append(request)
        return request
    }

    /// Exactly so many bytes.
    func read(_ count: Int) throws -> [UInt8] {
        while unread.count < count { guard try fill() else { throw Ended() } }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    func send(_ reply: Reply) throws { try send(reply.bytes) }
    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Ended() }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns when the client has closed, or the server is stopped.
    func hold() throws { while try fill() {} }

    /// Makes the coming close a reset instead of an orderly end.
    func resetOnClose() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    }

    /// Copies bytes both ways until one side closes, as a proxy does.
    func tunnel(to port: UInt16) throws {
        let other = try Sockets.connect(to: port)
        defer { close(other) }
        var sides = [socket, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&sides, 2, -1) > 0 {
            for (from, to) in [(0, 1), (1, 0)] where sides[from].revents != 0 {
                guard try Sockets.copySome(from: sides[from].fd, to: sides[to].fd) else { return }
            }
        }
    }

    private func readHead() throws -> String? {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { unread.removeFirst(end.upperBound) }
                return String(decoding: unread[..<end.lowerBound], as: UTF8.self)
            }
            guard try fill() else { return nil }
        }
    }

    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        unread += buffer.prefix(count)
        return true
    }
}

/// An answer for a script to send.
struct Reply: Sendable {
    var status = 200
    var headers: [(String, String)] = []
    var body: [UInt8]

    init(_ text: String, status: Int = 200, headers: [(String, String)] = []) {
        self.init(Array(text.utf8), status: status, headers: headers)
    }

    init(_ body: [UInt8], status: Int = 200, headers: [(String, String)] = []) {
        (self.body, self.status, self.headers) = (body, status, headers)
    }

    var bytes: [UInt8] {
        let lines = headers.map { "\($0): \($1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) Scripted\r\n\(lines)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
