// Govorun: what a test wants calls to come to. SPDX-License-Identifier: MIT
public import BotKit

/// What the next calls come to, in the order in which the test said it.
struct CallScript: Sendable {
    /// What a call comes to.
    enum Outcome: Sendable {
        /// VK refuses it.
        case refused(VKErrorCode)
        /// The connection breaks once it is on its way.
        case broken
        /// VK answers with this, under `response`.
        case answered(JSONValue)
    }

    private struct Scripted<Value: Sendable>: Sendable {
        let method: String
        let peer: Peer?
        let value: Value
        var times: Int
    }

    private var outcomes: [Scripted<Outcome>] = []
    private var delays: [Scripted<Duration>] = []

    mutating func add(_ outcome: Outcome, to method: String, in peer: Peer?, times: Int) {
        outcomes.append(Scripted(method: method, peer: peer, value: outcome, times: times))
    }

    mutating func add(_ delay: Duration, to method: String, in peer: Peer?, times: Int) {
        delays.append(Scripted(method: method, peer: peer, value: delay, times: times))
    }

    /// What `call` comes to; `nil` where the test said nothing.
    mutating func outcome(of call: MemoryVK.RecordedCall) -> Outcome? { Self.take(call, from: &outcomes) }
    /// How long its answer takes by the test's time.
    mutating func delay(of call: MemoryVK.RecordedCall) -> Duration? { Self.take(call, from: &delays) }

    private static func take<Value>(_ call: MemoryVK.RecordedCall, from scripted: inout [Scripted<Value>]) -> Value? {
        let peers = call.peers
        let index = scripted.firstIndex { $0.times > 0 && $0.method == call.method && ($0.peer.map { peers.contains($0.id) } ?? true) }
        guard let index else { return nil }
        scripted[index].times -= 1
        return scripted[index].value
    }
}

extension MemoryVK.RecordedCall {
    /// The conversations it is about.
    fileprivate var peers: [Int] {
        (parameters["peer_ids"] ?? parameters["peer_id"] ?? "").split(separator: ",").compactMap { Int($0) }
    }
}

extension TestBot {
    /// The next `times` calls of `method` fail with `code`; with `peer`, of those about that conversation.
    public func fail(_ method: String, with code: VKErrorCode, times: Int = 1, in peer: Peer? = nil) {
        vk.change { $0.script.add(.refused(code), to: method, in: peer, times: times) }
    }

    /// The connection breaks under the next `times` calls of `method`, so that nobody knows whether VK has performed them.
    ///
    /// What a repeat cannot harm is repeated by the client; `vk.calls` shows each attempt.
    public func breakConnection(_ method: String, times: Int = 1, in peer: Peer? = nil) {
        vk.change { $0.script.add(.broken, to: method, in: peer, times: times) }
    }

    /// The next call of `method` is answered with `response`, what stands under VK's `response` key; say it again for the one after that.
    public func answerNext(_ method: String, with response: JSONValue, in peer: Peer? = nil) {
        vk.change { $0.script.add(.answered(response), to: method, in: peer, times: 1) }
    }

    /// The next `times` calls of `method` get their answers only once the time was moved on by `duration`:
    ///
    /// ```swift
    /// bot.delay("messages.send", by: .seconds(5))
    /// async let replies = alice.says("/slow")
    /// await bot.untilSomebodyWaits()
    /// await bot.advance(by: .seconds(5))
    /// #expect(await replies.count == 1)
    /// ```
    public func delay(_ method: String, by duration: Duration, times: Int = 1, in peer: Peer? = nil) {
        vk.change { $0.script.add(duration, to: method, in: peer, times: times) }
    }

    /// Returns when something in the bot waits for the test to move the time on.
    public func untilSomebodyWaits() async { while sleepers == 0 { await Task.yield() } }
}
