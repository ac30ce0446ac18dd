// Govorun: the built program talks to VK in another process. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("Bots and VK as two processes", .serialized)
struct ConversationTests {
    @Test("1 000 messages in 200 conversations of two bots: each answered once, in order, within the limit")
    func flood() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let (bots, people) = (2, 100)
            var communities: [Int] = []
            for bot in 1...bots { communities.append(try await vk.addCommunity("bot \(bot)", token: "token-of-bot-\(bot)")) }
            let folder = try Folder()
            let file = try folder.write("bots.yaml", Self.echoes(vk.api, bots: bots))
            let program = try Program.govorun(["run", file])
            try await vk.isPolled(by: bots)

            var ids: [Int] = []
            for number in 0..<people { ids.append(try await vk.addPerson("Человек \(number)")) }
            var writings: [JSONValue] = []
            for round in 0..<5 {
                for (index, community) in communities.enumerated() {
                    for person in ids {
                        writings.append(
                            ["community": .integer(community), "person": .integer(person), "text": .string("\(index)-\(person)-\(round)")])
                    }
                }
            }
            try await vk.post("write", .array(writings))

            try await Self.expectEchoes(vk, ids, communities)
            try await Self.expectLimitsKept(vk, callers: bots)
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    private static func echoes(_ api: String, bots: Int) -> String {
        let entries = (1...bots).map { "  bot-\($0): { token: token-of-bot-\($0), plugins: [{ use: echo, with: { everything: true } }] }" }
        return "vk: { api: \"\(api)/\" }\nbots:\n" + entries.joined(separator: "\n") + "\n"
    }

    private static func expectEchoes(_ vk: VK, _ people: [Int], _ communities: [Int]) async throws {
        for (index, community) in communities.enumerated() {
            for person in people {
                let expected = (0..<5).map { "\(index)-\(person)-\($0)" }
                let answers = try await vk.eventually("five answers to \(person)") {
                    let sent = try await vk.history(person, community).filter { $0["from_id"].int == -community }
                    let texts = sent.compactMap { $0["text"].string }
                    return texts.count >= 5 ? texts : nil
                }
                #expect(answers == expected)
            }
        }
    }

    private static func expectLimitsKept(_ vk: VK, callers: Int) async throws {
        let limits = Array(try await vk.get("limits")["limits"].items)
        #expect(limits.count >= callers)
        for limit in limits {
            #expect(limit["refused"].int == 0)
            #expect(try #require(limit["maximum_per_second"].int) <= 20)
        }
    }

    @Test("VK is away for 20 seconds: a handful of attempts, and polling goes on by itself")
    func absence() async throws {
        try await withClient { client in
            let folder = try Folder()
            let bots = "bots: { echo: { token: token-of-echo, community: 200000001, plugins: [echo] } }\n"
            let world = try folder.write("world.yaml", bots)
            let first = try await VK(file: world, client: client)
            let port = first.port
            let program = try Program.govorun(
                ["run", try folder.write("bots.yaml", "log: { level: debug }\nvk: { api: \"\(first.api)\" }\n" + bots)])
            try await first.isPolled()
            let gone = ContinuousClock.now
            first.program.signal(SIGKILL)
            _ = try await first.program.exitStatus()
            try await Task.sleep(until: gone + .seconds(20), clock: .continuous)
            let attempts = program.errors.count { $0.contains("lost ·") }
            #expect((4...16).contains(attempts), "\(attempts) attempts in 20 s")

            let second = try await VK(port: port, file: world, client: client)
            let person = try await second.addPerson("Алиса")
            // A new VK knows nothing of the old session, so what is written before the bot has asked for another is not for it.
            try await second.isPolled()
            try await second.post("write", ["community": 200_000_001, "person": .integer(person), "text": "/echo снова здесь"])
            let answer = try await second.eventually(within: .seconds(20), "the answer after the absence") {
                try await second.history(person, 200_000_001).last { $0["from_id"].int == -200_000_001 }?["text"].string
            }
            #expect(answer == "снова здесь")
        }
    }

    @Test("One bad token stops its bot with one line; the other goes on; with none left the exit code is 78")
    func badToken() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let community = try await vk.addCommunity("good", token: "token-of-good")
            let person = try await vk.addPerson("Алиса")
            let folder = try Folder()
            let yaml = """
                vk: { api: "\(vk.api)" }
                bots:
                  bad: { token: token-nobody-knows, plugins: [echo] }
                  good: { token: token-of-good, plugins: [echo] }
                """
            let program = try Program.govorun(["run", try folder.write("bots.yaml", yaml)])
            try await program.says("bad: the bot has stopped")
            try await vk.isPolled()
            try await vk.post("write", ["community": .integer(community), "person": .integer(person), "text": "/echo жив"])
            _ = try await vk.eventually("the good bot's answer") {
                try await vk.history(person, community).last { $0["from_id"].int == -community }?["text"].string
            }
            #expect(program.errors.count { $0.contains("bad:") } == 1)

            let alone = "vk: { api: \"\(vk.api)\" }\nstorage: memory\nbots: { bad: { token: token-nobody-knows, plugins: [echo] } }\n"
            let hopeless = try Program.govorun(["run", try folder.write("alone.yaml", alone)])
            #expect(try await hopeless.exitStatus() == 78)
        }
    }

    @Test("SIGTERM during a held poll ends the process at once with code 0", arguments: [SIGTERM, SIGINT])
    func stop(signal: Int32) async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            _ = try await vk.addCommunity("echo", token: "token-of-echo")
            let folder = try Folder()
            let yaml = "vk: { api: \"\(vk.api)\" }\nbots: { echo: { token: token-of-echo, plugins: [echo] } }\n"
            let program = try Program.govorun(["run", try folder.write("bots.yaml", yaml)])
            try await vk.isPolled()
            program.signal(signal)
            #expect(try await program.exitStatus(within: .seconds(3)) == 0)
        }
    }

    @Test("A token appears in no output, at no level and in no failure")
    func secrecy() async throws {
        try await withClient { client in
            let vk = try await VK(client: client)
            let token = "vk1.a.\(UUID().uuidString)"
            let community = try await vk.addCommunity("echo", token: token)
            let person = try await vk.addPerson("Алиса")
            let folder = try Folder()
            try folder.write(".env", "ECHO_TOKEN=\(token)\nBAD_TOKEN=bad-\(token)\n")
            for format in ["text", "json"] {
                let yaml = """
                    log: { level: trace, format: \(format) }
                    vk: { api: "\(vk.api)" }
                    bots:
                      echo: { token: "${ECHO_TOKEN}", plugins: [echo] }
                      bad: { token: "${BAD_TOKEN}", plugins: [echo] }
                    """
                let program = try Program.govorun(["run", try folder.write("bots.yaml", yaml)])
                try await vk.isPolled()
                for fault in ["garbage", "cut_json", "reset_before", "reset_during", "hang_after"] {
                    try await vk.post("faults", ["kind": .string(fault), "match": "messages.send"])
                }
                try await vk.post("expire-keys", ["community": .integer(community)])
                try await vk.post("write", ["community": .integer(community), "person": .integer(person), "text": "/echo тише"])
                _ = try await vk.eventually(within: .seconds(60), "the answer behind the failures") {
                    try await vk.history(person, community).last { $0["from_id"].int == -community }?["text"].string
                }
                program.signal(SIGTERM)
                #expect(try await program.exitStatus() == 0)
                let output = (program.output + program.errors).joined(separator: "\n")
                #expect(!output.contains(token))
                #expect(output.contains("call answered"), "trace lines are there to look at")
            }
        }
    }
}
