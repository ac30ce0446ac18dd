// Govorun: killed again and again while planned jobs come due. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("Crash gauntlet of planned jobs", .serialized)
struct ErrandGauntletTests {
    @Test("Killed at any instant, no job is lost or done twice, and what they count is exact")
    func killed() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let site = try await TrialSite(vk, bots: 1)
            let community = site.communities[0]
            var people: [Int] = []
            for number in 0..<10 { people.append(try await vk.addPerson("Человек \(number)")) }
            let first = try site.run()
            try await first.says("listening", within: .seconds(60))
            first.signal(SIGKILL)
            _ = try await first.exitStatus()
            let rounds = 6
            for round in 0..<rounds {
                try await site.write(people.map { (person: $0, community: community, text: "план \(round)") })
                let program = try site.run()
                if round.isMultiple(of: 2) { try await program.says("listening", within: .seconds(60)) }
                // No condition to wait for: the instant of death must not depend on what the program does.
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...1_500)))
                program.signal(SIGKILL)
                _ = try await program.exitStatus()
                try await site.checkStorage()
            }
            let program = try site.run()
            for person in people {
                let answers = try await site.answers(person, community, count: rounds, within: .seconds(120))
                // Which comes first depends on when each was read; how many were before it does not.
                #expect(Set(answers.compactMap(\.first)) == Set((0..<rounds).compactMap { String($0).first }))
                #expect(answers.map { String($0.dropFirst()) } == (1...rounds).map { " как \($0)" })
            }
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
            #expect(try await site.state("set-aside") == ["nothing is set aside"])
        }
    }
}
