// Govorun: performs what the poll machine decides. SPDX-License-Identifier: MIT
import CurlClient
import VKAPI

extension LongPoll {
    /// Reads batch after batch.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: LongPoll
        private var machine: PollMachine
        private var step: PollMachine.Step
        private var community: Int?
        private var isOver = false
        private var hasWarned = false

        init(of source: LongPoll) {
            self.source = source
            machine = PollMachine(resumingAt: source.resume)
            step = machine.start
            community = source.communityID
        }

        /// The next batch with something in it, or with a gap before it; `nil` once stopped.
        ///
        /// - Throws: `VKError` when VK refuses the session for good (7, 15, 100, 5 and whatever else speaks of the token), or when the client
        ///   was shut down; `CancellationError` when cancelled.
        public mutating func next() async throws -> UpdateBatch? {
            guard !isOver else { return nil }
            do {
                if let batch = try await source.reading({ try await read() }) { return batch }
            } catch {
                isOver = true
                if source.isStopped, !Task.isCancelled { return nil }
                throw error
            }
            isOver = true
            return nil
        }

        /// Step after step until one brings a batch; `nil` once stopped.
        private mutating func read() async throws -> UpdateBatch? {
            while !source.isStopped {
                try Task.checkCancellation()
                let batch = try await perform()
                tellOfTrouble()
                if let batch { return batch }
            }
            return nil
        }

        private mutating func perform() async throws -> UpdateBatch? {
            switch step {
            case .poll(let wait):
                guard let cursor = machine.cursor else { break }
                try await pause(wait)
                return try await poll(at: cursor)
            case .renew(let wait):
                try await pause(wait)
                step = try await renew()
                return nil
            case .stop: break
            }
            throw VKError(.refused, method: "groups.getLongPollServer", message: "long polling has stopped")
        }

        private mutating func renew() async throws -> PollMachine.Step {
            let client = source.client
            do {
                let id = try await communityID()
                let session = try await source.untilStopped {
                    try await client.groups.getLongPollServer(groupID: id).surfacingFailures().send()
                }
                let next = machine.receive(server: session.server, key: session.key, ts: session.ts)
                if let cursor = machine.cursor { source.configuration.onSession(cursor) }
                return next
            } catch let error as VKError {
                let next = machine.failToRenew(error)
                guard next != .stop, error.cause?.code != .closed else { throw error }
                client.logger.info("no long poll session, will ask again", ["error": error, "next": "\(next)"])
                return next
            }
        }

        private mutating func communityID() async throws -> Int {
            if let community { return community }
            let client = source.client
            let own = try await source.untilStopped { try await client.groups.getByID().send() }
            let id = own.groups[0].id
            guard id > 0 else {
                throw VKError(.authorization, method: "groups.getById", message: "the token belongs to no community")
            }
            community = id
            return id
        }

        private mutating func poll(at cursor: PollCursor) async throws -> UpdateBatch? {
            let client = source.client
            let id = community ?? 0
            let request = source.request(at: cursor, community: id)
            do {
                let (response, elapsed) = try await source.untilStopped {
                    try await client.pollTurn.pass(id) {
                        let start = client.time.now
                        let response = try await client.fetch(request)
                        return (response, client.time.now - start)
                    }
                }
                return receive(PollAnswer(status: response.status, body: response.body), response.body, after: elapsed)
            } catch let error as HTTPError {
                step = try machine.step(after: error)
                if error.code == .tooLarge {
                    client.logger.warning(
                        "VK's answer to a poll is larger than may be read; asked for again", ["error": error, "next": "\(step)"])
                } else {
                    client.logger.debug("poll lost", ["error": error, "next": "\(step)"])
                }
                return nil
            }
        }

        private mutating func receive(_ answer: PollAnswer, _ body: [UInt8], after elapsed: Duration) -> UpdateBatch? {
            step = machine.receive(answer, after: elapsed)
            guard case .updates(let updates, _) = answer, let cursor = machine.cursor else {
                source.client.logger.debug("poll failed", ["answer": answer, "next": "\(step)"])
                return nil
            }
            let gap = machine.takeGap()
            guard !updates.isEmpty || gap != nil else { return nil }
            return UpdateBatch(updates: updates, body: body, cursor: cursor, gap: gap)
        }

        /// Says once that nothing comes through any more, and once that it does again; single failures are everyday life.
        private mutating func tellOfTrouble() {
            let failures = machine.failuresInARow
            if failures >= 8, !hasWarned {
                hasWarned = true
                source.client.logger.warning("long poll keeps failing, still trying", ["longpoll.failures": failures])
            } else if failures == 0, hasWarned {
                hasWarned = false
                source.client.logger.info("long poll works again")
            }
        }

        /// Waits `duration`, spread by a quarter either way so that a thousand bots do not come back at once.
        private func pause(_ duration: Duration) async throws {
            guard duration > .zero else { return }
            let time = source.client.time
            let spread = duration * Double.random(in: 0.75...1.25)
            try await source.untilStopped { try await time.sleep(for: spread) }
        }
    }

    /// The poll at `cursor`: host, path and query of the server as VK returned them.
    fileprivate func request(at cursor: PollCursor, community: Int) -> HTTPRequest {
        let scheme = cursor.server.contains("://") ? "" : APIAddress.scheme(of: client.configuration.api)
        let joint = cursor.server.contains("?") ? "&" : "?"
        let wait = configuration.waitSeconds
        let query: Parameters = ["act": "a_check", "key": cursor.key.reveal(), "ts": cursor.ts, "wait": wait]
        var request = HTTPRequest(scheme + cursor.server + joint + String(decoding: query.formBody, as: UTF8.self))
        request.traffic = .poll(key: UInt64(truncatingIfNeeded: community))
        request.timeout = .seconds(wait) + configuration.margin
        request.responseLimit = configuration.answerLimit
        return request
    }
}

extension PollMachine {
    /// What to do after a poll without an answer.
    ///
    /// - Throws: `VKError` when the client was shut down: no later poll can leave.
    fileprivate mutating func step(after error: HTTPError) throws -> Step {
        switch error.code {
        case .closed: throw VKError(.transport, method: "long poll", message: "\(error)", cause: error)
        // The address or what stands behind it is at fault, not the way to it.
        case .badURL, .rejectedOption, .badAnswer, .tooLarge, .tooManyRedirects: return receive(.unreadable(status: 0), after: .zero)
        default: return loseConnection()
        }
    }
}
