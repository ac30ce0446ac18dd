// Govorun: what holds for jobs in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Jobs")
struct JobTests {
    private let key = JobKey("1/reminders", "tea")

    @Test("A job is claimed when it is due, not before", arguments: Kind.allCases)
    func due(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let due = clock.now + .seconds(10)
            try await storage.commit([.schedule(key, due: due, [7])])
            #expect(try await storage.nextJob(in: key.queue) == due)
            clock.advance(by: .milliseconds(9_999))
            #expect(try await storage.claimJobs(in: key.queue, limit: 9, for: .seconds(1)).isEmpty)
            clock.advance(by: .milliseconds(1))
            let claimed = try await storage.claimJobs(in: key.queue, limit: 9, for: .seconds(1))
            #expect(claimed.map(\.key) == [key])
            let job = try #require(claimed.first)
            #expect((job.due, job.payload, job.attempts) == (due, [7], 1))
            #expect(job.claim?.until == clock.now + .seconds(1))
            #expect(try await storage.job(key) == job)
        }
    }

    @Test("Due jobs come the longest due first, equally due ones as they were scheduled", arguments: Kind.allCases)
    func order(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            for (name, delay) in [("c", 5), ("z", 3), ("b", 3), ("a", 5), ("later", 100)] {
                try await storage.commit([.schedule(JobKey("q", name), due: clock.now + .seconds(delay))])
            }
            clock.advance(by: .seconds(10))
            let first = try await storage.claimJobs(in: "q", limit: 3, for: .seconds(60))
            #expect(first.map(\.key.name) == ["z", "b", "c"])
            #expect(try await storage.claimJobs(in: "q", limit: 0, for: .seconds(60)).isEmpty)
            #expect(try await storage.claimJobs(in: "q", limit: 9, for: .seconds(60)).map(\.key.name) == ["a"])
            #expect(try await storage.claimJobs(in: "q", limit: 9, for: .seconds(60)).isEmpty)
        }
    }

    @Test("A queue's jobs are claimed alone, or those of all queues together", arguments: Kind.allCases)
    func queues(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            for (queue, delay) in [("b", 1), ("a", 2), ("b", 3)] {
                try await storage.commit([.schedule(JobKey(queue, "\(delay)"), due: clock.now + .seconds(delay))])
            }
            let next = [try await storage.nextJob(in: nil), try await storage.nextJob(in: "a"), try await storage.nextJob(in: "c")]
            #expect(next == [clock.now + .seconds(1), clock.now + .seconds(2), nil])
            clock.advance(by: .seconds(9))
            #expect(try await storage.claimJobs(in: "a", limit: 9, for: .seconds(1)).map(\.key.name) == ["2"])
            #expect(try await storage.claimJobs(in: nil, limit: 9, for: .seconds(1)).map(\.key.name) == ["1", "3"])
        }
    }

    @Test("A claim that ran out can be taken by another; the first can do nothing more", arguments: Kind.allCases)
    func lapse(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.commit([.schedule(key, due: clock.now)])
            let first = try #require(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).first)
            #expect(try await storage.nextJob(in: nil) == clock.now + .seconds(5))
            clock.advance(by: .seconds(5))
            let second = try #require(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).first)
            #expect(second.attempts == 2 && second.claim?.number != first.claim?.number)
            for write in [Write.finish(first), .retry(first, due: clock.now), .reschedule(first, due: clock.now)] {
                let error = await expectError(.staleClaim) { try await storage.commit([write]) }
                #expect(error?.context.subject == "1/reminders/tea")
            }
            try await storage.commit([.finish(second)])
            #expect(try await storage.job(key) == nil)
            await expectError(.staleClaim) { try await storage.commit([.finish(second)]) }
        }
    }

    @Test("A job that was never claimed cannot be finished", arguments: Kind.allCases)
    func unclaimed(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.commit([.schedule(key, due: clock.now)])
            let job = try #require(try await storage.job(key))
            await expectError(.staleClaim) { try await storage.commit([.finish(job)]) }
        }
    }

    @Test("A retry keeps the count of attempts, a new time begins anew", arguments: Kind.allCases)
    func rescheduling(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.commit([.schedule(key, due: clock.now, [1])])
            var job = try #require(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).first)
            try await storage.commit([.retry(job, due: clock.now + .seconds(1))])
            #expect(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).isEmpty)
            clock.advance(by: .seconds(1))
            job = try #require(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).first)
            #expect((job.attempts, job.payload) == (2, [1]))
            try await storage.commit([.reschedule(job, due: clock.now, payload: [])])
            job = try #require(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).first)
            #expect((job.attempts, job.payload) == (1, []))
        }
    }

    @Test("A job scheduled again is replaced, kept, or refused", arguments: Kind.allCases)
    func present(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.commit([.schedule(key, due: clock.now, [1], ifPresent: .refuse)])
            let claimed = try #require(try await storage.claimJobs(in: nil, limit: 1, for: .seconds(5)).first)
            await expectError(.alreadyExists) { try await storage.commit([.schedule(key, due: clock.now, [2], ifPresent: .refuse)]) }
            #expect(try await storage.commit([.schedule(key, due: clock.now, [3], ifPresent: .keep)]).outcomes == [.kept])
            #expect(try await storage.job(key) == claimed)
            #expect(try await storage.commit([.schedule(key, due: clock.now, [4])]).outcomes == [.done])
            let job = try #require(try await storage.job(key))
            #expect((job.payload, job.attempts, job.claim) == ([4], 0, nil))
            await expectError(.staleClaim) { try await storage.commit([.finish(claimed)]) }
        }
    }

    @Test("Jobs are listed by name and cancelled, one or all", arguments: Kind.allCases)
    func listing(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            for name in ["b", "a", "a/1", "c"] {
                try await storage.commit([.schedule(JobKey("q", name), due: clock.now), .schedule(JobKey("p", name), due: clock.now)])
            }
            let all = try await storage.jobs(in: "q", NamePage())
            #expect(all.map(\.key.name) == ["a", "a/1", "b", "c"])
            #expect(try await storage.jobs(in: "q", NamePage(prefix: "a", after: "a", limit: 5)).map(\.key.name) == ["a/1"])
            #expect(
                try await storage.commit([.cancel(JobKey("q", "b")), .cancel(JobKey("q", "b")), .cancelJobs(in: "q")]).outcomes == [
                    .removed(1), .removed(0), .removed(3),
                ])
            #expect(try await storage.jobs(in: "q", NamePage()).isEmpty)
            #expect(try await storage.jobs(in: "p", NamePage()).count == 4)
        }
    }

    @Test("Many workers claim each job once", arguments: Kind.allCases)
    func workers(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            try await storage.commit(Commit((0..<100).map { .schedule(JobKey("q", "\($0)"), due: clock.now) }))
            let names = try await withThrowingTaskGroup(of: [Job].self) { group in
                for _ in 0..<20 { group.addTask { try await storage.claimJobs(in: "q", limit: 7, for: .seconds(60)) } }
                return try await group.reduce(into: []) { $0 += $1.map(\.key.name) }
            }
            #expect(names.count == 100 && Set(names).count == 100)
        }
    }
}
