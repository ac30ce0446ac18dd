// Govorun: calls of one token wait here, and leave. SPDX-License-Identifier: MIT

/// Sends the calls of one token, no faster than VK allows, several in one `execute` where several wait.
///
/// Whoever changes something lets out everybody whose turn has come; a watch of the queue's own, which lives only while somebody waits
/// for a moment, does so when that comes. A call that leaves alone is sent by its own task; a pack by a task of the queue, so that
/// one caller's cancellation takes nothing from the others.
final class CallQueue: Sendable {
    /// Sends one call once.
    typealias Exchange = @Sendable (Call) async throws -> APIAnswer

    typealias Place = DepartureBook.Place
    typealias Wake = CheckedContinuation<Turn, any Error>

    /// What a waiting caller is told.
    enum Turn {
        /// A slot is yours: send the call yourself.
        case alone
        /// A pack brought this.
        case answer(APIAnswer)
    }

    /// One who waits; touched under the lock only. A class: a call is large, and looking at it would copy it.
    final class Member {
        let call: Call
        let expression: [UInt8]
        var passenger: Passenger
        /// Ended before its slot is given back, so that who will call again counts at every moment.
        let wait: Wait?
        var wake: Wake?
        /// What it was told before it suspended.
        var news: Result<Turn, any Error>?
        /// The pack it is in.
        var pack: Int?
        /// Whether it has a slot in which nothing was sent yet.
        var holdsSlot = false
        /// How often VK refused it inside a pack for coming too fast.
        var refusals = 0

        init(_ call: Call, _ expression: [UInt8], _ passenger: Passenger, _ wait: Wait?) {
            (self.call, self.expression, self.passenger, self.wait) = (call, expression, passenger, wait)
        }
    }

    struct Pack {
        /// Who waits for it; who was cancelled is not among them.
        var places: [Place]
        /// How many boarded: the book counts them until it ends.
        let count: Int
        var task: Task<Void, Never>?
        var isAbandoned = false
    }

    struct State {
        var book: DepartureBook
        var members: [Place: Member] = [:]
        var packs: [Int: Pack] = [:]
        var nextPack = 0
        /// Sleeps until somebody may leave.
        var watch: Task<Void, Never>?
        /// When it wakes; `nil`: nobody watches.
        var watchedUntil: Duration?
        /// Tells a watch that another has taken over.
        var watchNumber = 0
        /// No packs before this moment: VK refused `execute`, so often in a row.
        var packsFrom: Duration
        var packRefusals = 0
        /// The most calls in a pack while answers are too big for more, and until when.
        var packSize = (calls: PackLimits.calls, until: Duration.zero)
        var isClosed = false
    }

    let state: PlainMutex<State>
    let time: any TimeSource
    private let crowd: Crowd
    let secrets: [Secret]
    private let packs: Bool
    let logger: Logger
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
        state = PlainMutex(State(book: DepartureBook(limit: rate, now: time.now), packsFrom: .zero))
        crowd.onEmpty { [weak self] in self?.serve() }
    }

    /// Sends `call` when its turn comes, and once more only where VK refused it unperformed.
    ///
    /// - Parameter since: when it first came, so that a repeat has the turn of its first attempt; `nil`: now.
    /// - Throws: `VKError`; `CancellationError` when cancelled, at once.
    func send(_ call: Call, priority: CallPriority, since: Duration? = nil) async throws -> APIAnswer {
        try Task.checkCancellation()
        let wait = Wait.prepared()
        let mayPack = packs && PackCode.canHold(call)
        if !mayPack, try leavesAtOnce(call) {
            wait?.begin()
            return try await sendAlone(call, wait)
        }
        let place = try join(call, priority, since, mayPack, wait)
        // Not before it stands in the line: between the two it would be seen nowhere, and others would leave without it.
        wait?.begin()
        defer { wait?.end() }
        serve()
        do {
            switch try await turn(of: place) {
            case .answer(let answer): return answer
            case .alone:
                try Task.checkCancellation()
                return try await sendAlone(call, from: place, wait)
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
            var wakes: [(Wake, VKError)] = []
            for (place, member) in state.members {
                // One that has a slot goes on: its call is on its way.
                guard state.book.leave(place) || member.pack != nil else { continue }
                let closed = Self.closed.of(member.call.method, mayHaveBeenPerformed: member.pack != nil)
                if let wake = member.wake { wakes.append((wake, closed)) } else { state.members[place]?.news = .failure(closed) }
                state.members[place]?.wake = nil
            }
            return (wakes, state.packs.values.compactMap(\.task) + [state.watch].compactMap(\.self))
        }
        for (wake, closed) in wakes { wake.resume(throwing: closed) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// How many wait for their turn.
    var waiting: Int { state.withLock { $0.book.count } }
    /// How many are suspended without a clock; for tests that must know when nothing moves any more.
    var suspended: Int { state.withLock { $0.members.values.count { $0.wake != nil } } }
    /// How many calls a second leave at present.
    var allowed: Int { state.withLock { $0.book.allowed } }

    static let closed = VKError(.closed, method: "", message: "the client has been shut down")
}

// MARK: joining, waiting, leaving
extension CallQueue {
    /// Whether a call that leaves alone need not wait: it has its slot then, and nothing is remembered of it.
    private func leavesAtOnce(_ call: Call) throws -> Bool {
        try state.withLock { [now = time.now] state in
            guard !state.isClosed else { throw Self.closed.of(call.method) }
            return state.book.departAtOnce(at: now)
        }
    }

    private func join(_ call: Call, _ priority: CallPriority, _ since: Duration?, _ mayPack: Bool, _ wait: Wait?) throws -> Place {
        let now = time.now
        let expression = mayPack ? PackCode.expression(of: call) : []
        return try state.withLock { state in
            guard !state.isClosed else { throw Self.closed.of(call.method) }
            var passenger = Passenger(since: now, priority: priority, firstCame: since)
            if mayPack, now >= state.packsFrom, expression.count < PackLimits.bytes {
                passenger.sharing = .init(isHarmlessTwice: RepeatRules.rule(for: call).isHarmlessTwice, size: expression.count)
                if now < state.packSize.until { passenger.sharing?.companions = state.packSize.calls }
            }
            let place = state.book.join(passenger)
            state.members[place] = Member(call, expression, passenger, wait)
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

    /// - Parameter place: the one it waited in.
    private func sendAlone(_ call: Call, from place: Place? = nil, _ wait: Wait?) async throws -> APIAnswer {
        defer {
            wait?.end()
            serve { state, now in
                if let place { state.members[place] = nil }
                state.book.finish(at: now)
            }
        }
        return try await attempt { (call, ()) }.answer
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
    /// Lets out everybody who may leave after `change`, and sees to it that somebody watches for the next moment.
    func serve(after change: (inout State, _ now: Duration) -> Void = { _, _ in }) {
        let (wakes, packs, watch) = state.withLock { [now = time.now, reading = crowd.reading] state -> ([Wake], [Int], Int?) in
            change(&state, now)
            guard state.book.count > 0 else { return ([], [], nil) }
            var wakes: [Wake] = []
            var packs: [Int] = []
            while let places = state.book.depart(at: now, crowd: reading) {
                if places.count > 1 { packs.append(Self.board(places, &state)) } else { wakes += Self.letGo(places[0], &state) }
            }
            return (wakes, packs, Self.nextWatch(&state, at: now, reading))
        }
        for wake in wakes { wake.resume(returning: .alone) }
        for pack in packs { start(pack) }
        if let watch { startWatch(watch) }
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

    /// The number of the watch to start, when nobody watches or a moment comes before the one that is watched for.
    private static func nextWatch(_ state: inout State, at now: Duration, _ crowd: Crowd.Reading) -> Int? {
        guard !state.isClosed, let moment = state.book.nextLook(at: now, crowd: crowd) else { return nil }
        if let watched = state.watchedUntil, watched <= moment { return nil }
        state.watchedUntil = moment
        state.watchNumber += 1
        return state.watchNumber
    }

    private func startWatch(_ number: Int) {
        let task = Task { await keepWatch(number) }
        let obsolete = state.withLock { state -> Task<Void, Never>? in
            guard state.watchNumber == number, !state.isClosed else { return task }
            defer { state.watch = task }
            return state.watch
        }
        obsolete?.cancel()
    }

    /// Sleeps until somebody may leave and lets out everybody who may, as long as there is such a moment and no other watch.
    private func keepWatch(_ number: Int) async {
        while let moment = nextMoment(number) {
            do {
                try await time.sleep(until: moment)
            } catch {
                return  // another watch has taken over, or the queue is closed
            }
            serve()
        }
    }

    private func nextMoment(_ number: Int) -> Duration? {
        state.withLock { [now = time.now, reading = crowd.reading] state in
            guard state.watchNumber == number else { return nil }
            let moment = state.isClosed ? nil : state.book.nextLook(at: now, crowd: reading)
            state.watchedUntil = moment
            if moment == nil { state.watch = nil }
            return moment
        }
    }

    private static func board(_ places: [Place], _ state: inout State) -> Int {
        state.nextPack += 1
        for place in places { state.members[place]?.pack = state.nextPack }
        state.packs[state.nextPack] = Pack(places: places, count: places.count)
        return state.nextPack
    }
}

// MARK: on the way
extension CallQueue {
    /// Sends what `next` makes once, and again in the same slot while VK says that calls come too fast: so it keeps its place before
    /// later ones.
    ///
    /// - Throws: `VKError`; `CancellationError` when cancelled, or when nobody is left whose call it is.
    func attempt<Aim>(_ next: () -> (call: Call, aim: Aim)?) async throws -> (answer: APIAnswer, aim: Aim) {
        var refusals = 0
        while let (call, aim) = next() {
            do {
                return (try await exchange(call), aim)
            } catch let error as VKError {
                if error.failure == .flood { slowDown() }
                refusals += 1
                guard error.failure == .tooManyRequests, refusals <= FailurePolicy.repeatsWhenTooFast else { throw error }
                logger.debug("too many calls a second, all wait", ["vk.method": call.method, "wait": "\(FailurePolicy.restOfTheSecond)"])
                try await pause(for: FailurePolicy.restOfTheSecond)
                if state.withLock({ $0.isClosed }) { throw Self.closed.of(call.method) }
            }
        }
        throw CancellationError()
    }

    /// VK said that the same is done too often: fewer calls a second for a while.
    func slowDown() { state.withLock { [now = time.now] in $0.book.slowDown(at: now) } }

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
