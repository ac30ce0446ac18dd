// Govorun: workers that run the lanes of all bots. SPDX-License-Identifier: MIT
import BotKit
import VKAPI

/// One pool for the process: order inside a lane, lanes side by side up to each bot's cap, workers started when there is work for them.
///
/// A lane that never returns holds one worker and its own conversation, nothing else. While lanes are ready there is always one worker on
/// its way, not one for each of them: whoever takes a lane sends for the next worker. So as many run as the handlers' waiting makes
/// necessary, and many short handlers are done by one worker, without a change of threads.
final class LanePool: Sendable {
    typealias Worker = CheckedContinuation<Void, Never>

    /// What a bot does with its positions.
    struct Member: Sendable {
        /// Handlers at work at once, not counting those that wait for VK.
        var cap: Int
        /// Told how many lanes may make a call any moment.
        var crowd: Crowd?
        /// Told that lanes have room for more of the inbox.
        var onHunger: @Sendable () -> Void = {}
        /// Does the work of one position.
        var handle: @Sendable (Int64, LaneHold) async -> Void
    }

    struct State {
        var book = LaneBook()
        var members: [Int: Member] = [:]
        var crowds: [Int: Crowd] = [:]
        var nextBot = 0
        /// Workers with nothing to do.
        var idle: [Worker] = []
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextWorker = 0
        /// Whether a worker was woken or started, and has not looked for work yet.
        var isOneComing = false
        /// Where workers run; `nil` until `run()`.
        var executor: (any TaskExecutor)?
        /// `run()`, until closed.
        var runner: CheckedContinuation<Void, Never>?
        var isClosed = false
        /// Those who wait for a bot to come to rest.
        var observers: [Observer] = []
        var nextObserver = 0
    }

    struct Observer: Sendable {
        let number: Int
        let bot: Int
        let isRest: @Sendable (LaneBook) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    let state = PlainMutex(State())
    /// What waits for VK are measured by.
    let time: any TimeSource

    /// A pool without bots.
    init(_ time: any TimeSource = SystemTime()) { self.time = time }

    /// Adds a bot.
    ///
    /// - Returns: the bot's number in this pool.
    func join(_ member: Member) -> Int {
        state.withLock { state in
            state.nextBot += 1
            state.book.join(state.nextBot, cap: member.cap)
            state.members[state.nextBot] = member
            state.crowds[state.nextBot] = member.crowd
            return state.nextBot
        }
    }

    /// Takes a bot out; what still waits for it is dropped, what runs goes on.
    func leave(_ bot: Int) {
        settle(bot) { state in
            state.book.leave(bot)
            state.members[bot] = nil
        }
    }

    /// Changes the book, then gives work to whoever has none.
    @discardableResult
    func change<Result: Sendable>(_ bot: Int, _ change: (inout LaneBook) -> Result) -> Result { settle(bot) { change(&$0.book) } }

    /// Changes the state, and does what follows from it once the lock is free: one look at the lock, for all workers pass here for each
    /// update.
    func settle<Result: Sendable>(_ bot: Int, _ change: (inout State) -> Result) -> Result {
        let (result, sequel) = state.withLock { state in
            let result = change(&state)
            var sequel = Sequel()
            sequel.note(bot, &state)
            sequel.call(of: self, &state)
            return (result, sequel)
        }
        sequel.perform()
        return result
    }

    /// Sends for a worker, if there is work that nobody comes for.
    func sendForWorker() {
        let sequel = state.withLock { state in
            var sequel = Sequel()
            sequel.call(of: self, &state)
            return sequel
        }
        sequel.perform()
    }

    /// What the book says.
    func read<Result: Sendable>(_ read: (LaneBook) -> Result) -> Result { state.withLock { read($0.book) } }

    /// Suspends until nothing of `bot` waits or runs; with `halting`, until what runs has ended, and nothing more is begun. Returns early
    /// when cancelled.
    func rest(_ bot: Int, halting: Bool) async {
        if halting { state.withLock { $0.book.halt(bot) } }
        await wait(for: bot) { halting ? $0.isAtRest(bot) : $0.isQuiet(bot) }
    }

    private func wait(for bot: Int, until isRest: @escaping @Sendable (LaneBook) -> Bool) async {
        let number = state.withLock { state in
            state.nextObserver += 1
            return state.nextObserver
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || isRest(state.book) { return true }
                    state.observers.append(Observer(number: number, bot: bot, isRest: isRest, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let observer = state.withLock { state in
                state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
            }
            observer?.continuation.resume()
        }
    }
}
