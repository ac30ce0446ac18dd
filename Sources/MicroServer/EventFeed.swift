internal import CMicroHTTPDShim
// Govorun: the body of a stream of server-sent events. SPDX-License-Identifier: MIT
import Synchronization

/// Bytes on their way from a task that produces events to the library's thread that sends them.
final class EventFeed: Held {
    /// What the reader got.
    enum Read { case bytes(Int), wait, end, failed }

    private struct State {
        var waiting: [UInt8] = []
        var sent = 0
        var isEnded = false
        var isBroken = false
        var isSuspended = false
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let pointer: ConnectionPointer
    private let limit: Int

    init(_ pointer: ConnectionPointer, limit: Int) {
        self.pointer = pointer
        self.limit = limit
    }

    /// Sends the stream's events, and a comment whenever `heartbeat` has passed, until either side ends.
    func start(_ stream: AsyncStream<ServerEvent>, heartbeat: Duration) {
        state.withLock { state in
            guard !state.isBroken else { return }
            state.task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await event in stream { self.push(event.wire) } }
                    group.addTask {
                        // A cancelled sleep is the end of the stream, nothing else.
                        while (try? await Task.sleep(for: heartbeat)) != nil { self.push(Array(":\n\n".utf8)) }
                    }
                    await group.next()
                    group.cancelAll()
                }
                self.change { $0.isEnded = true }
            }
        }
    }

    /// Called by the library's thread. It suspends under the lock that a push takes, so that no push falls between.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        nonisolated(unsafe) let buffer = buffer  // written inside this call only
        return state.withLock { state in
            guard !state.isBroken else { return .failed }
            let count = min(buffer.count, state.waiting.count - state.sent)
            guard count > 0 else {
                guard !state.isEnded else { return .end }
                state.isSuspended = true
                MHD_suspend_connection(pointer.raw)
                return .wait
            }
            state.waiting.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[state.sent...].prefix(count))) }
            state.sent += count
            if state.sent == state.waiting.count {
                state.waiting.removeAll(keepingCapacity: state.sent <= 65_536)
                state.sent = 0
            }
            return .bytes(count)
        }
    }

    func clientLeft() { release() }

    func release() {
        change { $0.isBroken = true }
        state.withLock { $0.task }?.cancel()
    }

    func ended() async { await state.withLock { $0.task }?.value }

    private func push(_ bytes: [UInt8]) {
        let isTooMuch = state.withLock { $0.waiting.count - $0.sent + bytes.count > limit }
        // A client that does not read is given up: it comes back with Last-Event-ID, memory does not.
        guard !isTooMuch else { return release() }
        change { $0.waiting += bytes }
    }

    private func change(_ body: (inout sending State) -> Void) {
        state.withLock { state in
            body(&state)
            guard state.isSuspended else { return }
            state.isSuspended = false
            pointer.resume()
        }
    }
}
