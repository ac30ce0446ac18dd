// Govorun: bots long poll over HTTP. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Answers `/longpoll/GROUP?act=a_check&key=…&ts=…&wait=…` (protocol reference, section 6).
struct LongPollEndpoint: Sendable {
    let simulator: VKSimulator

    func answer(_ group: String, _ request: ServerRequest) async -> ServerResponse {
        let parameters = Parameters(request)
        guard let group = Int(group), simulator.change({ $0.communities[group] != nil }) else { return .notFound }
        guard parameters.text("act") == "a_check" else { return .badRequest("act should be a_check") }
        let fault = simulator.change { $0.takePollFault(group) }
        if case .failed(let code)? = fault { return .json(200, failed(code, group)) }
        let body = fault.map(Self.needsNoEvents) == true ? [] : await poll(group, parameters)
        return await FaultPerformer(simulator: simulator).answer(fault) { _ in body }
    }

    private static func needsNoEvents(_ fault: Fault.Kind) -> Bool {
        switch fault {
        case .status, .resetBefore, .hang, .refuse: true
        default: false
        }
    }

    /// Waits for events as long as the client asked, at most 90 seconds.
    private func poll(_ group: Int, _ parameters: Parameters) async -> [UInt8] {
        let key = parameters.text("key") ?? ""
        let ts = parameters.text("ts").flatMap { Int($0) }
        let wait = min(max(parameters.text("wait").flatMap { Int($0) } ?? 25, 0), 90)
        let waiter = Waiter()
        let first = simulator.change { world in
            let answer = world[community: group].queue.poll(key: key, ts: ts)
            if answer == .nothing, wait > 0 { world[community: group].queue.hold(waiter) }
            return answer
        }
        guard first == .nothing, wait > 0 else { return body(first, ts: ts) }
        await hold(waiter, for: .seconds(wait))
        return body(
            simulator.change { world in
                world[community: group].queue.release(waiter)
                return world[community: group].queue.poll(key: key, ts: ts)
            }, ts: ts)
    }

    private func hold(_ waiter: Waiter, for duration: Duration) async {
        async let _: Void = wake(waiter, after: duration)
        await waiter.wait()
        // Leaving the scope cancels the timeout and awaits it.
    }

    private func wake(_ waiter: Waiter, after duration: Duration) async {
        do { try await simulator.configuration.time.sleep(duration) } catch { return }
        waiter.wake()
    }

    private func body(_ answer: EventQueue.Answer, ts: Int?) -> [UInt8] {
        var writer = JSONWriter()
        switch answer {
        case .events(let events, let ts):
            writer.object { writer in
                writer.member("ts", String(ts))
                writer.key("updates")
                writer.array { writer in for event in events { writer.raw(event[...]) } }
            }
        case .nothing: writer.write(["ts": JSONValue(String(ts ?? 0)), "updates": []] as JSONValue)
        case .lost(let ts): writer.write(["failed": 1, "ts": JSONValue(ts)] as JSONValue)
        case .wrongKey: writer.write(["failed": 2] as JSONValue)
        }
        return writer.bytes
    }

    private func failed(_ code: Int, _ group: Int) -> [UInt8] {
        var answer: JSONObject = ["failed": JSONValue(code)]
        if code == 1 { answer["ts"] = JSONValue(simulator.change { $0[community: group].queue.ts }) }
        return JSONValue.object(answer).bytes
    }
}

extension World {
    fileprivate mutating func takePollFault(_ group: Int) -> Fault.Kind? {
        let fault = takeFault(for: Fault.longPoll)
        if fault == .expireKeys { self[community: group].queue.expireKeys() }
        return fault
    }
}
