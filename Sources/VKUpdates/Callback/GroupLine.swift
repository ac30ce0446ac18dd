// Govorun: work that is done for many at once. SPDX-License-Identifier: MIT
import Synchronization

/// What waits and what is at work; a value without clock or task.
struct GroupQueue<Item> {
    /// What becomes of something new.
    enum Arrival: Equatable {
        /// It waits for the work under way.
        case waits
        /// It waits, and nobody is at work: begin.
        case begins
        /// There is no room, or the line is closed.
        case refused
    }

    /// How much may wait, in items and in bytes.
    let waitingLimit: (count: Int, bytes: Int)
    /// How much goes into one group at most; a single larger item goes alone.
    let groupLimit: (count: Int, bytes: Int)
    private var waiting: [(item: Item, bytes: Int)] = []
    private var bytes = 0
    private var isAtWork = false
    private var isClosed = false

    init(waitingLimit: (count: Int, bytes: Int), groupLimit: (count: Int, bytes: Int)) {
        self.waitingLimit = waitingLimit
        self.groupLimit = groupLimit
    }

    /// How many wait.
    var count: Int { waiting.count }

    /// Takes something in.
    mutating func add(_ item: Item, bytes size: Int) -> Arrival {
        guard !isClosed, waiting.count < waitingLimit.count, waiting.isEmpty || bytes + size <= waitingLimit.bytes else { return .refused }
        waiting.append((item, size))
        bytes += size
        defer { isAtWork = true }
        return isAtWork ? .waits : .begins
    }

    /// The next group, in the order of arrival; empty when nothing waits, and then nobody is at work any more.
    mutating func takeGroup() -> [Item] {
        var (count, size) = (0, 0)
        while count < min(waiting.count, groupLimit.count), count == 0 || size + waiting[count].bytes <= groupLimit.bytes {
            size += waiting[count].bytes
            count += 1
        }
        bytes -= size
        isAtWork = count > 0
        defer { if count == waiting.count { waiting = [] } else { waiting.removeFirst(count) } }
        return waiting.prefix(count).map(\.item)
    }

    /// Lets nothing more in; what waits still gets its turn.
    mutating func close() { isClosed = true }
}

/// One piece of work at a time, each for all that came while the one before it was under way: the slower the work, the larger the groups.
final class GroupLine<Item: Sendable, Outcome: Sendable>: Sendable {
    private struct Waiter {
        let item: Item
        let end: CheckedContinuation<Outcome?, any Error>
    }

    private struct State {
        var queue: GroupQueue<Waiter>
        var task: Task<Void, Never>?
    }

    private let state: Mutex<State>
    private let work: @Sendable ([Item]) async throws -> Outcome

    init(
        waitingLimit: (count: Int, bytes: Int), groupLimit: (count: Int, bytes: Int),
        work: @escaping @Sendable ([Item]) async throws -> Outcome
    ) {
        state = Mutex(State(queue: GroupQueue(waitingLimit: waitingLimit, groupLimit: groupLimit)))
        self.work = work
    }

    /// How many wait for the work under way.
    var waiting: Int { state.withLock { $0.queue.count } }

    /// Has `item` done with others, in the order of arrival; who is cancelled waits on, since the work is not theirs alone.
    ///
    /// - Returns: nil when there is no room or the line is closed: nothing was done.
    /// - Throws: what the work of its group threw.
    func hand(_ item: Item, bytes: Int) async throws -> Outcome? {
        try await withCheckedThrowingContinuation { end in
            let isRefused = state.withLock { state in
                switch state.queue.add(Waiter(item: item, end: end), bytes: bytes) {
                case .refused: return true
                case .waits: return false
                case .begins:
                    // Its own task, so that no caller's cancellation reaches it; `close()` awaits it.
                    state.task = Task { await run() }
                    return false
                }
            }
            if isRefused { end.resume(returning: nil) }
        }
    }

    /// Lets nothing more in and returns when what was let in is done.
    func close() async {
        let task = state.withLock { state in
            state.queue.close()
            return state.task
        }
        await task?.value
    }

    private func run() async {
        while true {
            let group = state.withLock { $0.queue.takeGroup() }
            guard !group.isEmpty else { return }
            do {
                let outcome = try await work(group.map(\.item))
                for waiter in group { waiter.end.resume(returning: outcome) }
            } catch {
                for waiter in group { waiter.end.resume(throwing: error) }
            }
        }
    }
}
