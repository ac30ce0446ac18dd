// Govorun: `govorun state` as people run it. SPDX-License-Identifier: MIT
import BotRunner
import BotStorage
import Foundation
import Testing

@Suite("govorun state")
struct StateTests {
    /// A folder with a `bots.yaml`, and a storage in which two updates are set aside and a plugin is parked.
    final class Site: Sendable {
        let folder: Folder
        let path: String

        init(isFilled: Bool = true) async throws {
            folder = try Folder()
            path = folder.url.path + "/data/govorun.db"
            let yaml = """
                storage: sqlite:data/govorun.db
                vk: { api: simulator }
                bots:
                  tea-shop: { plugins: [echo] }
                """
            try folder.write("bots.yaml", yaml)
            if isFilled { try await fill() }
        }

        private func fill() async throws {
            let now = UnixTime.now
            let update = #"{"type":"message_new","object":{"message":{"text":"бум\n\u001b[31mсейчас"}}}"#
            let buy = RunningCode(plugin: "shop", handler: "Command buy")
            let entries = [3, 12].map {
                SetAside.Entry(
                    source: "7", position: $0, update: update, time: UnixTime(milliseconds: now.milliseconds - 300_000),
                    reason: "three traps",
                    code: buy, deaths: Deaths(traps: 3))
            }
            try await withStorage { storage in
                try await storage.store(InboxBatch(source: "7", cursor: [49], body: [UInt8](repeating: 32, count: 5_000), updates: 2))
                try await storage.commit(
                    Commit(
                        entries.flatMap { SetAside.keeping($0) } + [
                            .set(StorageKey("parked/7", "shop"), Array(#"{"time":1764500000000,"reason":"three traps"}"#.utf8)),
                            .set(BotNames.key(of: "tea-shop"), Array("7".utf8)),
                            .set(StorageKey("state/7/shop", "cart"), Array(#"{"items":["tea"]}"#.utf8)),
                            .set(StorageKey("state/7/shop", "digest"), [0, 255]),
                            .set(StorageKey("state/8/shop", "cart"), Array("{}".utf8)),
                            .set(StorageKey("secrets/7", "callback"), Array("nobody-sees-this".utf8)),
                        ]))
            }
        }

        func withStorage<Value>(_ body: (any Storage) async throws -> Value) async throws -> Value {
            let storage = try await SQLiteStorage.open(path)
            do {
                let value = try await body(storage)
                await storage.close()
                return value
            } catch {
                await storage.close()
                throw error
            }
        }

        func run(_ words: String...) async throws -> (status: Int32, output: [String], errors: [String]) {
            let program = try Program.govorun(["state"] + words, in: folder.url)
            let status = try await program.exitStatus()
            return (status, program.output, program.errors)
        }
    }

    @Test("A bots.yaml that stands where something else belongs is told its option", arguments: ["show", "set-aside", "export", "forget"])
    func misplaced(command: String) async throws {
        let site = try await Site()
        for words in [[command, "mine.yaml"], [command, "tea-shop", "mine.yaml"]] {
            let program = try Program.govorun(["state"] + words, in: site.folder.url)
            #expect(try await program.exitStatus() == 64)
            #expect(program.errors.first?.contains("'mine.yaml' is no argument here; write --file mine.yaml") == true, "\(program.errors)")
        }
    }

    @Test("A bots.yaml that keeps nothing is told that another can be named")
    func memory() async throws {
        let folder = try Folder()
        for name in ["bots.yaml", "mine.yaml"] { try folder.write(name, "vk: { api: simulator }\nbots: { a: { plugins: [echo] } }\n") }
        for (file, isHinted) in [("bots.yaml", true), ("mine.yaml", false)] {
            let program = try Program.govorun(["state", "list", "--file", file], in: folder.url)
            #expect(try await program.exitStatus() == 78)
            #expect(program.errors.contains { $0.contains("--file FILE names another bots.yaml") } == isHinted)
        }
    }

    @Test("show offers the community's id where a bot's name stands")
    func names() async throws {
        let site = try await Site()
        for words in [["state/tea-shop/shop"], ["state/tea-shop/shop", "cart"]] {
            let program = try Program.govorun(["state", "show"] + words, in: site.folder.url)
            #expect(try await program.exitStatus() == 65)
            let hint = "there is no namespace 'state/tea-shop/shop'; a bot stands there by its community's id: state/7/shop"
            #expect(program.errors == ["error: " + hint])
        }
    }

    @Test("list tells of each bot and each namespace")
    func list() async throws {
        let (status, output, errors) = try await Site().run("list")
        #expect(status == 0 && errors.isEmpty)
        #expect(output[0].split(separator: " ").joined(separator: " ") == "BOT COMMUNITY WAITING SIZE OLDEST SET ASIDE PARKED")
        let cells = output[1].split(separator: " ")
        #expect(cells.prefix(5) == ["tea-shop", "7", "2", "4.9", "KB"] && cells.suffix(2) == ["2", "shop"])
        let namespaces = output.drop { !$0.isEmpty }.dropFirst(2).map { $0.split(separator: " ") }
        #expect(namespaces.contains(["state/7/shop", "2"]) && namespaces.contains(["set-aside/7", "2"]))
    }

    @Test("show prints JSON and text, of bytes the size, of secrets nothing")
    func show() async throws {
        let site = try await Site()
        #expect(try await site.run("show", "state/7/shop").output == [#"cart  {"items":["tea"]}"#, "digest  2 B"])
        #expect(try await site.run("show", "state/7/shop", "cart").output == [#"{"items":["tea"]}"#])
        #expect(try await site.run("show", "state/7/shop", "card").errors == ["error: nothing is stored under that name"])
        for words in [["kv"], ["kv", "cart"]] {
            let program = try Program.govorun(["state", "show"] + words, in: site.folder.url)
            #expect(try await program.exitStatus() == 65)
            #expect(program.errors == ["error: there is no namespace 'kv'; see govorun state list"])
        }
        for words in [["secrets/7"], ["secrets/7", "callback"]] {
            let shown = try await words.count == 1 ? site.run("show", words[0]) : site.run("show", words[0], words[1])
            #expect(shown.status == 77)
            #expect(!(shown.output + shown.errors).joined().contains("nobody-sees-this"))
        }
    }

    @Test(
        "set-aside lists number, age, plugin, handler, type and text; no text moves the cursor", arguments: ["tea-shop", "7", "club7", ""])
    func setAside(bot: String) async throws {
        let site = try await Site()
        let (status, output, _) = try await bot.isEmpty ? site.run("set-aside") : site.run("set-aside", bot)
        #expect(status == 0)
        #expect(
            output.map { $0.split(separator: " ").joined(separator: " ") } == [
                "BOT NUMBER AGE PLUGIN HANDLER TYPE TEXT", "tea-shop 3 5m shop Command buy message_new бум □[31mсейчас",
                "tea-shop 12 5m shop Command buy message_new бум □[31mсейчас",
            ])
    }

    @Test("replay puts an update, or all, at the end of the inbox and names what is still parked; unpark ends that; drop forgets")
    func replay() async throws {
        let site = try await Site()
        let one = try await site.run("replay", "tea-shop", "3")
        #expect(one.status == 0)
        #expect(one.output.first == "1 update is handled when tea-shop starts" && one.output.last?.contains("shop") == true)
        #expect(try await site.run("replay", "tea-shop", "3").status == 65)
        #expect(try await site.run("unpark", "tea-shop", "shop").output == ["shop works again when tea-shop starts"])
        #expect(try await site.run("unpark", "tea-shop", "shop").status == 65)
        #expect(try await site.run("replay", "7", "all").output == ["1 update is handled when tea-shop starts"])
        let inbox = try await site.withStorage { try await $0.inbox(of: "7") }
        #expect((inbox.updates, inbox.next, inbox.cursor) == (4, 4, [49]))
    }

    @Test("drop forgets one update")
    func drop() async throws {
        let site = try await Site()
        #expect(try await site.run("drop", "tea-shop", "12").status == 0)
        #expect(try await site.run("drop", "tea-shop", "12").status == 65)
        #expect(try await site.run("drop", "tea-shop", "twelve").status == 64)
        #expect(try await site.run("set-aside").output.count == 2)
    }

    @Test("What export writes import stores, bytes and what is set aside too, but no secrets; a bad line stores nothing")
    func transfer() async throws {
        let (site, other) = (try await Site(), try await Site(isFilled: false))
        let lines = try await site.run("export").output
        #expect(!lines.joined().contains("nobody-sees-this"))
        let file = try other.folder.write("state.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try await other.run("import", file).output == ["\(lines.count) values stored"])
        #expect(try await other.run("export").output == lines)
        #expect(try await other.run("set-aside", "tea-shop").output.count == 3)

        let bad = try other.folder.write("bad.jsonl", #"{"namespace":"new","name":"a","text":"b"}"# + "\n{}\n")
        let refused = try await other.run("import", bad)
        #expect(refused.status == 65 && refused.errors.joined().contains("bad.jsonl:2:"))
        #expect(try await other.run("show", "new").status == 65)
    }

    @Test("forget removes all of one bot and nothing of another")
    func forget() async throws {
        let site = try await Site()
        #expect(try await site.run("forget", "tea-shop").output == ["forgotten of tea-shop: 2 waiting updates, 6 values"])
        let left = try await site.run("list").output
        #expect(left.contains { $0.hasPrefix("state/8/shop") })
        #expect(!left.joined().contains("tea-shop"))
    }

    @Test("Beside a running runner everything can be looked at; what would change says whose the storage is, with exit code 75")
    func locked() async throws {
        let site = try await Site()
        try await site.withStorage { storage in
            try await storage.set(Array("now".utf8), for: StorageKey("state/9/shop", "cart"))
            let (list, show) = (try await site.run("list").output, try await site.run("show", "state/9/shop").output)
            #expect(list.contains { $0.hasPrefix("state/9/shop") })
            #expect(show == ["cart  now"])
            let (setAside, export) = (try await site.run("set-aside", "tea-shop").output, try await site.run("export").output)
            #expect(setAside.count == 3)
            #expect(export.contains { $0.contains("state/9/shop") })
            for words in [["drop", "12"], ["replay", "all"], ["unpark", "shop"]] {
                let (status, _, errors) = try await site.run(words[0], "tea-shop", words[1])
                #expect(status == 75)
                #expect(errors.joined().contains("process \(getpid())"), "\(errors)")
            }
            let left = try await storage.inbox(of: "7").updates
            #expect(left == 2)
        }
    }

    @Test("Without a storage it says so and makes none")
    func missing() async throws {
        let site = try await Site(isFilled: false)
        #expect(try await site.run("list").status == 66)
        #expect(!FileManager.default.fileExists(atPath: site.path))
        try site.folder.write("bots.yaml", "vk: { api: simulator }\nbots: { tea-shop: { plugins: [echo] } }")
        let memory = try await site.run("list")
        #expect(memory.status == 78 && memory.errors.joined().contains("write storage: sqlite:data/govorun.db"))
        #expect(try await site.run("list", "other.yaml").status == 66)
    }

    @Test("A bot that is not known is answered with those that are")
    func unknown() async throws {
        let (status, _, errors) = try await Site().run("set-aside", "coffee-shop")
        #expect(status == 64 && errors.joined().contains("tea-shop"))
    }
}
