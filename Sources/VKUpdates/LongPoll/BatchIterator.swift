// Govorun: performs what the poll machine decides. SPDX-License-Identifier: MIT
import CurlClient
import VKAPI

/// Reads batch after batch, of either kind of long poll.
public struct BatchIterator: AsyncIteratorProtocol {
    private let source: Poller
    private let echo = BatchEcho()
    private var machine: PollMachine
    private var health = PollHealth()
    private var owner: Int?
    private var isOver = false

    init(of source: Poller) {
        self.source = source
        machine = PollMachine(
            resumingAt: source.beginning.resume, gap: source.beginning.gap, version: source.dialect.version,
            limits: source.configuration.limits)
    }

    /// The next batch with something in it, or with a gap before it; `nil` once stopped.
    ///
    /// - Throws: `VKError` when VK refuses the session for good (7, 15, 100, 5 and whatever else speaks of the token; said for ten minutes,
    ///   or three times of the token, where there was one), or when the client was shut down; `CancellationError` when cancelled.
    public mutating func next() async throws -> UpdateBatch? {
        guard !isOver else { return nil }
        machine.hear(allKnown: echo.takeWasAllKnown())
        do {
            if let batch = try await source.reading({ try await read() }) { return batch }
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
        source.note(.stopped)
    }

    /// Step after step until one brings a batch; `nil` once stopped.
    private mutating func read() async throws -> UpdateBatch? {
        while !source.isStopped {
            try Task.checkCancellation()
            let batch = try await perform(machine.step(at: source.client.time.now))
            tellHowItGoes()
            if let batch { return batch }
        }
        return nil
    }

    private mutating func perform(_ step: PollMachine.Step) async throws -> UpdateBatch? {
        switch step {
        case .poll(let wait):
            guard let cursor = machine.cursor, let owner else { break }
            try await source.pause(wait)
            return try await poll(at: cursor, of: owner)
        case .renew(let wait):
            try await source.pause(wait)
            try await renew()
            return nil
        case .stop: break
        }
        throw VKError(.refused, method: source.dialect.method, message: "long polling has stopped")
    }

    private mutating func renew() async throws {
        let (client, dialect, version) = (source.client, source.dialect, machine.version)
        do {
            let owner = try await ownerOnce()
            let session = try await source.untilStopped { try await dialect.session(of: owner, version: version, client) }
            machine.receive(server: session.server, key: session.key, ts: session.ts, pts: session.pts)
            if let cursor = machine.cursor { source.configuration.onSession(cursor) }
        } catch let error as VKError {
            let next = machine.failToRenew(error)
            guard next != .stop, error.cause?.code != .closed else { throw error }
            client.logger.log(isTroubled ? .debug : .info, "no long poll session, will ask again", ["error": error, "next": "\(next)"])
        }
    }

    private mutating func ownerOnce() async throws -> Int {
        if let owner { return owner }
        let (client, dialect) = (source.client, source.dialect)
        let found = try await source.untilStopped { try await dialect.owner(client) }
        owner = found
        return found
    }

    private mutating func poll(at cursor: PollCursor, of owner: Int) async throws -> UpdateBatch? {
        let request = source.request(
            at: cursor, owner: owner, version: machine.version, answerLimit: machine.answerLimit, isUrgent: machine.gap != nil)
        let outcome = try await source.send(request, of: owner)
        switch outcome.response {
        case .success(let response):
            return receive(source.dialect.read(response, to: owner, at: cursor.ts), after: outcome.elapsed)
        case .failure(let error):
            try lose(error, after: outcome.elapsed)
            return nil
        }
    }

    private mutating func receive(_ reading: PollReading, after elapsed: Duration) -> UpdateBatch? {
        let next = machine.receive(reading.answer, after: elapsed)
        guard case .updates(let updates, _, _) = reading.answer, let cursor = machine.cursor else {
            source.client.logger.debug("poll failed", ["answer": reading.answer, "next": "\(next)"])
            return nil
        }
        let gap = machine.takeGap()
        guard !updates.isEmpty || gap != nil else { return nil }
        return UpdateBatch(
            updates: updates, body: reading.body, cursor: cursor, gap: gap, wasHeld: elapsed >= PollMachine.quick, echo: echo)
    }

    /// - Throws: `VKError` when the client was shut down: no later poll can leave.
    private mutating func lose(_ error: HTTPError, after elapsed: Duration) throws {
        let logger = source.client.logger
        let renewals = machine.silentRenewals
        switch error.code {
        case .closed: throw VKError(.transport, method: "long poll", message: "\(error)", cause: error)
        case .tooLarge:
            let next = machine.refuseOversize()
            logger.log(
                isTroubled ? .debug : .warning, "VK's answer to a poll is larger than may be read", ["error": error, "next": "\(next)"])
        // The address or what stands behind it is at fault, not the way to it.
        case .badURL, .rejectedOption, .badAnswer, .tooManyRedirects: machine.receive(.unreadable(status: 0), after: elapsed)
        default: machine.loseConnection(after: elapsed)
        }
        logger.debug("poll lost", ["error": error])
        guard machine.silentRenewals > renewals else { return }
        source.countSilentRenewal()
        logger.info("nothing is answered, asking for another session", ["longpoll.silent_renewals": machine.silentRenewals])
    }

    /// What goes on while there is trouble was said when it began.
    private var isTroubled: Bool { if case .troubled = health.state { true } else { false } }

    /// Says once that nothing comes through any more, and once that it does again.
    private mutating func tellHowItGoes() {
        let before = health.state
        let time = source.client.time
        guard let state = health.observe(machine, at: time.now, unixTime: time.unixTime) else { return }
        let logger = source.client.logger
        switch (before, state) {
        case (.troubled, .troubled): logger.debug("long poll fails otherwise", ["reason": machine.trouble?.description ?? ""])
        case (_, .troubled(let trouble, _)):
            logger.warning("long poll keeps failing, still trying", ["reason": trouble, "longpoll.failures": machine.failuresInARow])
        case (.troubled, _): logger.info("long poll works again")
        default: break
        }
        source.note(state)
    }
}
