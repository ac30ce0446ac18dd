// Govorun: where answers lie. SPDX-License-Identifier: MIT
import BotStorage
import CurlClient
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("The part of the cache in memory")
struct MemoryShelfTests {
    private func kept(_ size: Int) -> KeptAnswer {
        KeptAnswer(content: .bytes([UInt8](repeating: 0, count: size)), size: size, since: .zero)
    }

    private func shelf(_ change: (inout ResponseCache.Limits) -> Void) -> MemoryShelf {
        var limits = ResponseCache.Limits()
        change(&limits)
        return MemoryShelf(limits)
    }

    @Test("Beyond the number of entries those not asked for longest go")
    func entries() {
        var shelf = shelf { $0.entries = 10 }
        for number in 0..<10 { shelf.keep(kept(1), for: CacheKey(url: "\(number)")) }
        #expect(shelf.answer(for: CacheKey(url: "0")) != nil)
        shelf.keep(kept(1), for: CacheKey(url: "10"))
        #expect(shelf.count == 9)
        for name in ["0", "10"] { #expect(shelf.answer(for: CacheKey(url: name)) != nil) }
        for name in ["1", "2"] { #expect(shelf.answer(for: CacheKey(url: name)) == nil) }
    }

    @Test("Bytes never go above the limit, whatever comes")
    func bytes() {
        var shelf = shelf { $0.bytes = 100_000 }
        for number in 0..<500 {
            shelf.keep(kept(number * 37 % 5_000), for: CacheKey(url: "\(number % 90)"))
            #expect(shelf.size <= 100_000)
        }
        shelf.removeAll { _ in true }
        #expect(shelf.count == 0 && shelf.size == 0)
    }

    @Test("What is too large by itself is not kept, and what it replaces goes")
    func large() {
        var shelf = shelf { $0.entryBytes = 100 }
        shelf.keep(kept(100), for: CacheKey(url: "a"))
        #expect(shelf.count == 1)
        shelf.keep(kept(101), for: CacheKey(url: "a"))
        #expect(shelf.count == 0 && shelf.size == 0)
    }
}

@Suite("A row of a storage")
struct CacheRowTests {
    private let digest = SHA256.Digest(bytes: SHA256.digest(of: Array("a".utf8)))

    @Test("It is read as it was written", arguments: [true, false])
    func roundTrip(isAnswer: Bool) throws {
        let row = CacheRow.bytes(Array(#"{"a":[1]}"#.utf8), of: digest, isAnswer: isAnswer, since: .milliseconds(1_767_225_600_123))
        let kept = try #require(CacheRow.read(row, of: digest))
        #expect(kept.since == .milliseconds(1_767_225_600_123) && kept.size == 9)
        switch kept.content {
        case .answer(let answer): #expect(isAnswer && answer.response.at("a.0").int == 1)
        case .bytes(let bytes): #expect(!isAnswer && bytes == Array(#"{"a":[1]}"#.utf8))
        }
    }

    @Test(
        "What is another's, cut, or of another version is nothing",
        arguments: ["", "\n", "1 a 5 a\n{}", "2 DIGEST 5 a\n{}", "1 DIGEST 5 a\n{", "1 DIGEST x a\n{}", "1 DIGEST 5 a", "1 DIGEST 5\n{}"])
    func broken(text: String) {
        #expect(CacheRow.read(Array(text.replacing("DIGEST", with: digest.description).utf8), of: digest) == nil)
    }
}

@Suite("A cache with a storage")
struct StoredCacheTests {
    private let storage = MemoryStorage()

    /// A client whose VK counts, over a new cache on the storage.
    private func stage(account: String? = "200000001", _ limits: ResponseCache.Limits = .init()) -> Stage {
        Stage(configure: { [storage] in
            $0.cache = ResponseCache(limits: limits, storage: storage)
            $0.account = account
        }) { .response(["number": .integer($0.number), "text": "Привет"]) }
    }

    private func number(_ stage: Stage, _ user: Int = 1, _ method: String = "users.get") async throws -> Int? {
        try await stage.outcome(stage.client.call(method, ["user_ids": user]).cached(for: .hours(1)).at("number")).int
    }

    private func rows() async throws -> [(namespace: String, name: String, value: [UInt8])] {
        var rows: [(namespace: String, name: String, value: [UInt8])] = []
        for namespace in try await storage.namespaces(NamePage()) {
            for name in try await storage.names(in: namespace, NamePage()) {
                rows.append((namespace, name, try await storage.value(for: StorageKey(namespace, name)) ?? []))
            }
        }
        return rows
    }

    @Test("Answers outlive the process, with their age")
    func restart() async throws {
        #expect(try await number(stage()) == 1)
        let second = stage()
        _ = try await second.outcome(second.client.call("groups.getById"))
        #expect(try await number(second) == 1)
        #expect(second.vk.exchanges("users.get").isEmpty)
        let late = stage()
        late.time.advance(by: .seconds(7_200))
        _ = try await number(late)
        #expect(late.vk.exchanges("users.get").count == 1)
    }

    @Test("Nothing of what was asked, and no token, stands in a row's name; an account nobody named leaves no row")
    func privacy() async throws {
        _ = try await number(stage(), 42)
        let rows = try await rows()
        #expect(rows.map(\.namespace) == ["vk.cache/account/200000001"])
        for row in rows {
            #expect(Int(row.name) != nil)
            let text = String(decoding: row.value, as: UTF8.self)
            #expect(!text.contains(Stage.token) && !text.contains("users.get") && !text.contains("user_ids"))
        }
        _ = try await number(stage(account: nil), 43)
        #expect(try await self.rows().count == rows.count)
    }

    @Test("Rows are bounded however much is asked, and each reader gets its own answer")
    func bounded() async throws {
        var limits = ResponseCache.Limits()
        (limits.rows, limits.entries) = (4, 1)
        let stage = stage(limits)
        for user in 1...20 { #expect(try await number(stage, user) == user) }
        #expect(try await rows().count <= 4)
    }

    @Test("One answer, an account, or everything can be forgotten for good")
    func removal() async throws {
        let (one, two) = (stage(), stage(account: "2"))
        for stage in [one, two] { for user in 1...2 { _ = try await number(stage, user) } }
        try await one.client.cache.remove(one.client.call("users.get", ["user_ids": 1]))
        #expect(try await rows().count == 3)
        try await one.client.cache.removeAll(of: "2")
        #expect(try await rows().count == 1)
        try await one.client.configuration.cache.removeAll()
        #expect(try await rows().isEmpty)
        #expect(one.client.configuration.cache.count == 0)
    }

    @Test("A storage that fails makes no call fail")
    func failing() async throws {
        let stage = stage()
        await storage.close()
        #expect(try await number(stage) == 1)
        #expect(try await number(stage) == 1)
        #expect(try await number(stage, 2) == 2)
    }

    @Test("A row that was damaged is asked for anew")
    func damaged() async throws {
        _ = try await number(stage())
        for row in try await rows() { try await storage.set([0xFF, 0x0A], for: StorageKey(row.namespace, row.name)) }
        let second = stage()
        _ = try await number(second)
        #expect(second.vk.exchanges.count == 1)
    }
}

@Suite("Bytes in the cache")
struct CachedBytesTests {
    private static let url = "https://sun1.userapi.com/a.jpg?key=token-of-the-test"

    private func stage(_ configure: (inout VKClient.Configuration) -> Void = { _ in }) -> Stage {
        Stage(configure: configure) { exchange in
            if exchange.name == "gone.jpg" { return .text("no", status: 404) }
            guard exchange.number < 3 else { throw HTTPError(.couldNotConnect) }
            return .text("picture \(exchange.number)")
        }
    }

    private func text(_ stage: Stage, _ lifetime: CacheLifetime = .minutes(5), url: String = url) async throws -> String {
        String(decoding: try await stage.client.cache.bytes(at: url, for: lifetime), as: UTF8.self)
    }

    @Test("They are fetched without the token, to public hosts only, and kept for their lifetime")
    func lifetime() async throws {
        let stage = stage()
        for expected in ["picture 1", "picture 1"] { #expect(try await text(stage) == expected) }
        let sent = try #require(stage.vk.exchanges.first)
        #expect(sent.request.reachesPublicHostsOnly && sent.fields["access_token"] == nil && sent.request.headers.isEmpty)
        stage.time.advance(by: .seconds(300))
        #expect(try await text(stage) == "picture 2")
        try await stage.client.cache.removeBytes(at: Self.url)
        await #expect(throws: VKError.self) { try await text(stage) }
    }

    @Test("What one who may ask any host was given is not for one who may ask public ones alone; forgotten are both")
    func reach() async throws {
        let stage = Stage(answer: { .text("\($0.number)") })
        let text = { @Sendable (reach: LinkReach) in
            String(decoding: try await stage.client.cache.bytes(at: Self.url, for: .forever, reach: reach), as: UTF8.self)
        }
        #expect(try await [text(.anyHost), text(.publicHosts), text(.anyHost), text(.publicHosts)] == ["1", "2", "1", "2"])
        try await stage.client.cache.removeBytes(at: Self.url)
        #expect(try await [text(.publicHosts), text(.anyHost)] == ["3", "4"])
    }

    @Test("A reader's limit holds for what is kept, too")
    func limit() async throws {
        let stage = stage()
        #expect(try await text(stage) == "picture 1")
        let error = await #expect(throws: VKError.self) { try await stage.client.cache.bytes(at: Self.url, for: .minutes(5), limit: 8) }
        #expect(error?.failure == .transport && (error?.cause as? HTTPError)?.code == .tooLarge)
        #expect(error?.description.contains("token-of-the-test") == false)
        #expect(try await stage.client.cache.bytes(at: Self.url, for: .minutes(5), limit: 9).count == 9)
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("Public hosts are asked directly, any host over the client's route without its pins")
    func route() async throws {
        let stage = stage { $0.route = HTTPRoute(proxy: "http://proxy.example:3128", caFile: "ca.pem", pins: ["sha256//AA=="]) }
        for reach in [LinkReach.publicHosts, .anyHost] { _ = try await stage.client.cache.bytes(at: Self.url, for: .never, reach: reach) }
        #expect(stage.vk.exchanges.map(\.request.route) == [HTTPRoute(), HTTPRoute(proxy: "http://proxy.example:3128", caFile: "ca.pem")])
    }

    @Test("Never keeps nothing")
    func never() async throws {
        let stage = stage()
        for expected in ["picture 1", "picture 2"] { #expect(try await text(stage, .never) == expected) }
    }

    @Test("Without a network stale ones do where the client allows it, and a client that is offline has only those")
    func offline() async throws {
        let stage = stage { $0.defaults.cache.staleIfOffline = true }
        #expect(try await text(stage) == "picture 1")
        stage.time.advance(by: .seconds(300))
        #expect(try await text(stage) == "picture 2")
        stage.time.advance(by: .seconds(300))
        #expect(try await text(stage) == "picture 2")
        stage.client.isOffline = true
        #expect(try await text(stage) == "picture 2")
        let error = await #expect(throws: VKError.self) { try await text(stage, url: "https://sun1.userapi.com/b.jpg") }
        #expect(error?.failure == .offline)
    }

    @Test("Another status than 200 is an error that shows no query, and is not kept")
    func missing() async throws {
        let stage = stage()
        for count in 1...2 {
            let error = await #expect(throws: VKError.self) {
                try await text(stage, url: "https://sun1.userapi.com/gone.jpg?key=secret-word")
            }
            #expect(error?.failure == .notFound && error?.description.contains("secret-word") == false)
            #expect(stage.vk.exchanges.count == count)
        }
    }
}
