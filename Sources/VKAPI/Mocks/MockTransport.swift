// Govorun: a transport that a test writes. SPDX-License-Identifier: MIT
public import CurlClient
import Synchronization

/// Answers in VK's place what it was told to, and remembers what was asked:
///
/// ```swift
/// let vk = MockTransport()
/// vk.answer("users.get", with: .response([["id": 1, "first_name": "Anna"]]))
/// let client = VKClient(token: Secret("token-of-the-test"), transport: vk)
/// let user = try await client.users.get(userIDs: ["anna"]).send()[0]
/// #expect(user.firstName == "Anna" && vk.calls("users.get").count == 1)
/// ```
///
/// Of the scripts that match, the first one with an answer left gives it; when none does, the call fails with `.refused` and a message that
/// lists them. Calls that a client packs into an `execute` arrive one by one: nobody scripts packs.
public final class MockTransport: APITransport {
    /// Answers a call; `nil`: the next script is asked.
    public typealias Handler = @Sendable (MockCall) async throws -> MockAnswer?

    private struct Script {
        let pattern: MethodPattern
        let condition: @Sendable (MockCall) -> Bool
        let words: String
        var source: Source
    }

    private enum Source {
        case always(MockAnswer)
        case inTurn(ArraySlice<MockAnswer>)
        case handler(Handler)
    }

    /// What a script has for a call.
    private enum Given {
        case answer(MockAnswer)
        case handler(Handler)
    }

    private struct State {
        var scripts: [Script] = []
        var calls: [MockCall] = []
        var unmatched: [MockCall] = []
    }

    private let state = Mutex(State())
    private let time: any TimeSource

    /// A mock without scripts; delays pass on `time`, which is best the client's.
    public init(time: any TimeSource = SystemTime()) { self.time = time }

    /// Everything asked so far, in order.
    public var calls: [MockCall] { state.withLock { $0.calls } }

    /// What was asked of `pattern`.
    public func calls(_ pattern: MethodPattern) -> [MockCall] { calls.filter(pattern.matches) }

    /// What no script had an answer to.
    public var unmatched: [MockCall] { state.withLock { $0.unmatched } }

    /// Answers every such call with `answer`.
    @discardableResult
    public func answer(
        _ pattern: MethodPattern, where condition: @escaping @Sendable (MockCall) -> Bool = { _ in true }, with answer: MockAnswer
    ) -> MockTransport {
        add(Script(pattern: pattern, condition: condition, words: "\(pattern)", source: .always(answer)))
    }

    /// Answers such calls with one of `answers` after the other, each once.
    @discardableResult
    public func answer(
        _ pattern: MethodPattern, where condition: @escaping @Sendable (MockCall) -> Bool = { _ in true }, inTurn answers: [MockAnswer]
    ) -> MockTransport {
        add(Script(pattern: pattern, condition: condition, words: "\(pattern)", source: .inTurn(answers[...])))
    }

    /// Answers such calls with what `handler` says.
    @discardableResult
    public func answer(
        _ pattern: MethodPattern, where condition: @escaping @Sendable (MockCall) -> Bool = { _ in true }, by handler: @escaping Handler
    ) -> MockTransport {
        add(Script(pattern: pattern, condition: condition, words: "\(pattern)", source: .handler(handler)))
    }

    private func add(_ script: Script) -> MockTransport {
        state.withLock { $0.scripts.append(script) }
        return self
    }

    /// Answers one request.
    ///
    /// - Throws: for a call `VKError`, for another request `HTTPError`; what a handler throws; `CancellationError`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let call = MockCall(request, at: time.now)
        guard !isPack(call) else { return try MockAnswer.error(15, "packs are not scripted").response() }
        state.withLock { $0.calls.append(call) }
        var next = 0
        while let given = given(to: call, from: &next) {
            switch given {
            case .answer(let answer): return try await deliver(answer, to: call)
            case .handler(let handler): if let answer = try await handler(call) { return try await deliver(answer, to: call) }
            }
        }
        throw unanswered(call)
    }

    /// What the first script from `next` on has for `call`; `next` is then the place behind it.
    private func given(to call: MockCall, from next: inout Int) -> Given? {
        state.withLock { state in
            while next < state.scripts.count {
                defer { next += 1 }
                let script = state.scripts[next]
                guard script.pattern.matches(call), script.condition(call) else { continue }
                switch script.source {
                case .always(let answer): return .answer(answer)
                case .handler(let handler): return .handler(handler)
                case .inTurn(var answers):
                    guard let answer = answers.popFirst() else { continue }
                    state.scripts[next].source = .inTurn(answers)
                    return .answer(answer)
                }
            }
            return nil
        }
    }

    private func deliver(_ answer: MockAnswer, to call: MockCall) async throws -> HTTPResponse {
        if answer.delay > .zero { try await time.sleep(for: answer.delay) }
        return call.isMethod ? try answer.response(to: call.method) : try answer.response()
    }

    /// A client's pack, as long as no script is for `execute`: refused as VK refuses `execute`, the client sends the calls alone.
    private func isPack(_ call: MockCall) -> Bool {
        guard call.isMethod, call.method == "execute", call["code"]?.hasPrefix("return [API.") == true else { return false }
        return state.withLock { !$0.scripts.contains { $0.pattern == .method("execute") } }
    }

    private func unanswered(_ call: MockCall) -> VKError {
        let scripted = state.withLock { state in
            state.unmatched.append(call)
            return state.scripts.map(\.words)
        }
        let words = scripted.isEmpty ? "nothing" : scripted.joined(separator: ", ")
        return VKError(.refused, method: call.method, message: "no script has an answer to \(call); scripted: \(words)")
    }
}
