// Govorun: posts callbacks as fast as they are answered. SPDX-License-Identifier: MIT
import Glibc

/// Keeps one post on its way on each of its connections, on a thread of its own.
struct Poster: Sendable {
    struct Result: Sendable {
        var answered = 0
        var refused = 0
        /// From sending to the answer, of every tenth post.
        var waits: [Duration] = []
    }

    let port: Int
    let connections: Int
    let seconds: Int
    /// Begins this poster's event ids.
    let prefix: String
    let secret: String

    func run() async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let work = Work { continuation.resume(with: Swift.Result { try post() }) }
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { raw in
                    if let raw { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body() }
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
            if status == 0 { pthread_detach(thread) } else { continuation.resume(throwing: BenchmarkError.noConnection) }
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private func post() throws -> Result {
        var (result, number) = (Result(), 0)
        var polled = try (0..<connections).map { _ in pollfd(fd: try connect(), events: Int16(POLLIN), revents: 0) }
        defer { for one in polled { close(one.fd) } }
        var sent = [ContinuousClock.Instant](repeating: .now, count: connections)
        for one in polled {
            try send(number, on: one.fd)
            number += 1
        }
        let deadline = ContinuousClock.now + .seconds(seconds)
        while polled.contains(where: { $0.events != 0 }) {
            guard poll(&polled, nfds_t(polled.count), 10_000) > 0 else { throw BenchmarkError.badAnswer }
            for index in polled.indices where polled[index].revents != 0 {
                let isTaken = try takeAnswer(from: polled[index].fd)
                if isTaken { result.answered += 1 } else { result.refused += 1 }
                let now = ContinuousClock.now
                if result.answered % 10 == 0 { result.waits.append(sent[index].duration(to: now)) }
                guard now < deadline else {
                    polled[index].events = 0
                    continue
                }
                sent[index] = now
                try send(number, on: polled[index].fd)
                number += 1
            }
        }
        return result
    }

    /// - Returns: whether it was `ok`; it comes in one piece.
    private func takeAnswer(from descriptor: Int32) throws -> Bool {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { answer in
            let count = recv(descriptor, answer.baseAddress, answer.count, 0)
            guard count > 0 else { throw BenchmarkError.badAnswer }
            return answer[..<count].suffix(6).elementsEqual([13, 10, 13, 10] + "ok".utf8)
        }
    }

    private func send(_ number: Int, on descriptor: Int32) throws {
        let body =
            #"{"type":"message_new","event_id":"\#(prefix)-\#(number)","v":"5.199","object":{"client_info":"# + Self.clientInfo
            + #","message":{"date":1767270000,"from_id":510001001,"id":\#(number),"version":10000541,"out":0,"attachments":[],"#
            + #""conversation_message_id":\#(number),"fwd_messages":[],"text":"сообщение номер \#(number)","peer_id":510001001,"random_id":0}},"#
            + #""group_id":5,"secret":"\#(secret)"}"#
        let head =
            "POST /callback HTTP/1.1\r\nHost: bots.example\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let request = Array((head + body).utf8)
        guard Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { throw BenchmarkError.badAnswer }
    }

    private static let clientInfo =
        #"{"button_actions":["text","vkpay","open_app","location","open_link","open_photo","callback","intent_subscribe","#
        + #""intent_unsubscribe"],"keyboard":true,"inline_keyboard":true,"carousel":true,"lang_id":0}"#

    private func connect() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard status == 0 else { throw BenchmarkError.noConnection }
        return descriptor
    }
}
