// Govorun: turns jobs that have come due into errands. SPDX-License-Identifier: MIT
package import BotStorage

/// Keeps the jobs of a bot's timers, and takes what has come due; whoever uses it stores the errand and what becomes of the job in one commit.
package struct Timekeeper: Sendable {
    /// A job that has come due.
    package struct Due: Sendable {
        /// The update to be handled; `nil` when there is nothing to do this time.
        package let update: JSONObject?
        /// What becomes of the job.
        package let writes: [Write]
        /// The timer it is of, for one who looks after runs that take long.
        package let timer: String?
    }

    private let bot: Bot
    private let table: ErrandTable
    /// A claim lasts longer than the commit that ends it.
    private static let lease: Duration = .seconds(10)
    private static let batch = 64

    /// A keeper of the timers of `router`.
    package init(_ router: Router) { (bot, table) = (router.bot, router.table.errands) }

    private var queue: String { ErrandJobs.queue(of: bot) }

    /// Stores a job for each timer that has none, or was another, or whose time is far off since the clock was set back; removes those of timers
    /// that are gone.
    ///
    /// - Throws: `StorageError`.
    package func prepare() async throws {
        var known: [String: Job] = [:]
        for job in try await bot.storage.jobs(in: queue, NamePage(prefix: "timer/", limit: .max)) { known[job.key.name] = job }
        var writes: [Write] = []
        for timer in table.timers {
            var terms = TimerTerms(text: terms(of: timer.form))
            let job = known.removeValue(forKey: timer.address)
            guard let due = next(of: timer.form, after: bot.storage.now) else { continue }
            if let job, TimerTerms(job.payload, of: terms.text) != nil {
                guard timer.form.schedule.isBeyondNext(job.due, after: due) else { continue }
                bot.logger.warning("the clock was set back; a timer goes by it from now on", ["timer": timer.address])
                terms.before = job.due
            }
            writes.append(.schedule(JobKey(queue, timer.address), due: due, terms.bytes))
        }
        writes += known.values.map { .cancel($0.key) }
        if !writes.isEmpty { try await bot.storage.commit(Commit(writes)) }
    }

    /// When the next job can be taken; `nil` when there is none.
    ///
    /// - Throws: `StorageError`.
    package func next() async throws -> UnixTime? { try await bot.storage.nextJob(in: queue) }

    /// Claims what has come due, the longest due first.
    ///
    /// - Parameters:
    ///   - heard: until when all is known that has happened: no question is out of time before; `nil`: it always is.
    ///   - isBusy: whether a timer's last run is still going: then it is passed over this time.
    /// - Throws: `StorageError`.
    package func takeDue(heardUntil heard: UnixTime? = nil, unless isBusy: (String) -> Bool = { _ in false }) async throws -> [Due] {
        let jobs = try await bot.storage.claimJobs(in: queue, limit: Self.batch, for: Self.lease)
        return jobs.map { job in job.key.name.hasPrefix("timer/") ? ofTimer(job, isBusy) : planned(job, heard) }
    }

    private func planned(_ job: Job, _ heard: UnixTime?) -> Due {
        guard let errand = (try? JSONDocument(job.payload).root).flatMap(Errand.init) else {
            bot.logger.error("a planned job cannot be read and is dropped", ["job": job.key.name])
            return Due(update: nil, writes: [.finish(job)], timer: nil)
        }
        if errand.kind == .lapse, let heard, let time = DialogueRecord.nextLook(at: errand, heardUntil: heard, now: bot.storage.now) {
            return Due(update: nil, writes: [.reschedule(job, due: time)], timer: nil)
        }
        return Due(update: errand.update(of: bot), writes: [.finish(job)], timer: nil)
    }

    private func ofTimer(_ job: Job, _ isBusy: (String) -> Bool) -> Due {
        let now = bot.storage.now
        guard let timer = table.timers.first(where: { $0.address == job.key.name }) else {
            return Due(update: nil, writes: [.finish(job)], timer: nil)
        }
        let due = timer.form.schedule.last(from: job.due, notAfter: now, in: timer.form.zone ?? bot.zone)
        let next = next(of: timer.form, after: now)
        let writes: [Write] = [next.map { .reschedule(job, due: $0) } ?? .finish(job)]
        guard timer.form.missed.allows(lateness: now - due) else {
            bot.logger.info("a timer's time went by while the bot was down", ["timer": timer.address])
            return Due(update: nil, writes: writes, timer: nil)
        }
        guard !isBusy(timer.address) else {
            bot.logger.warning("a timer is passed over: its last run is still going", ["timer": timer.address])
            return Due(update: nil, writes: writes, timer: nil)
        }
        var errand = Errand(.timer, plugin: timer.route.instance.name, handler: timer.route.identity, due: due)
        errand.next = next
        errand.origin = TimerTerms(job.payload, of: terms(of: timer.form))?.origin ?? ""
        return Due(update: errand.update(of: bot), writes: writes, timer: timer.address)
    }

    private func next(of form: TimerForm, after time: UnixTime) -> UnixTime? {
        form.schedule.next(after: time, in: form.zone ?? bot.zone)
    }

    /// What a timer's job keeps, so that one under other terms is stored anew.
    private func terms(of form: TimerForm) -> String { "\(form.schedule) in \(form.zone ?? bot.zone)" }
}

/// What a timer's job keeps.
private struct TimerTerms {
    private static let mark = " again "

    /// Its schedule and its zone.
    let text: String
    /// When it was due before the clock was set back, so that its runs are none of those from before.
    var before: UnixTime?

    init(text: String) { self.text = text }

    /// `nil` when they are others than `text`.
    init?(_ bytes: [UInt8], of text: String) {
        self.init(text: text)
        let stored = String(decoding: bytes, as: UTF8.self)
        guard stored != text else { return }
        guard stored.hasPrefix(text + Self.mark), let time = Int64(stored.dropFirst(text.count + Self.mark.count)) else { return nil }
        before = UnixTime(milliseconds: time)
    }

    var bytes: [UInt8] { Array((text + (before.map { "\(Self.mark)\($0.milliseconds)" } ?? "")).utf8) }

    /// What tells its runs from those at the same times before.
    var origin: String { before.map { "after \($0.milliseconds)" } ?? "" }
}
