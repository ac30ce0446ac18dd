// Govorun: killed again and again while messages arrive. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

/// `make chaos` runs it whole, `make test` in a short form: the numbers come from the environment.
@Suite("Crash gauntlet", .serialized)
struct CrashGauntletTests {
    private static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    private let kills = number("GOVORUN_KILLS", or: 10)
    private let messages = number("GOVORUN_MESSAGES", or: 600)
    private let conversations = number("GOVORUN_CONVERSATIONS", or: 60)

    @Test("Killed at any instant, no message is lost, answered twice or out of order, and counts are exact", arguments: ["peer", "sender"])
    func killed(randomIDScope: String) async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            try await vk.post("settings", ["random_id_scope": .string(randomIDScope)])
            let site = try await TrialSite(vk, bots: 1)
            let people = try await addPeople(vk)
            let begun = ContinuousClock.now
            try await goThroughKills(site, people)
            let killed = begun.duration(to: .now)
            try await finish(site, people)
            print("gauntlet (\(randomIDScope)): \(kills) kills in \(killed), all done after \(begun.duration(to: .now))")
        }
    }

    private func addPeople(_ vk: VK) async throws -> [Int] {
        var people: [Int] = []
        for number in 0..<conversations { people.append(try await vk.addPerson("Человек \(number)")) }
        return people
    }

    /// What the person with this index writes, in order.
    private func numbers(of index: Int) -> [Int] { Array(stride(from: index, to: messages, by: conversations)) }

    private func goThroughKills(_ site: TrialSite, _ people: [Int]) async throws {
        // The first start of all takes only what comes after it, so it gets to its end.
        let first = try site.run()
        try await site.vk.isPolled()
        try await write(0..<conversations, site, people)
        for person in people { _ = try await site.answers(person, site.communities[0], count: 1) }
        first.signal(SIGKILL)
        _ = try await first.exitStatus()

        let left = conversations..<messages
        for round in 0..<kills {
            let part = left.lowerBound + left.count * round / kills..<left.lowerBound + left.count * (round + 1) / kills
            let program = try site.run()
            // Half of the deaths come while it starts, the others while it works; a part of the messages while it is dead.
            if round.isMultiple(of: 2) { try await program.says("listening", within: .seconds(60)) }
            async let written: Void = write(part, site, people)
            // No condition to wait for: the instant of death is the one thing here that must not depend on what the program does.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...(round.isMultiple(of: 2) ? 2_000 : 700))))
            program.signal(SIGKILL)
            _ = try await program.exitStatus()
            try await written
            try await site.checkStorage()
        }
    }

    private func write(_ numbers: Range<Int>, _ site: TrialSite, _ people: [Int]) async throws {
        try await site.write(numbers.map { (person: people[$0 % conversations], community: site.communities[0], text: "\($0)") })
    }

    /// One start more: everything is done, and what was done is what was asked for.
    private func finish(_ site: TrialSite, _ people: [Int]) async throws {
        let program = try site.run()
        let community = site.communities[0]
        for (index, person) in people.enumerated() {
            do {
                _ = try await site.answers(person, community, count: numbers(of: index).count, within: .seconds(120))
            } catch {
                try await explain(program, site)
                throw error
            }
        }
        try await site.write(people.map { (person: $0, community: community, text: "итог") })
        for (index, person) in people.enumerated() {
            let expected = numbers(of: index).map(String.init)
            let answers = try await site.answers(person, community, count: expected.count + 1)
            #expect(answers == expected + ["\(expected.count) из \(messages)"])
        }
        program.signal(SIGTERM)
        #expect(try await program.exitStatus() == 0)
        #expect(try await site.state("set-aside") == ["nothing is set aside"])
    }

    /// Why something is missing: what the bot said, and what it has not done.
    private func explain(_ program: Program, _ site: TrialSite) async throws {
        program.signal(SIGKILL)
        _ = try await program.exitStatus()
        let lines = try await program.errors.suffix(20) + site.state("list") + site.state("set-aside")
        Issue.record("\(lines.joined(separator: "\n"))")
    }
}
