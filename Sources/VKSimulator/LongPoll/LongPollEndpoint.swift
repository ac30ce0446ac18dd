// Govorun: long poll over HTTP. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Answers `…?act=a_check&key=…&ts=…&wait=…`: bots long poll under `/longpoll/GROUP`, user long poll under `/nimPAGE`
/// (protocol reference, sections 6 and 8).
struct LongPollEndpoint: Sendable {
    let simulator: VKSimulator

    func answer(_ group: String, _ request: ServerRequest) async -> ServerResponse {
        await answer(Int(group).map(PollSource.community), request)
    }

    func answer(page: String, _ request: ServerRequest) async -> ServerResponse {
        await answer(Int(page).map(PollSource.account), request)
    }

    private func answer(_ source: PollSource?, _ request: ServerRequest) async -> ServerResponse {
        let parameters = Parameters(request)
        guard let source, simulator.change({ $0.exists(source) }) else { return .notFound }
        guard parameters.text("act") == "a_check" else { return .badRequest("act should be a_check") }
        let fault = simulator.change { $0.takePollFault(source) }
        if case .failed(let code)? = fault { return .json(200, failed(code, source)) }
        let form = source.form(parameters)
        if let refusal = form.refusal { return .json(200, refusal.bytes) }
        let body = fault.map(Self.needsNoEvents) == true ? [] : await poll(source, parameters, form)
        return await FaultPerformer(simulator: simulator).answer(fault) { _ in body }
    }

    private static func needsNoEvents(_ fault: Fault.Kind) -> Bool {
        switch fault {
        case .status, .resetBefore, .hang, .refuse: true
        default: false
        }
    }

    /// Waits for events as long as the client asked, at most 90 seconds.
    private func poll(_ source: PollSource, _ parameters: Parameters, _ form: any PollForm) async -> [UInt8] {
        let key = parameters.text("key") ?? ""
        let ts = parameters.text("ts").flatMap { Int($0) }
        let wait = min(max(parameters.text("wait").flatMap { Int($0) } ?? 25, 0), 90)
        let waiter = Waiter()
        let first = simulator.change { world in
            let answer = world[queue: source].poll(key: key, ts: ts)
            if answer == .nothing, wait > 0 {
                world[queue: source].hold(waiter)
                world.journal.stir()
            }
            return answer
        }
        guard first == .nothing, wait > 0 else { return body(first, ts, form) }
        await hold(waiter, for: .seconds(wait))
        let second = simulator.change { world in
            world[queue: source].release(waiter)
            return world[queue: source].poll(key: key, ts: ts)
        }
        return body(second, ts, form)
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

    private func body(_ answer: EventQueue.Answer, _ ts: Int?, _ form: any PollForm) -> [UInt8] {
        switch answer {
        case .events(let events, let ts): body(events, ts, form)
        case .nothing: body([], ts ?? 0, form)
        case .lost(let ts): JSONValue.object(["failed": 1, "ts": JSONValue(ts)]).bytes
        case .wrongKey: JSONValue.object(["failed": 2]).bytes
        }
    }

    private func body(_ events: [[UInt8]], _ ts: Int, _ form: any PollForm) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("ts", form.position(ts))
            for (key, value) in form.extras(ts) { writer.member(key, value) }
            writer.key("updates")
            writer.array { writer in for event in events { writer.raw(form.event(event)[...]) } }
        }
        return writer.bytes
    }

    private func failed(_ code: Int, _ source: PollSource) -> [UInt8] {
        var answer: JSONObject = ["failed": JSONValue(code)]
        if code == 1 { answer["ts"] = JSONValue(simulator.change { $0[queue: source].ts }) }
        return JSONValue.object(answer).bytes
    }
}

extension World {
    fileprivate mutating func takePollFault(_ source: PollSource) -> Fault.Kind? {
        let fault = takeFault(for: Fault.longPoll)
        if fault == .expireKeys { self[queue: source].expireKeys() }
        if fault == .loseHistory { self[queue: source].forgetAll() }
        return fault
    }
}
