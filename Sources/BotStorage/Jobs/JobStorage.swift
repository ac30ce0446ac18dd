// Govorun: scheduling and claiming jobs. SPDX-License-Identifier: MIT

/// One change of jobs, part of a ``Commit``.
public enum JobWrite: Sendable {
    /// What becomes of a job that is scheduled under the same key.
    public enum Present: Sendable {
        /// It is replaced; whoever works on it can no longer finish it.
        case replace
        /// It stays, and the outcome is `.kept`.
        case keep
        /// The commit is refused with `alreadyExists`.
        case refuse
    }

    /// Adds a job.
    case schedule(JobKey, due: UnixTime, [UInt8], ifPresent: Present)
    /// Removes a claimed job: it is done. Refused with `staleClaim` when the claim is not the current one.
    case finish(JobKey, claim: Int64)
    /// Gives a claimed job another time, and another payload unless `nil`. A retry keeps the count of attempts, else it
    /// begins anew. Refused with `staleClaim` when the claim is not the current one.
    case reschedule(JobKey, claim: Int64, due: UnixTime, payload: [UInt8]?, isRetry: Bool)
    /// Removes a job, whoever works on it. Outcome: `.removed`.
    case cancel(JobKey)
    /// Removes all jobs of a queue. Outcome: `.removed`.
    case cancelAll(queue: String)
}

extension Write {
    /// Adds a job.
    public static func schedule(
        _ key: JobKey, due: UnixTime, _ payload: [UInt8] = [], ifPresent: JobWrite.Present = .replace
    ) -> Write {
        .job(.schedule(key, due: due, payload, ifPresent: ifPresent))
    }

    /// Removes a claimed job: it is done.
    public static func finish(_ job: Job) -> Write { .job(.finish(job.key, claim: job.claim?.number ?? -1)) }

    /// Gives a claimed job its next time; its count of attempts begins anew.
    public static func reschedule(_ job: Job, due: UnixTime, payload: [UInt8]? = nil) -> Write {
        .job(.reschedule(job.key, claim: job.claim?.number ?? -1, due: due, payload: payload, isRetry: false))
    }

    /// Gives a claimed job that failed another try at `due`.
    public static func retry(_ job: Job, due: UnixTime) -> Write {
        .job(.reschedule(job.key, claim: job.claim?.number ?? -1, due: due, payload: nil, isRetry: true))
    }

    /// Removes a job, whoever works on it.
    public static func cancel(_ key: JobKey) -> Write { .job(.cancel(key)) }

    /// Removes all jobs of a queue.
    public static func cancelJobs(in queue: String) -> Write { .job(.cancelAll(queue: queue)) }
}

/// Jobs, which come due by the storage's clock.
public protocol JobStorage: Sendable {
    /// Claims jobs that are due and that nobody works on, the longest due first; equally due ones as they were scheduled.
    ///
    /// - Parameter queue: the queue to claim from; `nil`: all.
    /// - Parameter lease: how long the claims last. A job whose claim has run out can be claimed again, and stands in line as
    ///   if it had come due then.
    func claimJobs(in queue: String?, limit: Int, for lease: Duration) async throws -> [Job]

    /// When the next job of a queue, or of all, can be claimed; `nil` when there is none.
    func nextJob(in queue: String?) async throws -> UnixTime?

    /// The job under a key.
    func job(_ key: JobKey) async throws -> Job?

    /// The jobs of a queue, by name.
    func jobs(in queue: String, _ page: NamePage) async throws -> [Job]
}
