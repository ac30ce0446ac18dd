// Govorun: a text that kills the process, under a supervisor that restarts it. SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Testing

@Suite("A text that kills the process")
struct PoisonTests {
    @Test("Four starts at most, the text set aside, its plugin parked, the admin told; other bots lose and double nothing")
    func trap() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let admin = try await vk.addPerson("Администратор")
            let site = try await TrialSite(vk, bots: 6, admin: admin)
            var people: [Int] = []
            for number in 0..<10 { people.append(try await vk.addPerson("Человек \(number)")) }

            let supervisor = Supervisor { try site.run() }
            async let statuses = supervisor.run()
            try await vk.isPolled(by: 6)
            // A community may write to those who have written to it.
            try await site.write([(person: admin, community: site.communities[0], text: "0")])
            _ = try await site.answers(admin, site.communities[0], count: 1)
            try await writeNumbers(1...5, site, people)
            try await site.write([(person: people[0], community: site.communities[0], text: "упади")])
            try await writeNumbers(6...10, site, people)

            let told = try await site.answers(admin, site.communities[0], count: 2, within: .seconds(120))
            #expect(told.dropFirst().contains { $0.contains("trap") }, "\(told)")
            for community in site.communities {
                for person in people {
                    #expect(try await site.answers(person, community, count: 10) == (1...10).map(String.init), "\(person) of \(community)")
                }
            }
            supervisor.stop()
            let ends = try await statuses
            #expect(ends.last == 0 && ends.count <= 4 && ends.dropLast().allSatisfy { $0 == SIGILL }, "\(ends)")

            let list = try await site.state("set-aside")
            #expect(list.count == 2 && list[1].hasPrefix("bot-1 ") && list[1].contains(" trap ") && list[1].hasSuffix("упади"), "\(list)")
            let bots = try await site.state("list").filter { $0.hasPrefix("bot-") }
            #expect(bots.filter { $0.hasSuffix("trap") }.count == 1 && bots.first?.hasSuffix("trap") == true, "\(bots)")
        }
    }

    @Test("A plugin that traps over an option set from a chat is parked, and not the one that has set it, which goes on")
    func option() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let admin = try await vk.addPerson("Администратор")
            let site = try await TrialSite(vk, bots: 1, admin: admin, plugins: "answer, tune, edge")
            func says(_ text: String, answers count: Int) async throws -> String? {
                try await site.write([(person: admin, community: site.communities[0], text: text)])
                return try await site.answers(admin, site.communities[0], count: count, within: .seconds(120)).last
            }
            let supervisor = Supervisor { try site.run() }
            async let statuses = supervisor.run()
            try await vk.isPolled(by: 1)
            #expect(try await says("край 3", answers: 1) == "край 3")
            let told = try await says("край 0", answers: 2)
            #expect(told?.contains("edge") == true, "\(told ?? "")")
            #expect(try await says("край 4", answers: 3) == "край 4")
            supervisor.stop()
            #expect(try await statuses == [SIGILL, SIGILL, SIGILL, 0])
            let bots = try await site.state("list").filter { $0.hasPrefix("bot-") }
            #expect(bots.count == 1 && bots[0].hasSuffix("edge"), "\(bots)")
        }
    }

    @Test("A plugin that traps while bots.yaml is read is named with its bot and line")
    func reading() async throws {
        let folder = try Folder()
        try folder.write(
            "bots.yaml", "bots:\n  shop:\n    token: x\n    plugins:\n      - answer\n      - { use: edge, with: { most: 0 } }\n")
        let binary = Program.products.appendingPathComponent("TrialBot").path
        let program = try Program(binary, ["check", "bots.yaml"], environment: ["SWIFT_BACKTRACE": "enable=no"], in: folder.url)
        #expect(try await program.exitStatus() == SIGILL)
        let line = "govorun: the process ended while making plugin 'edge' of bot 'shop' (bots.yaml:6)"
        #expect(program.errors.contains(line), "\(program.errors)")
    }

    @Test("A plugin that traps while it starts is named with its bot, also behind an await")
    func starting() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let site = try await TrialSite(vk, bots: 1, plugins: "answer, { use: edge, with: { most: 200 } }")
            let program = try site.run()
            #expect(try await program.exitStatus(within: .seconds(120)) == SIGILL)
            #expect(program.errors.contains("govorun: the process ended while starting plugin 'edge' of bot 'bot-1'"), "\(program.errors)")
        }
    }

    private func writeNumbers(_ numbers: ClosedRange<Int>, _ site: TrialSite, _ people: [Int]) async throws {
        for number in numbers {
            for community in site.communities {
                try await site.write(people.map { (person: $0, community: community, text: "\(number)") })
            }
        }
    }
}

/// Starts a program again as often as it dies, as systemd would.
private final class Supervisor: Sendable {
    private let start: @Sendable () throws -> Program
    private let current = Mutex<Program?>(nil)

    init(_ start: @escaping @Sendable () throws -> Program) { self.start = start }

    /// Runs until an end in order.
    ///
    /// - Returns: how each run ended.
    func run() async throws -> [Int32] {
        var ends: [Int32] = []
        while ends.last != 0, ends.count < 10 {
            let program = try start()
            current.withLock { $0 = program }
            ends.append(try await program.exitStatus(within: .seconds(300)))
        }
        return ends
    }

    /// Has the program of now end in order.
    func stop() { current.withLock { $0?.signal(SIGTERM) } }
}
