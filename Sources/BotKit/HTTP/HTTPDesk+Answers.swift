// Govorun: a call of a service from its first attempt to its outcome. SPDX-License-Identifier: MIT
import CurlClient

extension HTTPDesk {
    /// The answer to `spec`, read; whoever listens hears of it.
    func answer<Answer>(to spec: HTTPCallSpec, _ read: (HTTPAnswer, HTTPCallSpec) throws -> Answer) async throws -> Answer {
        do {
            let answer = try await answer(to: spec)
            if let failure = spec.failure(in: answer) { throw failure }
            return try read(answer, spec)
        } catch let failure as HTTPFailure {
            tell(failure, spec)
            throw failure
        } catch let error as CancellationError {
            tell(HTTPFailure(.cancelled, spec.name, "cancelled", mayHaveBeenPerformed: true), spec)
            throw error
        }
    }

    private func tell(_ failure: HTTPFailure, _ spec: HTTPCallSpec) {
        bot.logger.debug(
            "a call of a service failed", ["http.call": spec.name, "http.group": failure.group.rawValue, "error": "\(failure)"])
        for case .failure(let groups, let handle) in spec.service.listeners where groups.contains(failure.group) { handle(failure) }
    }

    /// What the service answered, now or in an earlier run of the handler.
    private func answer(to spec: HTTPCallSpec) async throws -> HTTPAnswer {
        let request = try spec.request()
        guard let run = HandlerRun.ofThisTask else { return try await exchange(request, spec) }
        try run.checkIsAlive()
        guard !spec.isHarmlessTwice else { return try await exchange(request, spec) }
        var fresh: HTTPAnswer?
        let kept = try await run.calls.once(
            spec.digest(of: request),
            unknown: {
                HTTPFailure(
                    .outcomeUnknown, spec.name, "an earlier run was cut off during this call; it is not made again",
                    mayHaveBeenPerformed: true)
            }, isRefusal: { ($0 as? HTTPFailure)?.mayHaveBeenPerformed == false }
        ) {
            let answer = try await exchange(request, spec)
            fresh = answer
            return answer.kept
        }
        if let fresh { return fresh }
        guard let answer = HTTPAnswer(kept: kept) else { throw HTTPFailure(.outcomeUnknown, spec.name, "what was kept of it is no answer") }
        return answer
    }

    /// Sends it again and again while that may mend it.
    private func exchange(_ request: HTTPRequest, _ spec: HTTPCallSpec) async throws -> HTTPAnswer {
        let (time, retry) = (bot.vk.time, spec.service.retry)
        let start = time.now
        var made = 0
        while true {
            made += 1
            let wait: Duration
            do {
                let answer = try await once(request, spec)
                guard let pause = retry.wait(after: answer, made: made, isRepeatable: spec.isHarmlessTwice) else {
                    note(
                        HTTPExchange(
                            call: spec.name, status: answer.status, size: answer.bytes.count, took: time.now - start, attempts: made), spec)
                    return answer
                }
                wait = pause
            } catch let failure as HTTPFailure {
                guard let pause = retry.wait(after: failure, made: made, isRepeatable: spec.isHarmlessTwice) else { throw failure }
                wait = pause
            }
            try await time.sleep(for: wait)
        }
    }

    private func note(_ exchange: HTTPExchange, _ spec: HTTPCallSpec) {
        bot.logger.debug(
            "a service answered",
            [
                "http.call": exchange.call, "http.status": exchange.status, "http.size": exchange.size, "took": "\(exchange.took)",
                "http.attempts": exchange.attempts,
            ])
        for case .answer(let handle) in spec.service.listeners { handle(exchange) }
    }

    /// One attempt.
    private func once(_ request: HTTPRequest, _ spec: HTTPCallSpec) async throws -> HTTPAnswer {
        do {
            let response: HTTPResponse
            if let mock = spec.mock {
                if mock.delay > .zero { try await bot.vk.time.sleep(for: mock.delay) }
                response = try mock.response()
            } else {
                response = try await bot.vk.fetch(request, .itsOwn)
            }
            return HTTPAnswer(status: response.status, bytes: response.body, fields: response.headers.fields)
        } catch let error as HTTPError {
            let group: HTTPFailure.Group =
                switch error.code {
                case .badURL, .badHeader, .rejectedOption, .bodyFailed, .forbiddenAddress, .closed: .unsendable
                case .tlsFailed, .pinMismatch: .tls
                case .tooLarge, .badAnswer, .tooManyRedirects: .decoding
                default: .network
                }
            throw HTTPFailure(group, spec.name, "\(error)", cause: error, mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        }
    }
}

extension HandlerRun {
    /// The run that the present task works for, a child task's too; `nil` outside of handlers.
    static var ofThisTask: HandlerRun? { CallingTask.current.keeper as? HandlerRun }
}
