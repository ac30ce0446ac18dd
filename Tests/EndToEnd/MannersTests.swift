// Govorun: takeover, refusals, pauses and switches as people meet them. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("Manners of the built program", .serialized)
struct MannersTests {
    /// The built program on a simulator in another process, with a storage that outlives it.
    private final class Site: Sendable {
        let vk: VK
        let shop: Int
        let folder: Folder
        let alice, boris: Int

        init(_ vk: VK, _ plugins: String, _ settings: String = "") async throws {
            self.vk = vk
            folder = try Folder()
            shop = try await vk.addCommunity("shop", token: "token-of-shop")
            (alice, boris) = (try await vk.addPerson("Алиса"), try await vk.addPerson("Борис"))
            let yaml = """
                vk: { api: "\(vk.api)" }
                storage: sqlite:data/govorun.db
                bots:
                  shop: { token: token-of-shop, admins: [\(boris)], \(settings)plugins: [\(plugins)] }

                """
            try folder.write("bots.yaml", yaml)
        }

        /// Starts the program and waits for its poll.
        func run() async throws -> Program {
            let program = try Program.govorun(["run", "bots.yaml"], in: folder.url)
            try await program.says("shop: listening")
            try await vk.isPolled()
            return program
        }

        func write(_ text: String, by person: Int, in chat: Int? = nil) async throws {
            var body: JSONValue = ["community": .integer(shop), "person": .integer(person), "text": .string(text)]
            if let chat { body["peer"] = .integer(chat) }
            try await vk.post("write", body)
        }

        /// What the bot has said in a conversation, once it is `count` messages; an administrator's lines do not count.
        func said(_ peer: Int, count: Int) async throws -> [String] {
            try await vk.eventually("\(count) messages in \(peer)") {
                let own = try await vk.history(peer, shop).filter { $0["from_id"].int == -shop && !$0["admin_author_id"].exists }
                return own.count >= count ? own.compactMap { $0["text"].string } : nil
            }
        }
    }

    private func withSite(_ plugins: String, _ settings: String = "", _ body: (Site) async throws -> Void) async throws {
        try await withClient { client in try await body(try await Site(try await VK(client: client), plugins, settings)) }
    }

    @Test("Where an administrator writes the bot is silent, also after kill -9, until /bot; others are answered")
    func takeover() async throws {
        try await withSite("{ use: echo, with: { everything: true } }") { site in
            var program = try await site.run()
            try await site.write("раз", by: site.alice)
            #expect(try await site.said(site.alice, count: 1) == ["раз"])
            let line: JSONValue = ["community": .integer(site.shop), "peer": .integer(site.alice), "text": "Здравствуйте, это Мария"]
            try await site.vk.post("reply", line)
            try await site.write("два", by: site.alice)
            try await site.write("пора", by: site.boris)
            #expect(try await site.said(site.boris, count: 1) == ["пора"])
            program.signal(SIGKILL)
            _ = try await program.exitStatus()
            program = try await site.run()
            try await site.write("три", by: site.alice)
            try await site.write("и снова", by: site.boris)
            #expect(try await site.said(site.boris, count: 2) == ["пора", "и снова"])
            var end = line
            end["text"] = "/бот"
            try await site.vk.post("reply", end)
            try await site.write("четыре", by: site.alice)
            #expect(try await site.said(site.alice, count: 2) == ["раз", "четыре"])
        }
    }

    @Test("Where VK does not tell what administrators write, the log says what to switch on")
    func unheard() async throws {
        try await withSite("echo") { site in
            try await site.vk.call(
                "groups.setLongPollSettings", token: "token-of-shop", ["group_id": .integer(site.shop), "enabled": 1, "message_reply": 0])
            let program = try await site.run()
            try await program.says("nobody can take a conversation over from the bot")
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("Whoever is no member is told so once; once they are, the command is theirs; dons and others are told apart")
    func refusal() async throws {
        let plugins = """
            { use: echo, allow: [members], refuse: "Сначала подпишитесь" },
            { use: echo, as: vip, with: { command: vip }, allow: [donut], refuse: "Это для донов" }
            """
        try await withSite(plugins) { site in
            let program = try await site.run()
            for text in ["/echo раз", "/echo два", "/vip три"] { try await site.write(text, by: site.alice) }
            #expect(try await site.said(site.alice, count: 2) == ["Сначала подпишитесь", "Это для донов"])
            let who: JSONValue = ["community": .integer(site.shop), "person": .integer(site.boris)]
            try await site.vk.post("join", who)
            try await site.vk.post("don", who)
            for text in ["/echo раз", "/vip три"] { try await site.write(text, by: site.boris) }
            #expect(try await site.said(site.boris, count: 2) == ["раз", "три"])
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("What a file says in two languages, each is told in their own")
    func languages() async throws {
        let plugins = """
            { use: echo, allow: [members], refuse: { ru: Подпишитесь, en: Join us } },
            { use: echo, as: again, with: { command: again }, cooldown: { every: 1h, reply: { ru: Рано, en: Too early } } }
            """
        try await withSite(plugins, "language: [ru, en], ") { site in
            let program = try await site.run()
            let john = try await site.vk.addPerson("John", language: "en")
            for person in [site.alice, john] {
                for text in ["/echo x", "/again x", "/again y"] { try await site.write(text, by: person) }
            }
            #expect(try await site.said(site.alice, count: 3) == ["Подпишитесь", "x", "Рано"])
            #expect(try await site.said(john, count: 3) == ["Join us", "x", "Too early"])
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("Whoever is too early is told how long is left, once; a restart forgets no pause")
    func cooldown() async throws {
        try await withSite("{ use: echo, cooldown: { every: 1h, reply: true } }") { site in
            var program = try await site.run()
            for text in ["/echo раз", "/echo два"] { try await site.write(text, by: site.alice) }
            let said = try await site.said(site.alice, count: 2)
            #expect(said[0] == "раз" && (said[1] == "Подождите 1 час." || said[1].hasPrefix("Подождите 59 минут")))
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
            program = try await site.run()
            try await site.write("/echo три", by: site.alice)
            try await site.write("/echo я", by: site.boris)
            #expect(try await site.said(site.boris, count: 1) == ["я"])
            #expect(try await site.said(site.alice, count: 2) == said)
        }
    }

    @Test("An administrator of a chat switches a plugin off there; it stays so after a restart, and works elsewhere")
    func switches() async throws {
        try await withSite("help, plugins, echo") { site in
            var program = try await site.run()
            let opening: JSONValue = [
                "community": .integer(site.shop), "person": .integer(site.alice), "title": "Чай", "members": [.integer(site.boris)],
            ]
            let chat = try #require(try await site.vk.post("chats", opening)["peer"].int)
            let admin: JSONValue = [
                "community": .integer(site.shop), "person": .integer(site.alice), "peer": .integer(chat), "member": .integer(-site.shop),
            ]
            try await site.vk.post("admin", admin)
            for text in ["/echo раз", "/plugins off echo", "/echo два", "/help"] { try await site.write(text, by: site.alice, in: chat) }
            let list =
                "Вот что я умею:\n/help — список команд\n/id — узнать id беседы и свой\n"
                + "/plugins [on/off плагин…] — плагины: список, включить, выключить, настроить"
            #expect(try await site.said(chat, count: 3) == ["раз", "Плагин echo здесь выключен.", list])
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
            program = try await site.run()
            for text in ["/echo три", "/plugins on echo", "/echo четыре"] { try await site.write(text, by: site.alice, in: chat) }
            #expect(try await site.said(chat, count: 5).suffix(2) == ["Плагин echo здесь включён.", "четыре"])
            try await site.write("/plugins off echo", by: site.boris)
            #expect(try await site.said(site.boris, count: 1) == ["Плагин echo выключен везде."])
            try await site.write("/echo пять", by: site.alice, in: chat)
            try await site.write("/plugins on echo", by: site.alice, in: chat)
            #expect(try await site.said(chat, count: 6).last?.contains("вернуть его может администратор бота") == true)
        }
    }

    @Test("Whoever writes too much is not heard for a while, and keeps nobody waiting")
    func flood() async throws {
        try await withSite("{ use: echo, with: { everything: true } }", "flood: { messages: 3, in: 1m, for: 1h }, ") { site in
            let program = try await site.run()
            for number in 1...9 { try await site.write("\(number)", by: site.alice) }
            for number in 1...9 { try await site.write("\(number)", by: site.boris) }
            #expect(try await site.said(site.boris, count: 9) == (1...9).map(String.init), "the bot's own administrator")
            let vera = try await site.vk.addPerson("Вера")
            try await site.write("я", by: vera)
            #expect(try await site.said(vera, count: 1) == ["я"])
            #expect(try await site.said(site.alice, count: 3) == ["1", "2", "3"])
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }
}
