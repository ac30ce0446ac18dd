// Govorun: the benchmark's server, a process of its own with one epoll thread. SPDX-License-Identifier: MIT
import CCurlShim
import Glibc

/// Holds `/poll`, answers `/call` at once, `/held/N` when N polls are held, and `/release` after answering all of them.
///
/// It trusts its client: requests are short, come whole, and have no body.
struct HoldingServer {
    private static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{\"ts\":\"1\",\"updates\":[]}   ".utf8)

    private let epoll = epoll_create1(0)
    private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private var held: Set<Int32> = []
    private var awaiting: (count: Int, socket: Int32)?
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    /// Listens on a free port, prints it, and serves until standard input ends, that is, as long as its parent lives.
    mutating func run() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(listener, $0, length) == 0 && listen(listener, 4_096) == 0 && getsockname(listener, $0, &length) == 0)
            }
        }
        print(UInt16(bigEndian: address.sin_port))
        fflush(nil)
        watch(listener)
        watch(0)
        var events = [epoll_event](repeating: epoll_event(), count: 512)
        while true {
            let count = epoll_wait(epoll, &events, Int32(events.count), -1)
            for event in events.prefix(max(0, Int(count))) {
                if event.data.fd == 0 { return }
                if event.data.fd == listener { watch(accept(listener, nil, nil)) } else { serve(event.data.fd) }
            }
        }
    }

    private func watch(_ descriptor: Int32) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        precondition(epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0, "cannot watch \(descriptor): errno \(errno)")
    }

    private mutating func serve(_ client: Int32) {
        let count = recv(client, &buffer, buffer.count, 0)
        guard count > 0 else {
            held.remove(client)
            close(client)
            return
        }
        let target = buffer[..<count].split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first ?? []
        if target.starts(with: "/poll".utf8) {
            held.insert(client)
        } else if target.starts(with: "/held/".utf8) {
            awaiting = (Int(String(decoding: target.dropFirst(6), as: UTF8.self)) ?? 0, client)
        } else {
            if target.starts(with: "/release".utf8) { release() }
            reply(to: client)
        }
        if let (count, waiter) = awaiting, held.count >= count {
            awaiting = nil
            reply(to: waiter)
        }
    }

    private mutating func release() {
        for client in held { reply(to: client) }
        held = []
    }

    private func reply(to client: Int32) { send(client, Self.answer, Self.answer.count, Int32(MSG_NOSIGNAL)) }
}
