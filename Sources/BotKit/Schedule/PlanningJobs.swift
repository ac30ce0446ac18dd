// Govorun: contexts plan jobs. SPDX-License-Identifier: MIT
import BotStorage

/// A context in which something can be planned for later: `message.after(.minutes(10), Reminder(text: "чай"))`.
///
/// What a handler plans and cancels is stored with the mark that its update is done: once, whatever happens to the process, and not at all
/// when the handler throws.
public protocol JobPlanning: Sendable {
    /// What it plans by.
    var planner: JobPlanner { get }
}

/// The run that something is planned in.
public struct JobPlanner: Sendable {
    let run: HandlerRun
}

extension JobPlanning {
    /// Plans a job; `After(Job.self)` does it when the time has come.
    ///
    /// - Parameter key: what names it: a job planned under a key that one of its type has replaces that. By default each has its own.
    /// - Returns: the key, for `cancel`.
    /// - Throws: `PlanningError` when the plugin has no `After` for it; `HandlerError` once the handler was given up; `EncodingError`.
    @discardableResult
    public func after<Job: PluginJob>(_ delay: Duration, _ job: Job, key: String? = nil) async throws -> String {
        try planner.run.plan(job, at: planner.run.bot.storage.now + delay, key)
    }

    /// Plans a job for a point in time, of a `.date` argument for one; a time that is over is now.
    ///
    /// - Returns: the key, for `cancel`.
    /// - Throws: as `after` does.
    @discardableResult
    public func at<Job: PluginJob>(_ time: DateAndTime, _ job: Job, key: String? = nil) async throws -> String {
        try planner.run.plan(job, at: UnixTime(seconds: Int64(time.unixTime)), key)
    }

    /// Takes back what was planned under a key; what has begun goes on.
    ///
    /// - Returns: whether it was there.
    /// - Throws: `StorageError`; `HandlerError` once the handler was given up.
    @discardableResult
    public func cancel<Job: PluginJob>(_ type: Job.Type, key: String) async throws -> Bool { try await planner.run.cancel(type, key) }

    /// The plugin's jobs of a type that wait for their time, the next first; only those whose keys begin with `prefix`.
    ///
    /// - Throws: `StorageError`; `DecodingError` for a job that another build has stored.
    public func planned<Job: PluginJob>(_ type: Job.Type, keysBeginningWith prefix: String = "") async throws -> [PlannedJob<Job>] {
        try await planner.run.planned(type, prefix)
    }
}

extension Message: JobPlanning {
    /// What it plans by.
    public var planner: JobPlanner { JobPlanner(run: run) }
}

extension EventContext: JobPlanning {
    /// What it plans by.
    public var planner: JobPlanner { JobPlanner(run: run) }
}

extension Press: JobPlanning {
    /// What it plans by.
    public var planner: JobPlanner { JobPlanner(run: run) }
}

extension BotActing {
    /// What it plans by.
    public var planner: JobPlanner { JobPlanner(run: context.run) }
}

extension HandlerRun {
    private func errand(_ type: any PluginJob.Type, _ key: String, due: UnixTime) -> Errand {
        var errand = Errand(.job, plugin: route.instance.name, handler: type.jobName, due: due)
        (errand.key, errand.peer, errand.user) = (key, update.peerID, update.userID)
        return errand
    }

    fileprivate func plan<Job: PluginJob>(_ job: Job, at due: UnixTime, _ key: String?) throws -> String {
        try checkIsAlive()
        guard router.table.errands.routes[Errand.address(.job, route.instance.name, Job.jobName)] != nil else {
            throw PlanningError(.nobodyDoesIt(route.instance.name), job: Job.jobName)
        }
        let payload = try TapeEncoder().encodeValue(job)
        let number = nextPlan()
        if case .bytes(let told) = try told(.data, "plan \(Job.jobName)", .none) { return String(decoding: told, as: UTF8.self) }
        var hash = FNV1a()
        for part in [work.identity, route.instance.name, route.identity, String(number)] { hash.add(part) }
        let origin = String(hash.value, radix: 36)
        var errand = errand(Job.self, key ?? origin, due: due)
        (errand.origin, errand.payload) = (origin, payload)
        let jobKey = ErrandJobs.key(errand, of: bot)
        try note(.planned(jobKey, due: due, JSONValue.object(errand.stored)), at: jobKey.name)
        learns(.data, "plan \(Job.jobName)", .none, .bytes(Array(errand.key.utf8)))
        return errand.key
    }

    fileprivate func cancel(_ type: any PluginJob.Type, _ key: String) async throws -> Bool {
        let jobKey = ErrandJobs.key(errand(type, key, due: UnixTime(milliseconds: 0)), of: bot)
        let outcome = try await once("cancel \(type.jobName)", ContentHash(of: key)) {
            let wasThere =
                switch plans[jobKey.name] {
                case .planned: true
                case .cancelled: false
                case nil: try await bot.storage.job(jobKey) != nil
                }
            try note(.cancelled(jobKey), at: jobKey.name)
            return Array((wasThere ? "1" : "0").utf8)
        }
        return outcome == Array("1".utf8)
    }

    fileprivate func planned<Job: PluginJob>(_ type: Job.Type, _ prefix: String) async throws -> [PlannedJob<Job>] {
        let start = ErrandJobs.key(errand(type, prefix, due: UnixTime(milliseconds: 0)), of: bot)
        let seen = try await once("planned \(type.jobName)", ContentHash(of: prefix)) { try await stored(under: start) }
        let errands = try JSONDocument(seen).root.items.compactMap { Errand($0) }.sorted { ($0.due, $0.key) < ($1.due, $1.key) }
        return try errands.map { errand in
            let job = try TapeDecoder().decode(Job.self, from: errand.payload.view)
            return PlannedJob(key: errand.key, due: bot.zone.date(at: Int(errand.due.milliseconds / 1000)), job: job)
        }
    }

    /// The jobs whose names begin as `start` does, as a list.
    private func stored(under start: JobKey) async throws -> [UInt8] {
        var stored: [String: JSON] = [:]
        for job in try await bot.storage.jobs(in: start.queue, NamePage(prefix: start.name, limit: .max)) {
            stored[job.key.name] = try JSONDocument(job.payload).root
        }
        for (name, plan) in plans where name.hasPrefix(start.name) {
            if case .planned(_, _, let value) = plan { stored[name] = value.view } else { stored[name] = nil }
        }
        return JSONValue.array(stored.values.map { JSONValue($0) }).bytes
    }
}

/// What a run does to a job once it is done.
enum JobPlan: Sendable {
    case planned(JobKey, due: UnixTime, JSONValue)
    case cancelled(JobKey)

    var write: Write {
        switch self {
        case .planned(let key, let due, let payload): .schedule(key, due: due, payload.bytes)
        case .cancelled(let key): .cancel(key)
        }
    }
}
