// Govorun: bots.yaml is changed under the running program. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("SIGHUP", .serialized)
struct ReloadTests {
    /// The built program on a simulator in another process, with a storage that outlives it.
    private final class Site: Sendable {
        let vk: VK
        let shop: Int
        let folder: Folder

        init(_ vk: VK) async throws {
            self.vk = vk
            folder = try Folder()
            shop = try await vk.addCommunity("shop", token: "token-of-shop")
        }

        /// Writes a file whose bot answers every message, with a command that changes; more bots below.
        func configure(
            _ plugins: String, admins: [Int] = [], others: String = "", storage: String = "sqlite:data/govorun.db", vk more: String = ""
        ) throws {
            let yaml = """
                vk: { api: "\(vk.api)"\(more) }
                storage: \(storage)
                bots:
                  shop:
                    token: token-of-shop
                    admins: [\(admins.map(String.init).joined(separator: ", "))]
                    plugins: [\(plugins)]
                \(others)

                """
            try folder.write("bots.yaml", yaml)
        }

        func run() async throws -> Program {
            let program = try Program.govorun(["run", "bots.yaml"], in: folder.url)
            try await program.says("shop: listening")
            try await vk.isPolled()
            return program
        }

        func write(_ messages: [(text: String, person: Int)], to community: Int? = nil, in chat: Int? = nil) async throws {
            let bodies = messages.map { message -> JSONValue in
                var body: JSONObject = [
                    "community": .integer(community ?? shop), "person": .integer(message.person), "text": .string(message.text),
                ]
                if let chat { body["peer"] = .integer(chat) }
                return .object(body)
            }
            try await vk.post("write", .array(bodies))
        }

        /// What the bot has said in a conversation, once it is `count` messages.
        func said(_ peer: Int, by community: Int? = nil, count: Int) async throws -> [String] {
            let community = community ?? shop
            return try await vk.eventually(within: .seconds(60), "\(count) messages in \(peer)") {
                let own = try await vk.history(peer, community).filter { $0["from_id"].int == -community }
                return own.count >= count ? own.compactMap { $0["text"].string } : nil
            }
        }
    }

    private func withSite(_ body: (Site) async throws -> Void) async throws {
        try await withClient { client in try await body(try await Site(try await VK(client: client))) }
    }

    private static let parrot = "{ use: echo, with: { everything: true } }"

    @Test("Twenty times in a flood, a bad file in between: every message is answered once and in order, and the last options count")
    func flood() async throws {
        try await withSite { site in
            func plugins(_ round: Int) -> String { "{ use: echo, as: named, with: { command: word\(round) } }, \(Self.parrot)" }
            try site.configure(plugins(0))
            let program = try await site.run()
            var people: [Int] = []
            for number in 0..<20 { people.append(try await site.vk.addPerson("Человек \(number)")) }
            for round in 1...20 {
                try await site.write(people.map { ("\(round)", $0) })
                if round == 10 {
                    try site.folder.write("bots.yaml", "bots: { shop: { token: token-of-shop, plugins: [nobody] } }\n")
                } else {
                    try site.configure(plugins(round))
                }
                program.signal(SIGHUP)
                if round.isMultiple(of: 5) {
                    try await program.says(round == 10 ? "the bots go on as they were" : "reloaded", times: 1)
                }
            }
            for person in people { #expect(try await site.said(person, count: 20) == (1...20).map(String.init)) }
            #expect(program.errors.contains { $0.hasPrefix("bots.yaml:1:") && $0.contains("there is no plugin 'nobody'") })
            _ = try await site.vk.eventually("the last options") {
                try await site.write([("/word20 да", people[0])])
                return try await site.said(people[0], count: 21).last == "да" ? true : nil
            }
            #expect(program.errors.count { $0.contains("shop: listening") } == 1, "polling goes on all the time")
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("A bot that begins anew for its own settings, again and again in a flood, loses nothing and answers nothing twice")
    func alone() async throws {
        try await withSite { site in
            try site.configure(Self.parrot)
            let program = try await site.run()
            var people: [Int] = []
            for number in 0..<20 { people.append(try await site.vk.addPerson("Человек \(number)")) }
            for round in 1...12 {
                try await site.write(people.map { ("\(round)", $0) })
                try site.configure(Self.parrot, admins: [round])
                program.signal(SIGHUP)
                try await site.write(people.map { ("\(round) и", $0) })
                try await program.says("shop: listening", times: round + 1)
            }
            let expected = (1...12).flatMap { ["\($0)", "\($0) и"] }
            for person in people { #expect(try await site.said(person, count: 24) == expected) }
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("A bot joins, another begins anew with its new settings, one leaves; keys that take a start are named")
    func bots() async throws {
        try await withSite { site in
            try site.configure(Self.parrot)
            let program = try await site.run()
            let cafe = try await site.vk.addCommunity("cafe", token: "token-of-cafe")
            let alice = try await site.vk.addPerson("Алиса")
            try site.configure(
                Self.parrot, others: "  cafe: { token: token-of-cafe, plugins: [\(Self.parrot)] }", storage: "sqlite:data/other.db")
            program.signal(SIGHUP)
            try await program.says("cafe: listening")
            try await program.says("some keys count from the next start on")
            #expect(program.errors.contains { $0.contains("count from the next start on") && $0.contains("keys=\"storage (line 2)\"") })
            try await site.vk.isPolled(by: 2)
            try await site.write([("привет", alice)], to: cafe)
            #expect(try await site.said(alice, by: cafe, count: 1) == ["привет"])
            try site.configure(Self.parrot, admins: [alice])
            program.signal(SIGHUP)
            try await program.says("shop: listening", times: 2)
            try await program.says("cafe: stopped")
            try await site.write([("раз", alice)])
            #expect(try await site.said(alice, count: 1) == ["раз"])
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("A bot that waits for VK holds up no other; it takes the newest file when it is done, and loses and doubles nothing")
    func independent() async throws {
        try await withSite { site in
            func cafe(_ word: String) -> String { "  cafe: { token: token-of-cafe, plugins: [{ use: echo, with: { command: \(word) } }] }" }
            let community = try await site.vk.addCommunity("cafe", token: "token-of-cafe")
            let alice = try await site.vk.addPerson("Алиса")
            try site.configure(Self.parrot, others: cafe("раз"), vk: ", timeout: 15s")
            let program = try await site.run()
            try await program.says("cafe: listening")
            // Its answer is there, and the bot does not learn it before its call has timed out.
            for method in ["messages.send", "execute"] {
                try await site.vk.post("faults", ["kind": "hang_after", "match": .string(method), "count": 1])
            }
            try await site.write([("привет", alice)])
            #expect(try await site.said(alice, count: 1) == ["привет"])
            try await site.vk.post("faults", ["clear": true])
            try site.configure(Self.parrot, admins: [alice], others: cafe("раз"), vk: ", timeout: 15s")
            program.signal(SIGHUP)
            try await program.says("reload: a bot begins anew")
            try await site.write([("и ещё", alice)])
            try site.configure(
                "{ use: echo, as: named, with: { command: скажи } }, \(Self.parrot)", admins: [alice], others: cafe("два"),
                vk: ", timeout: 15s")
            program.signal(SIGHUP)
            try await program.says("reload: plugins changed")
            try await site.write([("/два да", alice)], to: community)
            #expect(try await site.said(alice, by: community, count: 1) == ["да"])
            #expect(program.errors.count { $0.contains("shop: listening") } == 1, "cafe did not wait")
            let busy = try #require(program.errors.first { $0.contains("reload: a bot is busy with the change before") })
            #expect(busy.contains("shop") && busy.contains("echo"))
            try await program.says("waiting=shop")
            try await program.says("shop: listening", times: 2)
            try await site.write([("/скажи всё", alice)])
            #expect(try await site.said(alice, count: 3) == ["привет", "и ещё", "всё"])
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("The log's level and format are other from the next line on")
    func log() async throws {
        try await withSite { site in
            try site.configure("echo")
            let program = try await site.run()
            try site.configure("echo", vk: " }\nlog: { level: debug, format: json")
            program.signal(SIGHUP)
            try await program.says("reload: the log is written otherwise")
            let line = try #require(program.errors.first { $0.contains("the log is written otherwise") })
            let entry = try JSONDocument(Array(line.utf8)).root
            #expect(entry["level"].string == "info" && entry["log.format"].string == "json")
            try site.configure("echo", vk: " }\nlog: { level: error")
            program.signal(SIGHUP)
            try await program.says("reload: the log is written otherwise", times: 2)
            try site.configure("help, echo", vk: " }\nlog: { level: error")
            program.signal(SIGHUP)
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
            #expect(!program.errors.contains { $0.contains("plugins changed") || $0.contains("stopped") })
        }
    }

    @Test("What a chat has set is there after a reload and after kill -9, and forgotten with the plugin's state")
    func tuned() async throws {
        try await withSite { site in
            let alice = try await site.vk.addPerson("Алиса")
            try site.configure("plugins, echo", admins: [alice])
            var program = try await site.run()
            let opening: JSONValue = [
                "community": .integer(site.shop), "person": .integer(alice), "title": "Чай", "members": [.integer(alice)],
            ]
            let chat = try #require(try await site.vk.post("chats", opening)["peer"].int)
            try await site.write([("/plugins echo command скажи здесь", alice), ("/скажи раз", alice)], in: chat)
            #expect(try await site.said(chat, count: 2) == ["echo: command теперь здесь скажи", "раз"])
            try site.configure("plugins, echo, help", admins: [alice])
            program.signal(SIGHUP)
            try await program.says("reloaded")
            try site.configure("plugins, { use: echo, with: { command: повтори } }, help", admins: [alice])
            program.signal(SIGHUP)
            try await program.says("an option was set from a chat, which counts before bots.yaml")
            try await program.says("reloaded", times: 2)
            try site.configure("plugins, echo, help", admins: [alice])
            program.signal(SIGHUP)
            try await program.says("reloaded", times: 3)
            try await site.write([("/скажи два", alice)], in: chat)
            #expect(try await site.said(chat, count: 3).last == "два")
            try await site.write([("/echo и тут", alice)])
            #expect(try await site.said(alice, count: 1) == ["и тут"])
            program.signal(SIGKILL)
            _ = try await program.exitStatus()
            program = try await site.run()
            try await site.write([("/скажи три", alice)], in: chat)
            #expect(try await site.said(chat, count: 4).last == "три")
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
            let list = try Program.govorun(["state", "list", "--file", "bots.yaml"], in: site.folder.url)
            #expect(try await list.exitStatus() == 0)
            #expect(list.output.contains { $0.hasPrefix("tuning/\(site.shop)/echo") })
            let forget = try Program.govorun(["state", "forget", "shop", "echo"], in: site.folder.url)
            #expect(try await forget.exitStatus() == 0)
            program = try await site.run()
            try await site.write([("/echo четыре", alice)], in: chat)
            #expect(try await site.said(chat, count: 5).last == "четыре")
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }
}
