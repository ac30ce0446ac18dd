// Govorun: remembers uploads while the process lives. SPDX-License-Identifier: MIT
import Synchronization

/// Keeps a number of answers in memory; of more, those that were not asked for longest are forgotten.
public final class MemoryUploadStore: UploadStore {
    private let answers: Mutex<RecentAnswers>
    private let time: any TimeSource

    /// A store of at most `capacity` answers, about a kilobyte each.
    public init(capacity: Int = 1_000, time: any TimeSource = SystemTime()) {
        answers = Mutex(RecentAnswers(capacity: capacity))
        self.time = time
    }

    /// What was kept under `key` and has not expired.
    public func answer(for key: UploadKey) -> String? { answers.withLock { [now = time.now] in $0.answer(for: key, now: now) } }

    /// Keeps `answer` under `key` for `lifetime`.
    public func keep(_ answer: String, for key: UploadKey, lifetime: Duration) {
        answers.withLock { [now = time.now] in $0.keep(answer, for: key, until: now + lifetime, now: now) }
    }

    /// Forgets what is kept under `key`.
    public func forget(_ key: UploadKey) { answers.withLock { $0.forget(key) } }
}

/// Answers with an end to their life, as a value without clock or lock.
struct RecentAnswers {
    private struct Entry {
        let answer: String
        let end: Duration
        var use: Int
    }

    private let capacity: Int
    private var entries: [UploadKey: Entry] = [:]
    private var uses = 0

    /// How many are kept.
    var count: Int { entries.count }

    init(capacity: Int) { self.capacity = capacity }

    mutating func answer(for key: UploadKey, now: Duration) -> String? {
        guard let entry = entries[key] else { return nil }
        guard entry.end > now else {
            entries[key] = nil
            return nil
        }
        uses += 1
        entries[key]?.use = uses
        return entry.answer
    }

    mutating func keep(_ answer: String, for key: UploadKey, until end: Duration, now: Duration) {
        uses += 1
        entries[key] = Entry(answer: answer, end: end, use: uses)
        if entries.count > capacity { makeRoom(now: now) }
    }

    mutating func forget(_ key: UploadKey) { entries[key] = nil }

    /// Forgets what has expired and, of the rest, a tenth: so that a full store is not searched at each upload.
    private mutating func makeRoom(now: Duration) {
        entries = entries.filter { $0.value.end > now }
        guard entries.count > capacity else { return }
        let oldest = entries.sorted { $0.value.use < $1.value.use }.prefix(entries.count - capacity + capacity / 10)
        for (key, _) in oldest { entries[key] = nil }
    }
}
