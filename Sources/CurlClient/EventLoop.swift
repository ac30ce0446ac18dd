// Govorun: the loop of a client's thread. SPDX-License-Identifier: MIT
import CCurlShim

/// Everything of libcurl lives here and is touched by the client's thread only.
///
/// An order is in one place at a time: a letter, `waiting` for a lookup, or `live` in a shard. Whoever takes it out
/// resumes its caller, so each caller has exactly one outcome.
final class EventLoop {
    /// Easy handles kept for later requests.
    private static let spareLimit = 128
    private static let wakeUpTag = UInt64.max

    private let configuration: CurlClient.Configuration
    private let mailbox: Mailbox
    private let epoll: Epoll
    private let lookUp: Lookup.Function
    /// The first serve calls, one those to public hosts only, the others polls.
    private let shards: [Shard]
    private let callPools: CallPools
    private var publicShard: Int { callPools.count }
    private var firstPollShard: Int { callPools.count + 1 }
    private let files = FileThread()
    private var names: NameBook
    private var waiting: [ObjectIdentifier: Order] = [:]
    private var waitingDeadline = Int64.max
    private var live: [ObjectIdentifier: (transfer: Transfer, shard: Shard)] = [:]
    private var spare: [Transfer] = []

    init(_ configuration: CurlClient.Configuration, mailbox: Mailbox, lookUp: @escaping Lookup.Function) throws(HTTPError) {
        let epoll = try Epoll()
        let callPools = CallPools(for: configuration.maximumConnections)
        var shards: [Shard] = []
        for index in 0..<callPools.count {
            shards.append(try Shard(index: index, epoll: epoll, configuration: callPools.share(of: configuration), isSpare: index > 0))
        }
        for index in callPools.count...callPools.count + configuration.pollShards {
            shards.append(try Shard(index: index, epoll: epoll, configuration: configuration))
        }
        guard epoll.watch(mailbox.descriptor, for: .readable, tag: Self.wakeUpTag) else {
            throw HTTPError(.systemFailed, context: .init(option: "epoll_ctl"))
        }
        (self.configuration, self.mailbox, self.lookUp) = (configuration, mailbox, lookUp)
        (self.epoll, self.shards, self.callPools) = (epoll, shards, callPools)
        names = NameBook(maximumLookups: configuration.maximumLookups)
    }

    /// Serves until the mailbox closes, then ends everything.
    func run() {
        let executor = mailbox.asUnownedTaskExecutor()
        var letters: [Mailbox.Letter] = []
        var jobs: [UnownedJob] = []
        while mailbox.take(into: &letters, &jobs) {
            for letter in letters { read(letter) }
            letters.removeAll(keepingCapacity: letters.count < 1_024)
            for job in jobs { job.runSynchronously(on: executor) }
            jobs.removeAll(keepingCapacity: jobs.count < 1_024)
            epoll.wait(until: mailbox.mayLoopSleep() ? nextDeadline : 0) { tag, events in
                if tag == Self.wakeUpTag { return mailbox.drainWakeUp() }
                let shard = shards[Int(tag >> 32)]
                shard.act(on: Int32(truncatingIfNeeded: tag), events)
                finishAll(of: shard)
            }
            let now = monotonicNanoseconds()
            for shard in shards {
                shard.actOnTime(now: now)
                finishAll(of: shard)
            }
            expireWaiting(now: now)
        }
        close(letters)
        for job in jobs { job.runSynchronously(on: executor) }
        mailbox.end()
    }

    private var nextDeadline: Int64 { shards.reduce(waitingDeadline) { min($0, $1.deadline, $1.idleDeadline) } }

    private func read(_ letter: Mailbox.Letter) {
        switch letter {
        case .start(let order): admit(order)
        case .cancel(let ticket): cancel(ticket)
        case .goOn(let ticket): live[ticket.id]?.transfer.goOn()
        case .resolved(let host, let result): continueAfterLookup(of: host, result)
        }
    }

    // MARK: Coming in

    private func admit(_ order: Order) {
        guard !order.ticket.isCancelled else { return order.cancel() }
        let now = monotonicNanoseconds()
        guard let lookup = order.plan.lookup else { return start(order, addresses: [], now: now) }
        switch names.ask(lookup.host, for: order.ticket.id, now: now) {
        case .go(let addresses): start(order, addresses: addresses, now: now)
        case .wait(let host):
            waiting[order.ticket.id] = order
            waitingDeadline = min(waitingDeadline, order.plan.deadline, order.plan.connectDeadline)
            if let host { startLookup(of: host) }
        }
    }

    private func startLookup(of host: String) {
        do throws(HTTPError) {
            try lookUp(host) { [mailbox] result in mailbox.post(.resolved(host: host, result)) }
        } catch {
            continueAfterLookup(of: host, .notFound)
        }
    }

    private func continueAfterLookup(of host: String, _ result: LookupResult) {
        let now = monotonicNanoseconds()
        let (waiters, next) = names.answer(host, result, now: now)
        for id in waiters {
            guard let order = waiting.removeValue(forKey: id) else { continue }  // cancelled or late meanwhile
            switch result {
            case .found(let addresses): start(order, addresses: addresses, now: now)
            case .notFound: order.fail(order.plan.request.route.proxy == nil ? .couldNotResolve : .proxyFailed)
            }
        }
        if let next { startLookup(of: next) }
    }

    private func start(_ order: Order, addresses: [String], now: Int64) {
        do throws(HTTPError) {
            let transfer = if let known = spare.popLast() { known } else { try Transfer() }
            try begin(order, on: transfer, addresses: addresses, now: now)
        } catch {
            var context = error.context
            context.url = order.plan.url
            let (file, line) = (error.origin.fileID, error.origin.line)
            order.end(.failure(HTTPError(error.code, context: context, fileID: file, line: line)), isAnswered: false)
        }
    }

    private func begin(_ order: Order, on transfer: Transfer, addresses: [String], now: Int64) throws(HTTPError) {
        let shard = shards[shardIndex(for: order.plan.request)]
        do throws(HTTPError) {
            try transfer.prepare(order, addresses: addresses, configuration, body: body(of: order), now: now)
            try shard.add(transfer.easy)
        } catch {
            keep(transfer)
            throw error
        }
        live[order.ticket.id] = (transfer, shard)
    }

    /// What the request sends; its files are read ahead on their own thread, which tells the loop to go on.
    private func body(of order: Order) -> UploadBody {
        let request = order.plan.request
        guard let body = request.streamedBody else { return UploadBody(request.body ?? []) }
        return UploadBody(body, ahead: FileAhead(on: files) { [mailbox, ticket = order.ticket] in mailbox.post(.goOn(ticket)) })
    }

    /// Equal keys share a shard; neighbouring keys do not crowd one. What may reach public hosts only has connections of its
    /// own: one made without that rule must not serve it, not even after a redirection.
    private func shardIndex(for request: HTTPRequest) -> Int {
        if request.reachesPublicHostsOnly { return publicShard }
        guard case .poll(let key) = request.traffic else { return callPools.choose { shards[$0].active } }
        return firstPollShard + Int((key &* 0x9E37_79B9_7F4A_7C15) >> 33) % configuration.pollShards
    }

    // MARK: Going out

    private func finishAll(of shard: Shard) {
        while let (easy, code) = shard.nextFinished() { finish(easy, code, now: monotonicNanoseconds()) }
    }

    private func finish(_ easy: UnsafeMutableRawPointer, _ code: CURLcode, now: Int64) {
        guard let transfer = Transfer.of(easy: easy), let order = transfer.order, let shard = live[order.ticket.id]?.shard else { return }
        let outcome = transfer.outcome(code, now: now)
        if case .failure(let error) = outcome, let lookup = order.plan.lookup, [.couldNotConnect, .connectTimedOut].contains(error.code) {
            names.forget(lookup.host)
        }
        // Out of the multi first: the connection is then free for whatever the caller sends next.
        let isAnswered = retire(transfer, of: order, from: shard, now: now)
        order.end(outcome.mapError { $0 }, isAnswered: isAnswered)
    }

    private func cancel(_ ticket: Ticket) {
        if let order = waiting.removeValue(forKey: ticket.id) { return order.cancel() }
        guard let (transfer, shard) = live[ticket.id], let order = transfer.order else { return }
        order.cancel(isAnswered: retire(transfer, of: order, from: shard, now: monotonicNanoseconds()))
    }

    /// Takes a transfer out of its pool; says whether its caller has had the answer's head already.
    private func retire(_ transfer: Transfer, of order: Order, from shard: Shard, now: Int64) -> Bool {
        live[order.ticket.id] = nil
        shard.remove(transfer.easy, now: now)
        defer { keep(transfer) }
        return transfer.isAnswered
    }

    private func keep(_ transfer: Transfer) {
        transfer.clear()
        if spare.count < Self.spareLimit { spare.append(transfer) }
    }

    private func expireWaiting(now: Int64) {
        guard waitingDeadline <= now else { return }
        waitingDeadline = .max
        for (id, order) in waiting {
            let (total, connect) = (order.plan.deadline, order.plan.connectDeadline)
            guard min(total, connect) <= now else {
                waitingDeadline = min(waitingDeadline, total, connect)
                continue
            }
            waiting[id] = nil
            order.fail(connect < total ? .connectTimedOut : .timedOut)
        }
    }

    private func close(_ letters: [Mailbox.Letter]) {
        for case .start(let order) in letters { order.fail(.closed) }
        for order in waiting.values { order.fail(.closed) }
        waiting = [:]
        let now = monotonicNanoseconds()
        for (transfer, shard) in live.values {
            guard let order = transfer.order else { continue }
            let (error, isAnswered) = (transfer.error(.closed), transfer.isAnswered)
            shard.remove(transfer.easy, now: now)
            transfer.clear()
            order.end(.failure(error), isAnswered: isAnswered)
        }
        live = [:]
    }
}
