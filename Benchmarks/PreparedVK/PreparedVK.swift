// Govorun: a VK that has all its messages ready. SPDX-License-Identifier: MIT
import Measuring
import MicroServer
import Synchronization

/// Answers what a runner asks at its start, its polls at once with prepared messages, and sends with numbers; checks nothing.
///
/// `/SIZE/TOTAL/RATE` before each path says how many messages a poll brings, how many there are (then polls are held), and how many a
/// second come at most; 0: as fast as they are asked for.
package final class PreparedVK: Sendable {
    private let lastNumber = Atomic(500_000_000)
    private let prepared = Mutex<[Int: PreparedUpdates]>([:])
    private let start = Mutex(ContinuousClock.now)
    private let replies: ReplyTimes

    private init(_ replies: ReplyTimes) { self.replies = replies }

    /// What a bot's client takes as VK's address.
    package static func address(port: Int, size: Int, total: Int, rate: Int = 0) -> String {
        "http://127.0.0.1:\(port)/\(size)/\(total)/\(rate)/method"
    }

    /// Serves in this process: prints its port and runs until standard input ends.
    ///
    /// - Parameter messages: after so many, of which each came alone, prints how long they waited for their replies.
    package static func serve(timing messages: Int = 0) async throws {
        let vk = PreparedVK(ReplyTimes(of: messages))
        let server = try MicroServer { await vk.answer($0) }
        ServerProcess.say(server.port)
        ServerProcess.awaitEnd()
        await server.stop()
    }

    private func answer(_ request: ServerRequest) async -> ServerResponse {
        let words = request.path.split(separator: "/")
        guard words.count >= 4, let size = Int(words[0]), let total = Int(words[1]), let rate = Int(words[2]) else { return .notFound }
        if words[3] == "poll" { return await poll(request, size, total, rate) }
        let host = request.headers.first(named: "Host") ?? ""
        switch words.last {
        case "groups.getById":
            return json(#"{"response":{"groups":[{"id":\#(PreparedUpdates.community),"name":"prepared","screen_name":"prepared"}]}}"#)
        case "groups.getLongPollServer":
            return json(#"{"response":{"key":"key","server":"http:\/\/\#(host)\/\#(size)\/\#(total)\/\#(rate)\/poll","ts":"0"}}"#)
        case "groups.getLongPollSettings": return json(#"{"response":{"is_enabled":true,"events":{}}}"#)
        case "messages.send":
            replies.replied()
            return json(#"{"response":\#(sent(to: request.form.first(named: "peer_ids") ?? ""))}"#)
        case "execute": return json(#"{"response":[\#(sent(by: request.form.first(named: "code") ?? ""))]}"#)
        default: return .notFound
        }
    }

    private func poll(_ request: ServerRequest, _ size: Int, _ total: Int, _ rate: Int) async -> ServerResponse {
        let position = Int(request.query.first(named: "ts") ?? "") ?? 0
        let start = start.withLock { start in
            if position == 0 { start = .now }
            return start
        }
        do {
            if position >= total { try await Task.sleep(for: .seconds(25)) }
            if rate > 0 { try await Task.sleep(until: start + .seconds(1) * position / rate, clock: .continuous) }
        } catch {
            return .abort
        }
        guard position < total else { return json(#"{"ts":"\#(position)","updates":[]}"#) }
        let updates = prepared.withLock { prepared in
            let updates = prepared[size] ?? PreparedUpdates(size: size)
            prepared[size] = updates
            return updates
        }
        replies.asked()
        return .json(200, updates.answer(from: position))
    }

    /// The answers to all sends in a pack.
    private func sent(by code: String) -> String {
        let (bytes, mark) = (Array(code.utf8), Array(#""peer_ids":""#.utf8))
        var answers: [String] = []
        var index = 0
        while index + mark.count < bytes.count {
            guard bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) else {
                index += 1
                continue
            }
            let peer = bytes[(index + mark.count)...].prefix { $0 != UInt8(ascii: "\"") }
            answers.append(sent(to: String(decoding: peer, as: UTF8.self)))
            index = peer.endIndex
        }
        return answers.joined(separator: ",")
    }

    private func sent(to peer: String) -> String {
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        return #"[{"peer_id":\#(peer),"message_id":\#(number),"conversation_message_id":\#(number)}]"#
    }

    private func json(_ text: String) -> ServerResponse { .json(200, Array(text.utf8)) }
}
