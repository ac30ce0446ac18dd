// Govorun: calls that must not be made twice. SPDX-License-Identifier: MIT

/// Which call of a handler's run: the number `ordinal` while it handled `event` of `source`.
public struct CallKey: Sendable {
    /// The source of the event (a bot's community).
    public var source: String
    /// The event, by its id.
    public var event: String
    /// The call's number in the run, from 0.
    public var ordinal: Int

    /// Makes a key.
    public init(source: String, event: String, ordinal: Int) {
        self.source = source
        self.event = event
        self.ordinal = ordinal
    }
}

/// A call that was begun, and its answer once there was one.
public struct JournalledCall: Sendable, Equatable {
    /// The call's number in the run.
    public let ordinal: Int
    /// What was called, in the caller's own short form: a repeat must be of the same call.
    public let digest: [UInt8]
    /// The answer; `nil`: begun, and the outcome is not known.
    public let answer: [UInt8]?
    /// When it was begun.
    public let begun: UnixTime

    /// Makes a call; for storages.
    public init(ordinal: Int, digest: [UInt8], answer: [UInt8]?, begun: UnixTime) {
        (self.ordinal, self.digest, self.answer, self.begun) = (ordinal, digest, answer, begun)
    }
}

/// One change of the journal, part of a ``Commit``.
public enum CallWrite: Sendable {
    /// Notes that a call is about to be made. Refused with `alreadyExists` when it has been.
    case begin(CallKey, digest: [UInt8])
    /// Notes the answer. Refused with `notFound` when the call was not begun.
    case answer(CallKey, [UInt8])
    /// Removes all calls of an event. Outcome: `.removed`.
    case forget(source: String, event: String)
}

extension Write {
    /// Notes that a call is about to be made.
    public static func beginCall(_ key: CallKey, digest: [UInt8]) -> Write { .call(.begin(key, digest: digest)) }

    /// Notes a call's answer.
    public static func answerCall(_ key: CallKey, _ answer: [UInt8]) -> Write { .call(.answer(key, answer)) }

    /// Removes all calls of an event, in the commit that finishes it.
    public static func forgetCalls(of event: String, source: String) -> Write { .call(.forget(source: source, event: event)) }
}

/// The calls of events that are not finished.
public protocol JournalStorage: Sendable {
    /// All calls of an event, by their number.
    func calls(of event: String, source: String) async throws -> [JournalledCall]
}

extension Storage {
    /// Notes that a call is about to be made, unless it was noted before.
    ///
    /// - Returns: `nil` when the call is to be made now; else what is known of it.
    public func beginCall(_ key: CallKey, digest: [UInt8]) async throws -> JournalledCall? {
        do {
            try await commit([.beginCall(key, digest: digest)])
            return nil
        } catch let error as StorageError {
            guard error.code == .alreadyExists else { throw error }
        }
        return try await calls(of: key.event, source: key.source).first { $0.ordinal == key.ordinal }
    }
}
