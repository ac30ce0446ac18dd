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

        init(of source: LongPoll) {
            self.source = source
            machine = PollMachine(resumingAt: source.resume)
            step = machine.start
            community = source.communityID
        }

        /// The next batch with something in it, or with a gap before it; `nil` once stopped.
        ///
        /// - Throws: `VKError` when VK refuses the session for good (5, 7, 15, 27, 100); `CancellationError` when cancelled.
        public mutating func next() async throws -> UpdateBatch? {
            guard !isOver else { return nil }
            source.note(reading: true)
            do {
                while !source.isStopped {
                    try Task.checkCancellation()
                    if let batch = try await perform() { return batch }
                }
            } catch {
                end()
                if source.isStopped, !Task.isCancelled { return nil }
                throw error
            }
            end()
            return nil
        }

        private mutating func end() {
            isOver = true
            source.note(reading: false)
        }

        private mutating func perform() async throws -> UpdateBatch? {
            switch step {
            case .renew(let wait):
                try await pause(wait)
                step = try await renew()
                return nil
            case .poll(let wait):
                try await pause(wait)
                return try await poll()
            case .stop:
                throw VKError(.refused, method: "groups.getLongPollServer", message: "long polling has stopped")
            }
        }

        private mutating func renew() async throws -> PollMachine.Step {
            let client = source.client
            do {
                let id = try await communityID()
                let session = try await source.unlessStopped { try await client.groups.getLongPollServer(groupID: id).send() }
                return machine.receive(server: session.server, key: session.key, ts: session.ts)
            } catch let error as VKError {
                let next = machine.failToRenew(error)
                guard next != .stop else { throw error }
                client.logger.info("no long poll session, will ask again", ["error": error, "next": "\(next)"])
                return next
            }
        }

        private mutating func communityID() async throws -> Int {
            if let community { return community }
            let client = source.client
            let own = try await source.unlessStopped { try await client.groups.getByID().send() }
            guard let first = own.groups.first, first.id > 0 else {
                throw VKError(.authorization, method: "groups.getById", message: "the token belongs to no community")
            }
            community = first.id
            return first.id
        }

        private mutating func poll() async throws -> UpdateBatch? {
            guard let cursor = machine.cursor else {
                step = machine.start
                return nil
            }
            let client = source.client
            let request = source.request(at: cursor)
            do {
                let response = try await source.unlessStopped { try await client.fetch(request) }
                return receive(PollAnswer(status: response.status, body: response.body))
            } catch let error as HTTPError {
                step = machine.loseConnection()
                client.logger.debug("poll lost", ["error": error, "next": "\(step)"])
                return nil
            }
        }

        private mutating func receive(_ answer: PollAnswer) -> UpdateBatch? {
            step = machine.receive(answer)
            guard case .updates(let updates, _) = answer, let cursor = machine.cursor else {
                source.client.logger.debug("poll failed", ["answer": answer.summary, "next": "\(step)"])
                return nil
            }
            let gap = machine.takeGap()
            guard !updates.isEmpty || gap != nil else { return nil }
            return UpdateBatch(updates: updates, cursor: cursor, gap: gap)
        }

        /// Waits `duration`, spread by a quarter either way so that a thousand bots do not come back at once.
        private func pause(_ duration: Duration) async throws {
            guard duration > .zero else { return }
            let time = source.client.time
            let spread = duration * Double.random(in: 0.75...1.25)
            try await source.unlessStopped { try await time.sleep(for: spread) }
        }
    }

    /// Runs `work`, dropping it when `stop()` is called.
    fileprivate func unlessStopped<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await self.untilStopped()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw CancellationError() }
            return value
        }
    }

    /// The poll at `cursor`: host, path and query of the server as VK returned them.
    fileprivate func request(at cursor: PollCursor) -> HTTPRequest {
        let seconds = Swift.max(1, Swift.min(90, configuration.wait.components.seconds))
        let address = cursor.server.contains("://") ? cursor.server : "https://" + cursor.server
        let joint = address.contains("?") ? "&" : "?"
        let query: Parameters = ["act": "a_check", "key": cursor.key.reveal(), "ts": cursor.ts, "wait": Int(seconds)]
        var request = HTTPRequest(address + joint + String(decoding: query.formBody, as: UTF8.self))
        request.traffic = .poll(key: UInt64(truncatingIfNeeded: communityID ?? 0))
        request.timeout = .seconds(seconds) + configuration.margin
        request.responseLimit = configuration.answerLimit
        return request
    }
}

extension PollAnswer {
    /// For the log: what kind of answer it was; never its content.
    fileprivate var summary: String {
        switch self {
        case .updates(let updates, _): "\(updates.count) updates"
        case .failed(let code, _): "failed \(code)"
        case .neither: "neither updates nor failed"
        case .unreadable(let status): "HTTP \(status), not JSON"
        }
    }
}
