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
        let digest = spec.digest(of: request)
        let content = ContentHash(digest.contentHash)
        if case .bytes(let told) = try run.told(.data, digest.name, content) { return try HTTPAnswer.told(told, spec.name) }
        do {
            let answer = try await answer(to: request, spec, digest, run)
            run.learns(.data, digest.name, content, .bytes([1] + answer.kept))
            return answer
        } catch let failure as HTTPFailure {
            run.learns(.data, digest.name, content, .bytes([0] + failure.kept))
            throw failure
        }
    }

    /// What the service answered, now or before the process died.
    private func answer(to request: HTTPRequest, _ spec: HTTPCallSpec, _ digest: CallDigest, _ run: HandlerRun) async throws -> HTTPAnswer {
        guard !spec.isHarmlessTwice else { return try await exchange(request, spec) }
        var fresh: HTTPAnswer?
        let kept = try await run.calls.once(
            digest,
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

extension HTTPAnswer {
    /// What an earlier step of a dialogue got: an answer, or a failure, which is thrown.
    fileprivate static func told(_ kept: [UInt8], _ call: String) throws -> HTTPAnswer {
        let rest = Array(kept.dropFirst())
        if kept.first == 1, let answer = HTTPAnswer(kept: rest) { return answer }
        throw HTTPFailure(kept: try JSONDocument(rest).root, call)
    }
}

extension HTTPFailure {
    fileprivate var kept: [UInt8] {
        let value: JSONValue = ["group": .string(group.rawValue), "message": .string(message), "performed": .bool(mayHaveBeenPerformed)]
        return value.bytes
    }

    fileprivate init(kept: JSON, _ call: String) {
        self.init(
            kept["group"].string.flatMap(Group.init) ?? .network, call, kept["message"].string ?? "",
            mayHaveBeenPerformed: kept["performed"].bool ?? false)
    }
}

extension HandlerRun {
    /// The run that the present task works for, a child task's too; `nil` outside of handlers.
    static var ofThisTask: HandlerRun? { CallingTask.current.keeper as? HandlerRun }
}
