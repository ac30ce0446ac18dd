// Govorun: scripts and lists, run by the simulator. SPDX-License-Identifier: MIT
import CurlClient
import MicroServer
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@testable import VKSimulator

@Suite("Scripts at a simulated VK")
struct SimulatedScriptTests {
    /// A client of a running simulator, with a community of so many members, the first of them willing to be written to.
    private static func run(members: Int = 1, _ body: (VKClient, VKSimulator) async throws -> Void) async throws {
        var configuration = VKSimulator.Configuration()
        configuration.communityRate = 0
        let simulator = VKSimulator(configuration)
        try simulator.addCommunity(name: "Погода рядом", token: "token-of-the-test", id: 198_765_432)
        for index in 0..<members {
            let person = try simulator.addPerson("Ольга \(index)", "Ветрова", id: 510_001_001 + index)
            try simulator.join(person.id, 198_765_432)
        }
        try simulator.allow(510_001_001, 198_765_432)
        try await simulator.start()
        let http = try CurlClient()
        var settings = VKClient.Configuration()
        settings.api = simulator.baseURL + "/method"
        settings.timeout = .seconds(60)
        let client = VKClient(token: Secret("token-of-the-test"), configuration: settings, transport: http)
        do {
            try await body(client, simulator)
        } catch {
            await close(client, http, simulator)
            throw error
        }
        await close(client, http, simulator)
    }

    private static func close(_ client: VKClient, _ http: CurlClient, _ simulator: VKSimulator) async {
        await client.shutdown()
        await http.shutdown()
        await simulator.stop()
    }

    @Test("A message is made from an answer, and what was said comes back")
    func chain() async throws {
        try await Self.run { vk, _ in
            let answer = try await vk.script { script in
                let users = script.call(vk.users.get(userIDs: [510_001_001]))
                let sent = script.value(if: users.length == 1) {
                    script.call(
                        vk.messages.send(message: "?"),
                        ["peer_id": users[0].id, "message": script.text("Привет, \(users[0].firstName)! \u{2028}\"'\\")])
                } else: {
                    script.list([]).as(Int.self)
                }
                return (users, sent, users.all("id", as: Int.self), users[0].firstName.as(String.self))
            }.send()
            let (users, sent, ids, name) = answer.value
            #expect(users[0].lastName == "Ветрова" && sent > 0 && ids == [510_001_001] && name == "Ольга 0")
            let history = try await vk.messages.getHistory(peerID: 510_001_001).send()
            #expect(history.items[0].text == "Привет, Ольга 0! \u{2028}\"'\\")
        }
    }

    @Test("A call that fails inside is named, and the rest is done")
    func partial() async throws {
        try await Self.run(members: 2) { vk, _ in
            let answer = try await vk.script { script in
                let refused = script.call(vk.messages.send(peerID: 510_001_002, message: "hi"))
                let time = script.call(vk.utils.getServerTime())
                return (refused.optional, time)
            }.send()
            #expect(answer.value.0 == nil && answer.value.1 > 0)
            #expect(answer.errors.map(\.method) == ["messages.send"] && answer.errors[0].code?.rawValue == 901)
        }
    }

    @Test("Members come once and in order through the simulator's execute, also where it fails inside")
    func pages() async throws {
        try await Self.run(members: 60) { vk, simulator in
            let everybody = (0..<60).map { 510_001_001 + $0 }
            var ids: [Int] = []
            for try await id in vk.groups.getMembers(groupID: 198_765_432, count: 2).items() { ids.append(id) }
            #expect(ids == everybody)
            simulator.add(Fault(.error(10), match: "groups.getMembers", count: 3))
            ids = []
            for try await page in vk.groups.getMembers(groupID: 198_765_432, count: 7).pages() { ids += page.items }
            #expect(ids == everybody)
        }
    }

    /// Texts full of what could break out of a string.
    private static let texts: [String] = {
        let pieces = [
            "\"", "\\", "'", "\\\"", "\\u0022", "\n", "\r", "\t", "\0", "\u{1}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}", "😀", "👨‍👩‍👧", "é",
            "e\u{301}",
            "Ж", "\u{FEFF}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "});", "return 1;", "//", "/*", "*/", "${x}", "@.id", "API.x.y()", "a1",
            "<", "&", "%00",
            "\u{202E}", "null", " ",
        ]
        var generator = SystemRandomNumberGenerator()
        return (0..<2_000).map { _ in
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                let scalar = UnicodeScalar(UInt32.random(in: 0...0x10FFFF, using: &generator)).map { String(Character($0)) }
                return Bool.random(using: &generator) ? scalar ?? "x" : pieces.randomElement(using: &generator) ?? ""
            }.joined()
        }
    }()

    @Test("Any text arrives byte for byte: as a parameter, in a computed text, as a name, and in what is returned")
    func texts() async throws {
        let transport = ScriptedVK { exchange in
            do throws(APIFailure) {
                var machine = ScriptMachine(try ScriptCompiler.compile(exchange.fields["code"] ?? ""), arguments: .init([]))
                var step = try machine.run()
                while case .call(_, let fields) = step {
                    step = try machine.run(answer: .array(fields.flatMap { [.string($0.name), .string($0.value)] }))
                }
                guard case .finished(let bytes) = step else { return .error(13) }
                return .text(#"{"response":\#(String(decoding: bytes, as: UTF8.self))}"#)
            } catch {
                return .error(error.code, error.message)
            }
        }
        let time = ManualTime()
        let vk = VKClient(token: Secret("token-of-the-test"), transport: transport, time: time)
        try await time.running { for text in Self.texts { try await Self.send(text, through: vk) } }
    }

    private static func send(_ text: String, through vk: VKClient) async throws {
        let answer = try await vk.script { script in
            let plain = script.call(vk.call("a.b", ["text": text]))
            let computed = script.call(vk.call("a.b"), ["text": script.text("\(plain[0])\(text)"), "n" + text: text])
            let named = script.object(["k" + text: 1])
            return (plain.as([String].self), computed.as([String].self), text + plain[0], named, named["k" + text].as(Int.self))
        }.send()
        let (plain, computed, joined, named, member) = answer.value
        #expect(plain.map { Array($0.utf8) } == ["text", text].map { Array($0.utf8) })
        #expect(computed.map { Array($0.utf8) } == ["text", "text" + text, "n" + text, text].map { Array($0.utf8) })
        #expect(Array(joined.utf8) == Array((text + "text").utf8))
        #expect(named.members.map { Array($0.key.utf8) } == [Array(("k" + text).utf8)] && member == 1)
    }
}
