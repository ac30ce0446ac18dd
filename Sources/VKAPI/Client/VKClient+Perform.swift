// Govorun: a call from its first attempt to its outcome. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

extension VKClient {
    /// VK answers a wrong key with a new captcha; a solver that never gets it right is not asked for ever.
    private static let captchaRounds = 5

    /// Sends the call of `sending` until it has an outcome: VK's answer, or an error that repeating cannot mend.
    ///
    /// - Throws: `VKError`, with the log of its attempts; `CancellationError` when cancelled.
    func perform(_ sending: Sending) async throws -> APIAnswer {
        var call = completed(sending.call)
        call.options = sending.options
        let observers = configuration.observers + sending.observers
        guard !observers.isEmpty else { return try await outcome(of: call, sending) }
        let info = CallInfo(request: sending.id, tag: sending.tag ?? CallingTask.current.tag, call: call)
        for observer in observers { observer.started(info) }
        do {
            let answer = try await outcome(of: call, sending)
            for observer in observers { observer.finished(info, .success(answer.response)) }
            return answer
        } catch {
            for observer in observers { observer.finished(info, .failure(error)) }
            throw error
        }
    }

    private func completed(_ call: Call) -> Call {
        var call = call
        for item in configuration.parameters.items where call.parameters[item.name] == nil { call.parameters[item.name] = item.value }
        SendRules.complete(&call)
        return call
    }

    private func outcome(of call: Call, _ sending: Sending) async throws -> APIAnswer {
        if let mock = call.options.mock { return try await mocked(call, mock) }
        let seat = try seats.seat(for: call)
        let answer = try await CallingTask.waiting {
            var trial = Trial(call: call, options: call.options.over(configuration.defaults), start: time.now)
            while true {
                do {
                    // Whoever solves a captcha may take his time, and other calls to the conversation need not wait for him.
                    guard let conversation = call.conversation else { return try await tries(&trial, in: seat) }
                    return try await conversations.pass(conversation) { try await tries(&trial, in: seat) }
                } catch let error as VKError {
                    try await solve(error, &trial)
                }
            }
        }
        sending.progress?(
            RequestProgress(sent: call.parameters.size, total: call.parameters.size, received: answer.response.rawText.utf8.count))
        return answer
    }

    /// Sends the call again and again while that may mend it.
    private func tries(_ trial: inout Trial, in seat: TokenSeat) async throws -> APIAnswer {
        let priority = trial.options.priority ?? CallingTask.current.priority ?? .usual(for: trial.call.method)
        while true {
            let start = time.now
            do {
                return try await seat.queue.send(trial.call, priority: priority)
            } catch let error as VKError {
                trial.note(error, from: start, to: time.now)
                guard let wait = trial.policy.waitBeforeRepeating(after: error) else { throw error.after(trial.attempts) }
                logger.debug("call repeats", ["vk.method": trial.call.method, "error": error, "wait": "\(wait)"])
                try await time.sleep(for: wait)
            }
        }
    }

    /// Has the captcha of `error` solved, so that the call can be sent again.
    ///
    /// - Throws: `error` when it is no captcha, or nobody solves it.
    private func solve(_ error: VKError, _ trial: inout Trial) async throws {
        guard let captcha = error.captcha, trial.policy.solvesChallenges, trial.captchas < Self.captchaRounds,
            let solution = try await configuration.captcha?(captcha)
        else { throw error }
        trial.captchas += 1
        trial.call.parameters.add(solution, to: captcha)
    }

    private func mocked(_ call: Call, _ mock: @Sendable (Call) async throws -> MockAnswer) async throws -> APIAnswer {
        let answer = try await mock(call)
        if answer.delay > .zero { try await time.sleep(for: answer.delay) }
        switch answer.body {
        case .http(let response): return try Envelope.read(response, to: call.method, hiding: [])
        case .failure(let error):
            throw VKError(
                .transport, method: call.method, message: "\(error)", cause: error, mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        }
    }
}

/// One call on its way to an outcome.
private struct Trial {
    var call: Call
    let options: RequestOptions
    var policy: FailurePolicy
    var attempts: [VKError.Attempt] = []
    var captchas = 0
    private let start: Duration

    init(call: Call, options: RequestOptions, start: Duration) {
        self.call = call
        self.options = options
        self.start = start
        policy = FailurePolicy(call: call, options: options)
    }

    mutating func note(_ error: VKError, from began: Duration, to end: Duration) {
        attempts.append(VKError.Attempt(began: began - start, took: end - began, failure: error.failure, code: error.code))
    }
}
