// Govorun: which calls leave next, and when. SPDX-License-Identifier: MIT

/// What the book needs to know of a call that waits.
struct Passenger {
    /// When it came: it keeps its place when it has to come again.
    var since: Duration
    /// How urgent it is.
    var priority: CallPriority = .reply
    /// Whom it may share an `execute` with; `nil`: it leaves alone.
    var sharing: Sharing?
    /// When it came for the first time, if this is a repeat: it has the turn of then, and waits for company from now.
    var firstCame: Duration?

    /// What decides who fits into one pack.
    struct Sharing {
        /// Whether a second performance does no harm: the lost answer of a pack must mean the same for all in it.
        var isHarmlessTwice: Bool
        /// Bytes of code it adds.
        var size: Int
        /// The most calls in a pack with it: fewer after VK said that an answer was too big.
        var companions = PackLimits.calls
    }

    /// By this they leave.
    var turn: Duration { (firstCame ?? since) + priority.handicap }
}

/// What one `execute` may hold.
enum PackLimits {
    /// Calls (source: the reference, "execute", limits).
    static let calls = 25
    /// Bytes of code; our own bound, so that a pack stays one small request.
    static let bytes = 64 << 10
    /// How long it is remembered that answers were too big.
    static let memory: Duration = .seconds(60)
    /// How long the first calls of a second wait for company.
    static let patience: Duration = .milliseconds(2)
    /// How long they wait once two slots of the second are spent.
    static let patienceWhenBusy: Duration = .milliseconds(20)
    /// How long they wait when half of the slots are spent and enough for a whole pack are about to call.
    static let patienceInAFlood: Duration = .milliseconds(100)
}

/// Slots, the lines before them and the pause after error 6, as a value without clock, lock or task.
///
/// A slot carries everything that waits and fits into one pack. It is spent when the pack is full, when nobody is left who might call, or
/// when the oldest call has waited a few milliseconds: so a lone call of an idle bot leaves at once, and a flood leaves in full packs.
/// While packs are on their way those who wait for them count as people who might call: in a flood one pack's answers make the next pack.
struct DepartureBook {
    /// A waiting call's number; grows.
    typealias Place = Int

    private var slots: RateSlots
    /// After error 6: nothing leaves before this moment.
    private(set) var pausedUntil: Duration
    private var passengers: [Place: Passenger] = [:]
    /// What those who wait would add to a pack, all together.
    private var waitingBytes = 0
    /// No more calls than that fill a pack of those who wait.
    private var smallestPack = PackLimits.calls
    /// A line for each priority, in order of turns; those who have left stay until the front passes them.
    private var lines = Array(repeating: DepartureLine(), count: CallPriority.allCases.count)
    private var nextPlace = 0
    private var lastSlowDown: Duration?
    /// Departures that have not finished.
    private var flying = 0
    /// Of these, packs: who waits for one may call again as soon as it lands.
    private var flyingPacks = 0
    /// Calls on their way, those in packs and those alone.
    private var flyingCalls = 0

    init(limit: Int, now: Duration) {
        slots = RateSlots(limit: limit, now: now)
        pausedUntil = now
    }

    /// How many wait.
    var count: Int { passengers.count }
    /// How many calls a second leave at present.
    var allowed: Int { slots.allowed }

    /// Joins the line of its priority, behind those whose turn is not later.
    mutating func join(_ passenger: Passenger) -> Place {
        defer { nextPlace += 1 }
        rejoin(nextPlace, passenger)
        return nextPlace
    }

    /// Joins again with the place it had.
    mutating func rejoin(_ place: Place, _ passenger: Passenger) {
        passengers[place] = passenger
        if let sharing = passenger.sharing {
            waitingBytes += sharing.size
            smallestPack = min(smallestPack, sharing.companions)
        }
        lines[passenger.priority.rawValue].insert(place, turn: passenger.turn)
    }

    /// From now on everybody who waits leaves alone.
    mutating func endSharing() {
        for place in passengers.keys { passengers[place]?.sharing = nil }
        waitingBytes = 0
    }

    /// Leaves from any place; says whether it was still in a line.
    mutating func leave(_ place: Place) -> Bool {
        guard let passenger = passengers.removeValue(forKey: place) else { return false }
        waitingBytes -= passenger.sharing?.size ?? 0
        if passengers.isEmpty { smallestPack = PackLimits.calls }
        return true
    }

    /// Takes a slot for a call that has just come and leaves alone, when nobody waits before it.
    mutating func departAtOnce(at now: Duration) -> Bool {
        guard passengers.isEmpty, pausedUntil <= now, slots.take(at: now) else { return false }
        flying += 1
        flyingCalls += 1
        return true
    }

    /// When to look again if nothing changes; `nil` when nobody waits or all slots are in use.
    mutating func nextLook(at now: Duration, crowd: Crowd.Reading) -> Duration? {
        guard let head = head(), let slot = slots.next else { return nil }
        let earliest = max(slot, pausedUntil, now)
        return max(earliest, ready(head, at: earliest, crowd))
    }

    /// Takes out those who leave at `now`, with one slot; `nil` when nobody may yet. More than one: they leave as a pack.
    mutating func depart(at now: Duration, crowd: Crowd.Reading) -> [Place]? {
        guard pausedUntil <= now, let slot = slots.next, slot <= now, let head = head() else { return nil }
        let isReady = ready(head, at: now, crowd) <= now
        // Most look in vain: who would share is gathered only when a pack may be full.
        guard isReady || passengers.count >= smallestPack || waitingBytes > PackLimits.bytes else { return nil }
        let party = party(of: head)
        guard isReady || party.isFull, slots.take(at: now) else { return nil }
        for place in party.places { _ = leave(place) }
        flying += 1
        flyingCalls += party.places.count
        if party.places.count > 1 { flyingPacks += 1 }
        return party.places
    }

    /// Gives back the slot of a departure of `count` calls that ended at `now`.
    mutating func finish(at now: Duration, count: Int = 1) {
        flying -= 1
        flyingCalls -= count
        if count > 1 { flyingPacks -= 1 }
        slots.finish(at: now)
    }

    /// Gives back a slot in which nothing was sent, taken for a departure of `count` calls.
    mutating func putBack(at now: Duration, count: Int = 1) {
        flying -= 1
        flyingCalls -= count
        if count > 1 { flyingPacks -= 1 }
        slots.putBack(at: now)
    }

    /// VK said 6: nothing leaves before `moment`, and fewer a second afterwards. Several 6 of one moment count once.
    mutating func pause(until moment: Duration, at now: Duration) {
        if pausedUntil <= now { slots.narrow(at: now) }
        pausedUntil = max(pausedUntil, moment)
    }

    /// VK said 9 or 29: fewer a second for a while.
    mutating func slowDown(at now: Duration) {
        if lastSlowDown.map({ now - $0 > .seconds(1) }) ?? true { slots.narrow(at: now) }
        lastSlowDown = now
    }

    /// Whose turn it is.
    mutating func head() -> Place? {
        var first: (turn: Duration, place: Place)?
        for index in lines.indices {
            guard let entry = lines[index].first(where: { passengers[$0] != nil }) else { continue }
            if first.map({ (entry.turn, entry.place) < $0 }) ?? true { first = entry }
        }
        return first?.place
    }

    /// From when `head` need not wait for company.
    private func ready(_ head: Place, at now: Duration, _ crowd: Crowd.Reading) -> Duration {
        guard let passenger = passengers[head], passenger.sharing != nil else { return .zero }
        let used = slots.used(at: now)
        switch crowd {
        case .empty where flyingPacks == 0: return .zero
        case .unknown where flying == 0 && passengers.count == 1: return .zero
        case .unknown, .empty, .present:
            guard passengers.count + flyingCalls + crowd.count >= PackLimits.calls else {
                return passenger.since + (used < 2 ? PackLimits.patience : PackLimits.patienceWhenBusy)
            }
            // A slot spent on less than could be in it is missed before the second is over: who has waited for it waits for company too.
            let start = max(passenger.since, slots.next ?? .zero)
            return start + (used * 2 < slots.allowed ? PackLimits.patienceWhenBusy : PackLimits.patienceInAFlood)
        }
    }

    /// Everybody who leaves together with `head`, in order of turns, and whether nobody else would fit.
    private func party(of head: Place) -> (places: [Place], isFull: Bool) {
        guard let sharing = passengers[head]?.sharing else { return ([head], true) }
        var gathering = PackGathering(like: sharing)
        for (_, place) in DepartureLine.merged(lines) {
            guard let guest = passengers[place]?.sharing else { continue }
            gathering.offer(place, guest)
            if gathering.isFull { break }
        }
        return (gathering.places, gathering.isFull)
    }
}

/// Fills one pack.
private struct PackGathering {
    private let isHarmlessTwice: Bool
    private(set) var places: [DepartureBook.Place] = []
    private var size = 0
    private var most = PackLimits.calls
    private var isOverweight = false

    init(like sharing: Passenger.Sharing) { isHarmlessTwice = sharing.isHarmlessTwice }

    var isFull: Bool { isOverweight || places.count >= most }

    /// Takes `place` in if it fits. The first that does not fit closes the pack, so that nobody is overtaken for being big.
    mutating func offer(_ place: DepartureBook.Place, _ guest: Passenger.Sharing) {
        guard guest.isHarmlessTwice == isHarmlessTwice else { return }
        guard places.isEmpty || (size + guest.size <= PackLimits.bytes && guest.companions > places.count) else {
            isOverweight = true
            return
        }
        places.append(place)
        size += guest.size
        most = min(most, guest.companions)
    }
}
