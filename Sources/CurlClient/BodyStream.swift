// Govorun: the body of an answer, read while it comes. SPDX-License-Identifier: MIT
import Synchronization

/// The pieces of a body in order, pulled: while nobody asks, at most half a megabyte is kept and the server is not read further.
///
/// One reader. Ends with `nil` after the last byte; throws the `HTTPError` the request failed with, or `CancellationError` when the
/// reading task is cancelled, which ends the request. A stream that is dropped ends its request too.
public final class BodyStream: AsyncSequence, Sendable {
    /// Some bytes; never none.
    public typealias Element = [UInt8]

    let intake: BodyIntake
    private let cancel: @Sendable () -> Void

    init(_ intake: BodyIntake, cancel: @escaping @Sendable () -> Void) {
        self.intake = intake
        self.cancel = cancel
    }

    deinit { cancel() }

    /// The next bytes; `nil` at the end.
    ///
    /// - Throws: `HTTPError`; `CancellationError`.
    public func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await intake.next()
        } onCancel: {
            cancel()
        }
    }

    /// Reads from where the last reader stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// One reader of a stream.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: BodyStream

        /// The next bytes; `nil` at the end.
        ///
        /// - Throws: `HTTPError`; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? { try await stream.next() }
    }
}

/// Where the loop puts a streamed body and its reader takes it from.
final class BodyIntake: Sendable {
    /// Kept bytes above which the server is read no further.
    static let mark = 256 << 10

    private struct State {
        var bytes: [UInt8] = []
        var isPaused = false
        /// Set once: nothing comes after it.
        var ending: Result<Void, any Error>?
        var reader: CheckedContinuation<[UInt8]?, any Error>?
    }

    private let state = Mutex(State())
    private let resume: @Sendable () -> Void

    /// - Parameter resume: tells the loop to go on reading.
    init(resume: @escaping @Sendable () -> Void) { self.resume = resume }

    /// For the loop: takes a piece; `false` when the reader is too far behind, and the piece is to be offered again later.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, waiting): (Bool, (CheckedContinuation<[UInt8]?, any Error>, [UInt8])?) = state.withLock { state in
            guard state.bytes.count < Self.mark else {
                state.isPaused = true
                return (false, nil)
            }
            guard let reader = state.reader else {
                state.bytes.append(contentsOf: piece)
                return (true, nil)
            }
            state.reader = nil
            return (true, (reader, Array(piece)))
        }
        if let (reader, bytes) = waiting { reader.resume(returning: bytes) }
        return isTaken
    }

    /// For the loop: the body has ended, well or badly.
    func end(_ ending: Result<Void, any Error>) {
        let reader = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: ending.map { nil })
    }

    /// Waits for bytes or the end.
    func next() async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { reader in
            let (answer, mustResume): (Result<[UInt8]?, any Error>?, Bool) = state.withLock { state in
                guard state.bytes.isEmpty else {
                    let bytes = state.bytes
                    state.bytes = []
                    defer { state.isPaused = false }
                    return (.success(bytes), state.isPaused)
                }
                if let ending = state.ending { return (ending.map { nil }, false) }
                precondition(state.reader == nil, "a body has one reader")
                state.reader = reader
                return (nil, false)
            }
            if mustResume { resume() }
            if let answer { reader.resume(with: answer) }
        }
    }
}
