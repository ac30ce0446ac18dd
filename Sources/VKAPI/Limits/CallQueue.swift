// Govorun: calls of one token wait here, and leave. SPDX-License-Identifier: MIT
import Synchronization

/// Sends the calls of one token, no faster than VK allows, several in one `execute` where several wait.
///
/// Whoever changes something lets out everybody whose turn has come; a watch of the queue's own, which lives only while somebody waits
/// for a moment, does so when that comes. A call that leaves alone is sent by its own task; a pack by a task of the queue, so that
/// one caller's cancellation takes nothing from the others.
final class CallQueue: Sendable {
    /// Sends one call once.
    typealias Exchange = @Sendable (Call) async throws -> APIAnswer

    private typealias Place = DepartureBook.Place
    private typealias Wake = CheckedContinuation<Turn, any Error>

    /// What a waiting caller is told.
    private enum Turn {
        /// A slot is yours: send the call yourself.
        case alone
        /// A pack brought this.
        case answer(APIAnswer)
    }

    private struct Member {
        let call: Call
        let expression: [UInt8]
        var passenger: Passenger
        var wake: Wake?
        /// What it was told before it suspended.
        var news: Result<Turn, any Error>?
        /// The pack it is in.
        var pack: Int?
        /// Whether it has a slot in which nothing was sent yet.
        var holdsSlot = false
        /// How often VK refused it inside a pack for coming too fast.
        var refusals = 0
    }

    private struct Pack {
        var places: [Place]
        var task: Task<Void, Never>?
        var isAbandoned = false
    }

    private struct State {
        var book: DepartureBook
        var members: [Place: Member] = [:]
        var packs: [Int: Pack] = [:]
        var nextPack = 0
        /// Sleeps until somebody may leave.
        var watch: Task<Void, Never>?
        var isWatched = false
        /// No packs before this moment: VK refused `execute`.
        var packsFrom: Duration
        var isClosed = false
    }

    private let state: Mutex<State>
    private let time: any TimeSource
    private let crowd: Crowd
    private let secrets: [Secret]
    private let packs: Bool
    private let logger: Logger
    private let exchange: Exchange

    /// A queue of at most `rate` calls a second.
    init(
        rate: Int, packs: Bool, crowd: Crowd, time: any TimeSource, logger: Logger, hiding secrets: [Secret], exchange: @escaping Exchange
    ) {
        self.time = time
        self.crowd = crowd
        self.secrets = secrets
        self.packs = packs
        self.logger = logger
        self.exchange = exchange
        state = Mutex(State(book: DepartureBook(limit: rate, now: time.now), packsFrom: .zero))
        crowd.onEmpty { [weak self] in self?.serve() }
    }

    /// Sends `call` when its turn comes, and once more only where VK refused it unperformed.
    ///
    /// - Throws: `VKError`; `CancellationError` when cancelled, at once.
    func send(_ call: Call, priority: CallPriority) async throws -> APIAnswer {
        try Task.checkCancellation()
        let place = try join(call, priority)
        serve()
        do {
            switch try await turn(of: place) {
            case .answer(let answer): return answer
            case .alone:
                try Task.checkCancellation()
                return try await sendAlone(call, from: place)
            }
        } catch {
            giveUp(place)
            throw error
        }
    }

    /// Ends everything: who waits is told so, packs in flight are cancelled. Once is enough; more does nothing.
    func close() async {
        let (wakes, tasks) = state.withLock { state in
            state.isClosed = true
            let wakes = state.members.keys.sorted().compactMap { state.members[$0]?.wake }
            for place in state.members.keys {
                // One that has a slot goes on: its call is on its way.
                guard state.book.leave(place) || state.members[place]?.pack != nil else { continue }
                if state.members[place]?.wake == nil { state.members[place]?.news = .failure(Self.closed) }
                state.members[place]?.wake = nil
            }
            return (wakes, state.packs.values.compactMap(\.task) + [state.watch].compactMap(\.self))
        }
        for wake in wakes { wake.resume(throwing: Self.closed) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// How many wait for their turn.
    var waiting: Int { state.withLock { $0.book.count } }
    /// How many are suspended without a clock; for tests that must know when nothing moves any more.
    var suspended: Int { state.withLock { $0.members.values.count { $0.wake != nil } } }
    /// How many calls a second leave at present.
    var allowed: Int { state.withLock { $0.book.allowed } }

    private static let closed = VKError(.closed, method: "", message: "the client has been shut down")
}

// MARK: joining, waiting, leaving
extension CallQueue {
    private func join(_ call: Call, _ priority: CallPriority) throws -> Place {
        let now = time.now
        let mayPack = packs && PackCode.canHold(call)
        let expression = mayPack ? PackCode.expression(of: call) : []
        return try state.withLock { state in
            guard !state.isClosed else { throw Self.closed.of(call.method) }
            var passenger = Passenger(since: now, priority: priority)
            if mayPack, now >= state.packsFrom, expression.count < PackLimits.bytes {
                passenger.sharing = .init(isHarmlessTwice: RepeatRules.rule(for: call).isHarmlessTwice, size: expression.count)
            }
            let place = state.book.join(passenger)
            state.members[place] = Member(call: call, expression: expression, passenger: passenger)
            return place
        }
    }

    /// Suspends until `place` is told something.
    private func turn(of place: Place) async throws -> Turn {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome = state.withLock { state -> Result<Turn, any Error>? in
                    if let news = state.members[place]?.news {
                        state.members[place]?.news = nil
                        if state.members[place]?.holdsSlot == false { state.members[place] = nil }
                        return news
                    }
                    // Read under the lock: a cancellation is either seen here or finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.members[place]?.wake = wake
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let wake = state.withLock { state in
                let wake = state.members[place]?.wake
                state.members[place]?.wake = nil
                return wake
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    private func sendAlone(_ call: Call, from place: Place) async throws -> APIAnswer {
        defer {
            state.withLock { [now = time.now] state in
                state.members[place] = nil
                state.book.finish(at: now)
            }
            serve()
        }
        return try await attempt(call)
    }

    /// Takes a caller out who was cancelled; a slot it was handed in the same breath is free again at once, nothing was sent in it.
    private func giveUp(_ place: Place) {
        let abandoned = state.withLock { [now = time.now] state -> Task<Void, Never>? in
            guard let member = state.members.removeValue(forKey: place) else { return nil }
            if let pack = member.pack {
                state.packs[pack]?.places.removeAll { $0 == place }
                guard state.packs[pack]?.places.isEmpty == true else { return nil }
                state.packs[pack]?.isAbandoned = true
                return state.packs[pack]?.task
            }
            if !state.book.leave(place), member.holdsSlot { state.book.putBack(at: now) }
            return nil
        }
        abandoned?.cancel()
        serve()
    }
}

// MARK: departures
extension CallQueue {
    /// Lets out everybody who may leave now, and sees to it that somebody watches for the next moment.
    private func serve() {
        let (wakes, packs, needsWatch) = state.withLock { [now = time.now, reading = crowd.reading] state in
            var wakes: [Wake] = []
            var packs: [Int] = []
            while let places = state.book.depart(at: now, crowd: reading) {
                if places.count > 1 { packs.append(Self.board(places, &state)) } else { wakes += Self.letGo(places[0], &state) }
            }
            let needsWatch = !state.isWatched && state.book.nextLook(at: now, crowd: reading) != nil
            if needsWatch { state.isWatched = true }
            return (wakes, packs, needsWatch)
        }
        for wake in wakes { wake.resume(returning: .alone) }
        for pack in packs { start(pack) }
        if needsWatch { startWatch() }
    }

    private static func letGo(_ place: Place, _ state: inout State) -> [Wake] {
        state.members[place]?.holdsSlot = true
        guard let wake = state.members[place]?.wake else {
            state.members[place]?.news = .success(.alone)
            return []
        }
        state.members[place]?.wake = nil
        return [wake]
    }

    private func startWatch() {
        let task = Task { await keepWatch() }
        let isClosed = state.withLock { state in
            if state.isWatched { state.watch = task }
            return state.isClosed
        }
        if isClosed { task.cancel() }
    }

    /// Sleeps until somebody may leave and lets out everybody who may, as long as there is such a moment.
    private func keepWatch() async {
        while let moment = nextMoment() {
            do {
                try await time.sleep(until: moment)
            } catch {
                return  // closed: nobody waits any more
            }
            serve()
        }
    }

    private func nextMoment() -> Duration? {
        state.withLock { [now = time.now, reading = crowd.reading] state in
            let moment = state.isClosed ? nil : state.book.nextLook(at: now, crowd: reading)
            if moment == nil {
                state.isWatched = false
                state.watch = nil
            }
            return moment
        }
    }

    private static func board(_ places: [Place], _ state: inout State) -> Int {
        state.nextPack += 1
        for place in places { state.members[place]?.pack = state.nextPack }
        state.packs[state.nextPack] = Pack(places: places)
        return state.nextPack
    }

    /// Sends a pack in a task of its own, which ends with it and is cancelled when nobody waits for it any more.
    private func start(_ number: Int) {
        let (calls, places, expressions) = state.withLock { state in
            let places = state.packs[number]?.places ?? []
            return (places.compactMap { state.members[$0]?.call }, places, places.compactMap { state.members[$0]?.expression })
        }
        let task = Task {
            let outcomes = await fly(calls, expressions)
            land(number, Array(zip(places, outcomes)))
        }
        let isAbandoned = state.withLock { state in
            state.packs[number]?.task = task
            return state.packs[number]?.isAbandoned == true || state.isClosed
        }
        if isAbandoned { task.cancel() }
    }

    private func fly(_ calls: [Call], _ expressions: [[UInt8]]) async -> [PackOutcome] {
        do {
            let answer = try await attempt(Call("execute", ["code": PackCode.code(returning: expressions)]))
            return PackAnswer.outcomes(of: answer, to: calls, hiding: secrets)
        } catch {
            if PackFailure.forbidsExecute(error) { giveUpPacks(after: error) }
            return PackFailure.outcomes(of: error, to: calls)
        }
    }

    /// Hands each caller its own outcome; who goes again keeps its place.
    private func land(_ number: Int, _ outcomes: [(Place, PackOutcome)]) {
        let wakes = state.withLock { [now = time.now] state in
            state.packs[number] = nil
            state.book.finish(at: now, count: outcomes.count)
            var wakes: [(Wake, Result<Turn, any Error>)] = []
            for (place, outcome) in outcomes where state.members[place] != nil {
                state.members[place]?.pack = nil
                guard let news = Self.news(place, outcome, at: now, &state) else { continue }
                if let wake = state.members[place]?.wake {
                    state.members[place] = nil
                    wakes.append((wake, news))
                } else {
                    state.members[place]?.news = news
                }
            }
            return wakes
        }
        for (wake, news) in wakes { wake.resume(with: news) }
        serve()
    }

    /// What `place` is told; `nil`: it goes again.
    private static func news(_ place: Place, _ outcome: PackOutcome, at now: Duration, _ state: inout State) -> Result<Turn, any Error>? {
        switch outcome {
        case .answer(let answer): return .success(.answer(answer))
        case .failure(let error): return .failure(error)
        case .again, .tooFast: if state.isClosed { return .failure(closed) }
        }
        guard var member = state.members[place] else { return nil }
        if case .again(let companions) = outcome {
            member.passenger.sharing?.companions = companions
            if companions == 1 { member.passenger.sharing = nil }
        }
        if case .tooFast(let error) = outcome {
            member.refusals += 1
            if member.refusals > FailurePolicy.repeatsWhenTooFast { return .failure(error) }
            state.book.pause(until: now + FailurePolicy.restOfTheSecond, at: now)
        }
        state.members[place] = member
        state.book.rejoin(place, member.passenger)
        return nil
    }

    private func giveUpPacks(after error: any Error) {
        logger.info("VK does not take execute, calls go one by one", ["error": "\(error)", "for": "\(PackFailure.truce)"])
        state.withLock { [now = time.now] state in
            state.packsFrom = now + PackFailure.truce
            state.book.endSharing()
        }
    }

    /// Sends `call` once, and again in the same slot while VK says that calls come too fast: so it keeps its place before later ones.
    private func attempt(_ call: Call) async throws -> APIAnswer {
        var refusals = 0
        while true {
            do {
                return try await exchange(call)
            } catch let error as VKError {
                refusals += 1
                guard error.failure == .tooManyRequests, refusals <= FailurePolicy.repeatsWhenTooFast else { throw error }
                logger.debug("too many calls a second, all wait", ["vk.method": call.method, "wait": "\(FailurePolicy.restOfTheSecond)"])
                try await pause(for: FailurePolicy.restOfTheSecond)
            }
        }
    }

    /// Holds everything back for `duration` from now on, the caller too, who keeps its slot.
    private func pause(for duration: Duration) async throws {
        var end = state.withLock { [now = time.now] state in
            state.book.pause(until: now + duration, at: now)
            return state.book.pausedUntil
        }
        while time.now < end {
            try await time.sleep(until: end)
            end = state.withLock { $0.book.pausedUntil }
        }
    }
}
