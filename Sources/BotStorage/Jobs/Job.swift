// Govorun: work that is to be done at a time. SPDX-License-Identifier: MIT

/// A queue and a name in it: one job each.
public struct JobKey: Sendable, Equatable {
    /// Whose job it is (a bot, a plugin in it); claimed from together.
    public var queue: String
    /// What tells it from the queue's other jobs.
    public var name: String

    /// Makes a key.
    public init(_ queue: String, _ name: String) {
        self.queue = queue
        self.name = name
    }
}

/// A job as it is stored.
public struct Job: Sendable, Equatable {
    /// What names it.
    public let key: JobKey
    /// When it is to be done.
    public let due: UnixTime
    /// What is to be done; opaque to the storage.
    public let payload: [UInt8]
    /// How often it was claimed since it was scheduled, this time included.
    public let attempts: Int
    /// Who works on it; `nil`: nobody.
    public let claim: JobClaim?

    /// Makes a job; for storages.
    public init(key: JobKey, due: UnixTime, payload: [UInt8], attempts: Int, claim: JobClaim?) {
        (self.key, self.due, self.payload, self.attempts, self.claim) = (key, due, payload, attempts, claim)
    }
}

/// The right to work on a job for a while.
public struct JobClaim: Sendable, Equatable {
    /// Names this claim; no other has the number.
    public let number: Int64
    /// After this others may claim the job.
    public let until: UnixTime

    /// Makes a claim; for storages.
    public init(number: Int64, until: UnixTime) { (self.number, self.until) = (number, until) }
}
