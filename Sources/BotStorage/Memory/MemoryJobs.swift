// Govorun: jobs in memory. SPDX-License-Identifier: MIT

/// All jobs.
struct MemoryJobs {
    struct Entry {
        var job: Job
        /// Equally due ones keep the order in which they were scheduled.
        let number: Int64

        /// When it can be claimed.
        var ready: UnixTime { job.claim?.until ?? job.due }
    }

    var queues: [ByteText: [ByteText: Entry]] = [:]
    /// The number given last, to a job or a claim.
    private var lastNumber: Int64 = 0

    subscript(key: JobKey) -> Entry? {
        get { queues[ByteText(key.queue)]?[ByteText(key.name)] }
        set { queues[ByteText(key.queue), default: [:]][ByteText(key.name)] = newValue }
    }

    func entries(in queue: String?) -> [Entry] {
        guard let queue else { return queues.values.flatMap(\.values) }
        return (queues[ByteText(queue)] ?? [:]).map(\.value)
    }

    mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func put(_ job: Job) { self[job.key] = Entry(job: job, number: self[job.key]?.number ?? nextNumber()) }

    mutating func claim(in queue: String?, limit: Int, now: UnixTime, until: UnixTime) -> [Job] {
        let due = entries(in: queue).filter { $0.ready <= now }.sorted { ($0.ready, $0.number) < ($1.ready, $1.number) }
        return due.prefix(max(0, limit)).map { entry in
            let claim = JobClaim(number: nextNumber(), until: until)
            let old = entry.job
            let job = Job(key: old.key, due: old.due, payload: old.payload, attempts: old.attempts + 1, claim: claim)
            put(job)
            return job
        }
    }
}

extension MemoryState {
    mutating func perform(_ write: JobWrite) throws(StorageError) -> Receipt.Outcome {
        switch write {
        case .schedule(let key, let due, let payload, let ifPresent):
            if jobs[key] != nil {
                if ifPresent == .keep { return .kept }
                guard ifPresent == .replace else { throw .job(.alreadyExists, key) }
            }
            jobs.put(Job(key: key, due: due, payload: payload, attempts: 0, claim: nil))
        case .finish(let key, let claim):
            _ = try claimed(key, claim)
            jobs[key] = nil
        case .reschedule(let key, let claim, let due, let payload, let isRetry):
            let old = try claimed(key, claim)
            jobs.put(Job(key: key, due: due, payload: payload ?? old.payload, attempts: isRetry ? old.attempts : 0, claim: nil))
        case .cancel(let key):
            let isThere = jobs[key] != nil
            jobs[key] = nil
            return .removed(isThere ? 1 : 0)
        case .cancelAll(let queue):
            return .removed(jobs.queues.removeValue(forKey: ByteText(queue))?.count ?? 0)
        }
        return .done
    }

    private func claimed(_ key: JobKey, _ claim: Int64) throws(StorageError) -> Job {
        guard let job = jobs[key]?.job, job.claim?.number == claim else { throw .job(.staleClaim, key) }
        return job
    }
}

extension MemoryStorage {
    /// Claims jobs that are due and that nobody works on.
    public func claimJobs(in queue: String?, limit: Int, for lease: Duration) async throws -> [Job] {
        try access { state in state.jobs.claim(in: queue, limit: limit, now: state.now, until: state.now + lease) }
    }

    /// When the next job of a queue, or of all, can be claimed.
    public func nextJob(in queue: String?) async throws -> UnixTime? { try access { $0.jobs.entries(in: queue).map(\.ready).min() } }

    /// The job under a key.
    public func job(_ key: JobKey) async throws -> Job? { try access { $0.jobs[key]?.job } }

    /// The jobs of a queue, by name.
    public func jobs(in queue: String, _ page: NamePage) async throws -> [Job] {
        try access { state in
            let names = (state.jobs.queues[ByteText(queue)] ?? [:]).keys.names(of: page)
            return names.compactMap { state.jobs[JobKey(queue, $0)]?.job }
        }
    }
}
