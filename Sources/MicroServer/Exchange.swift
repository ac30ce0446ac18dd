internal import CMicroHTTPDShim
// Govorun: the life of one request. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// A connection pointer of the library.
///
/// `@unchecked`: the library allows `MHD_resume_connection` from any thread, and that is the only call made outside its own
/// threads. The pointer lives as long as the connection, which cannot close while it is suspended; a lock says
/// who resumes it, once.
struct ConnectionPointer: @unchecked Sendable {
    let raw: OpaquePointer
    let bell: LoopBell

    /// Goes on with a connection that was suspended.
    func resume() {
        MHD_resume_connection(raw)
        bell.ring()
    }
}

/// One request from its first line to its answer. The library's threads drive it; a task answers it.
final class Exchange: Held {
    /// What the library's thread does next.
    enum Step { case answer(ServerResponse), wait, hangUp }

    private enum Phase {
        case targetRead(String)
        case reading(RequestHead, BodyIntake)
        case running(ConnectionPointer)
        case answered(ServerResponse)
        case over
    }

    private struct State {
        var phase: Phase
        var task: Task<Void, Never>?
    }

    private let state: Mutex<State>
    /// Whether the answer is ready and its connection about to be resumed. That happens outside the lock: the library's thread
    /// awakes by it and wants the lock at once.
    private let isResuming = Atomic(false)

    /// Where the target ends in the library's buffer, which resolves its escapes in place later; only compared.
    let targetEnd: UInt

    /// Begins with the target as the client wrote it.
    init(_ target: UnsafePointer<CChar>?) {
        targetEnd = UInt(bitPattern: target) + UInt(target.map(strlen) ?? 0)
        state = Mutex(State(phase: .targetRead(target.map { String(cString: $0) } ?? "")))
    }

    /// The target, while the head has not been looked at yet.
    var unreadTarget: String? {
        state.withLock { if case .targetRead(let target) = $0.phase { target } else { nil } }
    }

    func startReading(_ head: RequestHead, _ intake: BodyIntake) { state.withLock { $0.phase = .reading(head, intake) } }

    /// Takes a piece of the body.
    ///
    /// - Returns: false when the connection is to be closed.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard case .reading(let head, var intake) = state.phase else { return true }
            state.phase = .over  // so that the bytes have one owner and grow in place
            // Bytes are copied inside; the pointer does not leave this call.
            nonisolated(unsafe) let piece = piece
            let step = intake.receive(piece)
            state.phase = .reading(head, intake)
            return step != .hangUp
        }
    }

    /// The request is complete, or its answer has become ready.
    ///
    /// - Parameter registry: where to enter before suspending; when it is closed, the connection ends.
    /// - Parameter start: makes the task that calls ``finish(_:)``; called after the connection was suspended.
    func proceed(
        _ pointer: ConnectionPointer, entering registry: HeldRegistry, start: (RequestHead, BodyIntake) -> Task<Void, Never>
    ) -> Step {
        state.withLock { state in
            switch state.phase {
            case .reading(let head, let intake):
                guard !intake.isTooLarge else { return .answer(.tooLarge) }
                // Under the lock, so that whoever closes the registry finds this exchange suspended, not about to be.
                guard registry.enter(self) else { return .hangUp }
                state.phase = .running(pointer)
                MHD_suspend_connection(pointer.raw)
                state.task = start(head, intake)
                return .wait
            case .answered(let response):
                state.phase = .over
                return .answer(response)
            case .targetRead, .running, .over:
                return .hangUp
            }
        }
    }

    /// The handler has answered.
    func finish(_ response: ServerResponse) { resume(with: response) }

    func clientLeft() { state.withLock { $0.task }?.cancel() }

    func release() {
        resume(with: .abort)
        clientLeft()
        // Nobody may be suspended when the daemon stops; the other thread is inside one short call.
        while isResuming.load(ordering: .acquiring) { sched_yield() }
    }

    /// Returns when the handler has, if it was ever called.
    func ended() async { await state.withLock { $0.task }?.value }

    private func resume(with response: ServerResponse) {
        let pointer: ConnectionPointer? = state.withLock { state in
            guard case .running(let pointer) = state.phase else { return nil }
            state.phase = .answered(response)
            isResuming.store(true, ordering: .relaxed)
            return pointer
        }
        guard let pointer else { return }
        pointer.resume()
        isResuming.store(false, ordering: .releasing)
    }
}
