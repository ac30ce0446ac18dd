// Govorun: how many may call in a moment. SPDX-License-Identifier: MIT
import Synchronization

/// Counts those who are at work for this client and may make a call any moment; a pack waits for them, and for nobody else.
///
/// Kept by the runner: conversations with something to do, less those that wait for VK. While nobody keeps it, it is unknown.
package final class Crowd: Sendable {
    /// What the count says.
    enum Reading: Sendable, Equatable {
        /// Nobody counts.
        case unknown
        /// Whoever might call has called: waiting for more would be in vain.
        case empty
        /// So many more calls may come in a moment.
        case present(Int)

        /// How many are known to be there.
        var count: Int { if case .present(let count) = self { count } else { 0 } }
    }

    private let count = Atomic(0)
    private let isKept = Atomic(false)
    private let whenEmpty = Mutex<[@Sendable () -> Void]>([])

    /// One that nobody keeps yet.
    package init() {}

    var reading: Reading {
        guard isKept.load(ordering: .acquiring) else { return .unknown }
        let count = count.load(ordering: .acquiring)
        return count > 0 ? .present(count) : .empty
    }

    /// Changes the count by `difference`; from now on it is kept.
    package func change(by difference: Int) {
        let count = count.wrappingAdd(difference, ordering: .acquiringAndReleasing).newValue
        isKept.store(true, ordering: .releasing)
        guard count <= 0, difference < 0 else { return }
        for notice in whenEmpty.withLock({ $0 }) { notice() }
    }

    /// Calls `notice` whenever the last one has left.
    func onEmpty(_ notice: @escaping @Sendable () -> Void) { whenEmpty.withLock { $0.append(notice) } }
}

/// Told when what runs in this task begins to wait for VK, and when it goes on: it does not count as running meanwhile.
///
/// Whoever brings the answer says that it goes on, so the two may come from different threads, and cross: only their balance counts.
package protocol WaitObserver: AnyObject, Sendable {
    /// A call of this task waits; `inTrouble` when VK has failed before.
    func beginsToWait(inTrouble: Bool)
    /// It has its outcome.
    func goesOn()
    /// Who is told of what begins now, however long that takes; itself, unless it stands for others.
    var present: (any WaitObserver)? { get }
    /// What of the time from `start` to `now` was waited while VK was slow to answer, or did not.
    func longWaits(from start: Duration, to now: Duration) -> Duration
    /// Whether it waits now, and has for long.
    func waitsLong(at now: Duration) -> Bool
}

extension WaitObserver {
    package var present: (any WaitObserver)? { self }
    package func longWaits(from start: Duration, to now: Duration) -> Duration { .zero }
    package func waitsLong(at now: Duration) -> Bool { false }
}

/// What is known about the task that makes a call: set around a handler, seen by every call it makes.
package struct CallingTask: Sendable {
    @TaskLocal package static var current = CallingTask()

    /// Whom to tell that it waits.
    package var observer: (any WaitObserver)?
    /// The priority of calls that say nothing themselves.
    package var priority: CallPriority?
    /// Who answers for its calls.
    package var keeper: (any CallKeeper)?
    private var ownTag: Tag?
    /// Who makes its calls; unless it was said, whoever answers for them knows.
    package var tag: RequestTag? {
        get { ownTag?.tag ?? keeper?.tag }
        set { ownTag = newValue.map(Tag.init) }
    }

    /// A value of its own for each handler is made all the time, and its tag hardly ever asked for.
    private final class Tag: Sendable {
        let tag: RequestTag
        init(_ tag: RequestTag) { self.tag = tag }
    }

    /// Nothing known.
    package init(
        observer: (any WaitObserver)? = nil, priority: CallPriority? = nil, tag: RequestTag? = nil, keeper: (any CallKeeper)? = nil
    ) {
        self.observer = observer
        self.priority = priority
        self.keeper = keeper
        ownTag = tag.map(Tag.init)
    }

    /// Runs `work`, which waits for VK; `inTrouble` when VK has failed before.
    static func waiting<Value>(inTrouble: Bool = false, _ work: () async throws -> Value) async rethrows -> Value {
        let wait = Wait.prepared()
        wait?.begin(inTrouble: inTrouble)
        defer { wait?.end() }
        return try await work()
    }
}

/// One wait of a task whose observer is told of it: it ends once, whoever ends it first.
final class Wait: Sendable {
    private enum State: UInt8, AtomicRepresentable { case prepared, begun, over }

    private let observer: any WaitObserver
    private let state = Atomic(State.prepared)

    private init(_ observer: any WaitObserver) { self.observer = observer }

    /// A wait of the present task that is still to begin; `nil` when nobody wants to know.
    static func prepared() -> Wait? { CallingTask.current.observer?.present.map(Wait.init) }

    /// It begins, unless it is over already.
    func begin(inTrouble: Bool = false) {
        let begins = state.compareExchange(expected: .prepared, desired: .begun, ordering: .acquiringAndReleasing).exchanged
        if begins { observer.beginsToWait(inTrouble: inTrouble) }
    }

    /// It is over; more than once does nothing.
    func end() {
        if state.exchange(.over, ordering: .acquiringAndReleasing) == .begun { observer.goesOn() }
    }
}
