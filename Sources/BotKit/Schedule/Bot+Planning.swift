// Govorun: jobs planned outside of handlers. SPDX-License-Identifier: MIT
import BotStorage

extension Bot {
    /// Plans a job outside of any handler, in a plugin's `start` for one, **once per key**: `try await bot.after(.days(1), Digest(), key: "first")`.
    ///
    /// What is planned under a key stays as it was first planned, whether it waits, is done or was replaced: `start` runs at each start, and the
    /// job once. A key is remembered until 90 days after the job's time; `cancel` forgets it. In a handler use `message.after` and the like,
    /// which belong to the update.
    ///
    /// - Parameters:
    ///   - key: what names it among the plugin's jobs of this type.
    ///   - plugin: whose job it is, by its name in `bots.yaml`; in `start` and in handlers that is known.
    ///   - peer: the conversation it is done in, `bot.peer` of the `After`.
    ///   - person: whom it is done for, `bot.user` of the `After`.
    /// - Returns: whether it was planned now.
    /// - Throws: `PlanningError` naming what is missing; `StorageError`; `EncodingError`.
    @discardableResult
    public func after<Job: PluginJob>(
        _ delay: Duration, _ job: Job, key: String, of plugin: String? = nil, in peer: Peer? = nil, for person: Int? = nil
    ) async throws -> Bool {
        try await plan(job, JobAddress(Job.self, key, plugin, peer, person), at: storage.now + delay)
    }

    /// Plans a job for a point in time, once per key; a time that is over is now. See `after`.
    ///
    /// - Returns: whether it was planned now.
    /// - Throws: as `after` does.
    @discardableResult
    public func at<Job: PluginJob>(
        _ time: DateAndTime, _ job: Job, key: String, of plugin: String? = nil, in peer: Peer? = nil, for person: Int? = nil
    ) async throws -> Bool {
        try await plan(job, JobAddress(Job.self, key, plugin, peer, person), at: UnixTime(seconds: Int64(time.unixTime)))
    }

    /// Takes back what was planned under a key, and forgets the key: it can be planned again. What has begun goes on.
    ///
    /// - Returns: whether it was waiting.
    /// - Throws: `PlanningError`; `StorageError`.
    @discardableResult
    public func cancel<Job: PluginJob>(_ type: Job.Type, key: String, of plugin: String? = nil) async throws -> Bool {
        let place = try place(of: JobAddress(type, key, plugin, nil, nil))
        return try await outsideOfSteps("cancel \(Job.jobName)", key) {
            let wasThere = try await storage.job(place.key) != nil
            try await storage.commit([.cancel(place.key), .delete(place.mark)])
            return wasThere
        }
    }

    private func plan<Job: PluginJob>(_ job: Job, _ address: JobAddress, at due: UnixTime) async throws -> Bool {
        let place = try place(of: address)
        var errand = place.errand
        (errand.due, errand.payload) = (due, try TapeEncoder().encodeValue(job))
        let commit = Commit(
            [
                .set(place.mark, [1], expires: max(due, storage.now) + .days(90)),
                .schedule(place.key, due: due, JSONValue.object(errand.stored).bytes),
            ], if: [.value(place.mark, is: nil)])
        return try await outsideOfSteps("plan \(Job.jobName) once", address.key) {
            do {
                try await storage.commit(commit)
            } catch let error as StorageError {
                guard error.code == .preconditionFailed else { throw error }
                return false
            }
            alarm.ring()
            return true
        }
    }

    /// Does `work` as it is, and in a handler so that later steps of its dialogue are told what came of it.
    private func outsideOfSteps(_ name: String, _ key: String, _ work: () async throws -> Bool) async throws -> Bool {
        guard let run = HandlerRun.ofThisTask else { return try await work() }
        return try await run.once(name, ContentHash(of: key)) { Array((try await work() ? "1" : "0").utf8) } == Array("1".utf8)
    }

    /// Where a job is, and where it is noted that it was planned.
    private func place(of address: JobAddress) throws(PlanningError) -> (errand: Errand, key: JobKey, mark: StorageKey) {
        guard !address.key.isBlank else { throw PlanningError(.noKey, job: address.job) }
        guard let plugin = address.plugin ?? HandlerRun.ofThisTask?.route.instance.name ?? startedPlugin else {
            throw PlanningError(.whose, job: address.job)
        }
        try jobBoard.check(address.job, of: plugin)
        var errand = Errand(.job, plugin: plugin, handler: address.job, due: UnixTime(milliseconds: 0))
        (errand.key, errand.peer, errand.user, errand.origin) = (
            address.key, address.peer, address.person, "start \(storage.now.milliseconds)"
        )
        let mark = StateKey(plugin: plugin + "/planned", name: "\(address.job) \(address.key)").storageKey(in: self)
        return (errand, ErrandJobs.key(errand, of: self), mark)
    }
}

/// Which job is meant.
private struct JobAddress {
    let job: String
    let key: String
    let plugin: String?
    let peer: Int?
    let person: Int?

    init(_ type: any PluginJob.Type, _ key: String, _ plugin: String?, _ peer: Peer?, _ person: Int?) {
        (job, self.key, self.plugin, self.peer, self.person) = (type.jobName, key, plugin, peer?.id, person)
    }
}
