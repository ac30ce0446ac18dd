// Govorun: accounts, their tokens and what becomes of them. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

/// Accounts on a script, with every hook written down.
private final class House: Sendable {
    let time = ManualTime()
    let vk: ScriptedVK
    private let log = Mutex<[String]>([])

    /// VK refuses `refused` with error `code` and answers everything else with the token it came with.
    init(refusing refused: Set<String> = [], code: Int = 5) {
        vk = ScriptedVK { exchange in
            let token = exchange.fields["access_token"] ?? ""
            return refused.contains(token) ? .error(code) : .response(.string(token))
        }
    }

    init(_ answer: @escaping @Sendable (ScriptedVK.Exchange) async throws -> HTTPResponse) { vk = ScriptedVK(answer) }

    var events: [String] { log.withLock { $0 } }

    func accounts(_ configuration: VKClient.Configuration = .init()) -> Accounts {
        var hooks = AccountHooks()
        hooks.tokenCreated = { account, token in self.note("created \(account.name) \(token.secret.reveal())") }
        hooks.tokenUpdated = { account, token in self.note("updated \(account.name) \(token.secret.reveal())") }
        hooks.tokenRemoved = { account in self.note("removed \(account.name)") }
        hooks.tokenRejected = { account, error in self.note("rejected \(account.name) \(error.code?.rawValue ?? 0)") }
        return Accounts(transport: vk, configuration: configuration, hooks: hooks, time: time)
    }

    /// The token VK saw.
    func token(of account: Account) async throws -> String? {
        try await time.running { try await account.send { $0.call("users.get") }.string }
    }

    private func note(_ event: String) { log.withLock { $0.append(event) } }
}

private func literals(_ tokens: String...) -> [TokenOrigin] { tokens.map { .literal(AccessToken(Secret($0))) } }

@Suite("Kinds of account")
struct AccountKindTests {
    @Test(
        "Each kind has VK's limit",
        arguments: [(AccountKind.community, 20), (.user, 3), (.service(), 5), (.service(rate: 60), 60), (.service(rate: 0), 1)])
    func rate(kind: AccountKind, rate: Int) throws {
        #expect(kind.rate == rate)
        let account = try House().accounts().add("a", kind, from: literals("one"))
        #expect(account.kind == kind)
    }

    @Test(
        "VK opens each kind its own methods",
        arguments: [
            (AccountKind.community, "messages.send", true), (.community, "wall.post", false), (.user, "wall.post", true),
            (.service(), "messages.send", false), (.service(), "users.get", true), (.community, "made.up", true),
        ])
    func methods(kind: AccountKind, method: String, mayCall: Bool) { #expect(kind.mayCall(method) == mayCall) }

    @Test("The client of an account goes at the kind's rate, unless set otherwise")
    func clients() async throws {
        let accounts = House().accounts()
        #expect(try await accounts.add("a", .user, from: literals("one")).client().configuration.rate == 3)
        #expect(try await accounts.add("b", .user, from: literals("one")) { $0.rate = 2 }.client().configuration.rate == 2)
    }
}

@Suite("The life of a token")
struct AccessTokenTests {
    private static let issued: Duration = .seconds(1_000_000)

    @Test("0 seconds is never; so is less", arguments: [0, -1])
    func endless(expires: Int) {
        let token = AccessToken(Secret("t"), expires: expires, issued: Self.issued)
        #expect(token.expiry == nil)
        #expect(token.phase(at: .seconds(9_000_000_000), warning: .seconds(3600)) == .fresh)
    }

    @Test(
        "It is fresh, then expiring, then over",
        arguments: [
            (0, AccessToken.Phase.fresh), (82_799, .fresh), (82_800, .expiring), (86_399, .expiring), (86_400, .expired),
            (100_000, .expired),
        ])
    func phases(after seconds: Int, phase: AccessToken.Phase) {
        let token = AccessToken(Secret("t"), expires: 86400, issued: Self.issued)
        #expect(token.phase(at: Self.issued + .seconds(seconds), warning: .seconds(3600)) == phase)
    }

    @Test(
        "People paste tokens with white space around them, never inside",
        arguments: [
            ("token", "token"), ("  token\n", "token"), ("\t\u{a0}token\r\n", "token"), ("", nil), ("  \n", nil), ("to ken", nil),
        ] as [(String, String?)])
    func pasted(text: String, token: String?) { #expect(AccessToken(trimming: text)?.secret.reveal() == token) }
}

@Suite("Which token an account uses")
struct TokenLedgerTests {
    @Test("The first is created, the next is an update, after logging out it is the first again")
    func order() {
        var ledger = TokenLedger()
        #expect(ledger.receive(AccessToken(Secret("a")), at: .zero) == .created)
        #expect(ledger.receive(AccessToken(Secret("b")), at: .zero) == .updated)
        ledger.clear()
        #expect(ledger.current == nil)
        #expect(ledger.receive(AccessToken(Secret("b")), at: .zero) == .created)
    }

    @Test("A refused token, an empty one and one whose time is over are of no use")
    func useless() {
        var ledger = TokenLedger()
        _ = ledger.receive(AccessToken(Secret("a")), at: .zero)
        ledger.refuse()
        #expect(ledger.current == nil)
        #expect(ledger.receive(AccessToken(Secret("a")), at: .zero) == .useless)
        #expect(ledger.receive(AccessToken(Secret("")), at: .zero) == .useless)
        #expect(ledger.receive(AccessToken(Secret("b"), until: .seconds(5)), at: .seconds(5)) == .useless)
        #expect(ledger.receive(AccessToken(Secret("b"), until: .seconds(5)), at: .seconds(4)) == .updated)
    }

    @Test("What it remembers of refused tokens has a bound")
    func bound() {
        var ledger = TokenLedger()
        for number in 0...64 {
            _ = ledger.receive(AccessToken(Secret("t\(number)")), at: .zero)
            ledger.refuse()
        }
        #expect(ledger.receive(AccessToken(Secret("t64")), at: .zero) == .useless)
        #expect(ledger.receive(AccessToken(Secret("t0")), at: .zero) == .updated, "the oldest is forgotten")
    }
}

@Suite("An account")
struct AccountTests {
    @Test("It looks for its token when it is first used, and in order")
    func firstOrigin() async throws {
        let house = House()
        let account = try house.accounts().add("shop", .community, from: literals("one", "two"))
        #expect(account.state == .closed)
        #expect(try await house.token(of: account) == "one")
        #expect(account.state == .open)
        #expect(house.events == ["created shop one"])
    }

    @Test("A place without a token, or that fails, is passed over")
    func passedOver() async throws {
        struct NoFile: Error {}
        let house = House()
        let environment = ["EMPTY": " ", "TOKEN": " from-variable "]
        let account = try house.accounts().add(
            "shop", .community,
            from: [
                .variable("MISSING", of: environment), .variable("EMPTY", of: environment), TokenOrigin("file") { throw NoFile() },
                .variable("TOKEN", of: environment),
            ])
        #expect(try await house.token(of: account) == "from-variable")
    }

    @Test(
        "When VK refuses the token, the next origin's is used, and the call has its answer", arguments: [5, 1114, 1116, 1117, 1118, 3609])
    func nextOrigin(code: Int) async throws {
        let house = House(refusing: ["one", "two"], code: code)
        let account = try house.accounts().add("shop", .community, from: literals("one", "two", "three"))
        #expect(try await house.token(of: account) == "three")
        #expect(
            house.events == [
                "created shop one", "rejected shop \(code)", "updated shop two", "rejected shop \(code)", "updated shop three",
            ])
        #expect(account.state == .open)
        #expect(house.vk.exchanges.compactMap { $0.fields["access_token"] } == ["one", "two", "three"])
    }

    @Test("Another refusal is the call's own", arguments: [7, 15, 27, 28, 100])
    func otherRefusal(code: Int) async throws {
        let house = House(refusing: ["one"], code: code)
        let account = try house.accounts().add("shop", .community, from: literals("one", "two"))
        let error = await #expect(throws: VKError.self) { try await house.token(of: account) }
        #expect(error?.code?.rawValue == code)
        #expect(account.state == .open)
        #expect(house.vk.exchanges.count == 1)
    }

    @Test("When no origin is left, VK's refusal surfaces and the state tells it")
    func allRefused() async throws {
        let house = House(refusing: ["one", "two"])
        let account = try house.accounts().add("shop", .community, from: literals("one", "two"))
        let error = await #expect(throws: VKError.self) { try await house.token(of: account) }
        #expect(error?.code == .auth)
        #expect(account.state == .rejected(.auth))
        #expect(house.vk.exchanges.count == 2)
        let later = await #expect(throws: AccountError.self) { try await house.token(of: account) }
        #expect(later?.code == .noToken)
        #expect(house.vk.exchanges.count == 2, "a token that VK refused is not tried again")
        #expect(account.state == .rejected(.auth))
    }

    @Test("A file with a new token in it is good again")
    func newToken() async throws {
        let file = Mutex("old")
        let house = House(refusing: ["old"])
        let account = try house.accounts().add(
            "shop", .community, from: [TokenOrigin("file") { AccessToken(Secret(file.withLock { $0 })) }])
        await #expect(throws: VKError.self) { try await house.token(of: account) }
        file.withLock { $0 = "new" }
        #expect(try await house.token(of: account) == "new")
    }

    @Test("A place that has another bad token each time is not asked for ever")
    func endlessOrigin() async throws {
        let count = Mutex(0)
        let house = House { _ in .error(5) }
        let account = try house.accounts().add(
            "shop", .community, from: [TokenOrigin("command") { AccessToken(Secret("token-\(count.withLock { $0 += 1; return $0 })")) }])
        await #expect(throws: VKError.self) { try await house.token(of: account) }
        #expect(house.vk.exchanges.count == 2)
        #expect(account.state == .rejected(.auth))
        #expect(house.events.count { $0 == "rejected shop 5" } == 2)
    }

    @Test("A refusal is noted where there are no origins, too")
    func withoutOrigins() async throws {
        let house = House(refusing: ["raw"])
        let account = try house.accounts().add("shop", .community, from: [])
        try await account.logIn(AccessToken(Secret("raw")))
        let error = await #expect(throws: VKError.self) { try await house.token(of: account) }
        #expect(error?.code == .auth)
        #expect(account.state == .rejected(.auth))
        #expect(house.events == ["created shop raw", "rejected shop 5"])
    }

    @Test(
        "A token that was being looked for when the account was logged out, or removed, does not bring it back", arguments: [false, true])
    func lateToken(isRemoved: Bool) async throws {
        let (isAsked, mayAnswer) = (Gate(), Gate())
        let house = House()
        let accounts = house.accounts()
        let slow = TokenOrigin("slow") {
            isAsked.open()
            await mayAnswer.opened()
            return AccessToken(Secret("late"))
        }
        let account = try accounts.add("shop", .community, from: [slow])
        let looking = Task { try await account.client() }
        await isAsked.opened()
        if isRemoved { await accounts.remove("shop") } else { await account.logOut() }
        mayAnswer.open()
        let error = await #expect(throws: AccountError.self) { try await looking.value }
        #expect(error?.code == (isRemoved ? .removed : .noToken))
        #expect(account.state == (isRemoved ? .removed : .closed))
        #expect(house.events.isEmpty)
        if !isRemoved { #expect(try await house.token(of: account) == "late", "what is asked for later is looked for") }
    }

    @Test("A call whose token is refused after the log-out logs nobody in again, and is not repeated as somebody else")
    func lateRefusal() async throws {
        let (isAsked, mayAnswer) = (Gate(), Gate())
        let house = House { _ in
            isAsked.open()
            await mayAnswer.opened()
            return .error(5)
        }
        let account = try house.accounts().add("shop", .community, from: literals("one", "two"))
        let call = Task { try await account.send { $0.call("users.get") } }
        await isAsked.opened()
        await account.logOut()
        mayAnswer.open()
        #expect(await #expect(throws: VKError.self) { try await call.value }?.code == .auth)
        #expect(account.state == .closed)
        #expect(house.events == ["created shop one", "removed shop"])
    }

    @Test("Who it was is not remembered beyond the log-out")
    func lateIdentity() async throws {
        let (isAsked, mayAnswer) = (Gate(), Gate())
        let house = House { _ in
            isAsked.open()
            await mayAnswer.opened()
            return .response([["id": 5, "first_name": "Оля"]])
        }
        let account = try house.accounts().add("me", .user, from: literals("one"))
        let asking = Task { try await account.identity() }
        await isAsked.opened()
        await account.logOut()
        mayAnswer.open()
        #expect(try await asking.value.peerID == 5)
        #expect(account.rememberedIdentity == nil)
    }

    @Test("A community's number that has no opposite traps nothing")
    func leastNumber() async throws {
        let house = House { _ in .response(["groups": [["id": .integer(.min), "name": "x"]]]) }
        let account = try house.accounts().add("shop", .community, from: literals("one"))
        #expect(try await house.time.running { try await account.identity() }.peerID == .min)
    }

    @Test("Its kept answers stay when its token changes, and go with its memory, with the log-out and with itself")
    func keptAnswers() async throws {
        let house = House { .response(.integer($0.number)) }
        let configuration = VKClient.Configuration()
        let accounts = house.accounts(configuration)
        let shop = try accounts.add("shop", .community, from: literals("one"))
        let me = try accounts.add("me", .user, from: literals("two"))
        #expect(try await shop.client().configuration.account == "community shop")
        let number = { @Sendable (account: Account) in
            try await house.time.running { try await account.send { $0.call("users.get").cached(for: .forever) }.int }
        }
        #expect(try await [number(shop), number(me)] == [1, 2])
        try await shop.logIn(AccessToken(Secret("three")))
        #expect(try await number(shop) == 1)
        try await shop.clearCaches()
        #expect(try await [number(shop), number(me)] == [3, 2])
        await shop.logOut()
        #expect(try await number(shop) == 4)
        try await accounts.clearCaches()
        #expect(configuration.cache.count == 0)
        #expect(try await [number(shop), number(me)] == [5, 6])
        await accounts.remove("shop")
        #expect(configuration.cache.count == 1)
        #expect(try await number(me) == 6)
        await accounts.removeAll()
        #expect(configuration.cache.count == 0)
    }

    @Test("Without any token the error names each place and what it said, and never a token")
    func noToken() async throws {
        let house = House()
        let account = try house.accounts().add(
            "shop", .community, from: [.variable("SHOP_TOKEN", of: [:]), .literal(AccessToken(Secret("hidden"), until: .seconds(1)))])
        let error = await #expect(throws: AccountError.self) { try await account.client() }
        #expect(
            error?.description
                == "account 'shop': no origin has a token (variable SHOP_TOKEN: nothing there; the token given: refused or expired)")
        #expect(account.state == .rejected(nil))
    }

    @Test("Many calls that meet a refused token at once look for the next one once")
    func together() async throws {
        let asked = Mutex(0)
        let house = House(refusing: ["one"])
        let account = try house.accounts().add(
            "shop", .community,
            from: literals("one") + [
                TokenOrigin("command") {
                    asked.withLock { $0 += 1 }
                    return AccessToken(Secret("two"))
                }
            ])
        let answers = try await house.time.running {
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<30 { group.addTask { try await account.send { $0.call("users.get") }.string } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers == Array(repeating: "two", count: 30))
        #expect(asked.withLock { $0 } == 1)
        #expect(house.events == ["created shop one", "rejected shop 5", "updated shop two"])
    }

    @Test("Logged in with a raw token, it uses that before its origins")
    func logIn() async throws {
        let house = House(refusing: ["raw"])
        let account = try house.accounts().add("shop", .community, from: literals("one"))
        try await account.logIn(AccessToken(Secret("raw")))
        #expect(account.state == .open)
        #expect(try await house.token(of: account) == "one")
        #expect(house.events == ["created shop raw", "rejected shop 5", "updated shop one"])
        let error = await #expect(throws: AccountError.self) { try await account.logIn(AccessToken(Secret("raw"))) }
        #expect(error?.code == .noToken)
    }

    @Test("Logged out, it forgets its token and looks again when used")
    func logOut() async throws {
        let house = House()
        let account = try house.accounts().add("shop", .community, from: literals("one"))
        _ = try await house.token(of: account)
        await account.logOut()
        #expect(account.state == .closed)
        await account.logOut()
        #expect(house.events == ["created shop one", "removed shop"], "what is gone is removed once")
        #expect(try await house.token(of: account) == "one")
        #expect(house.events.last == "created shop one")
    }

    @Test("A token whose time is over is replaced before the call goes out")
    func expired() async throws {
        let house = House()
        let accounts = house.accounts()
        let end = house.time.unixTime + .seconds(7200)
        let account = try accounts.add("me", .user, from: [.literal(AccessToken(Secret("short"), until: end))] + literals("long"))
        #expect(try await house.token(of: account) == "short")
        #expect(account.state == .open)
        house.time.advance(by: .seconds(3600))
        #expect(account.state == .expiring(at: end))
        house.time.advance(by: .seconds(3600))
        #expect(account.state == .expired)
        #expect(try await house.token(of: account) == "long")
        #expect(house.events.last == "updated me long")
    }

    @Test("Its states are told as they come, the early warning and the end by themselves")
    func states() async throws {
        let house = House()
        let accounts = house.accounts()
        let end = house.time.unixTime + .seconds(7200)
        let account = try accounts.add("me", .user, from: [.literal(AccessToken(Secret("short"), until: end))])
        var states = account.states().makeAsyncIterator()
        #expect(try await states.next() == .closed)
        _ = try await account.client()
        #expect(try await states.next() == .open)
        async let warned = {
            var copy = states; return (try await copy.next(), copy)
        }()
        await house.time.sleepers(reach: 1)
        house.time.advance(by: .seconds(3600))
        var (state, later) = try await warned
        #expect(state == .expiring(at: end))
        await accounts.removeAll()
        state = try await later.next()
        #expect(state == .removed)
        #expect(try await later.next() == nil)
    }

    @Test("A reader of states can be cancelled")
    func cancelledReader() async throws {
        let house = House()
        let account = try house.accounts().add("me", .user, from: literals("one"))
        let reader = Task {
            for try await _ in account.states() {}
        }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test("It learns once who it is")
    func identity() async throws {
        let house = House { exchange in
            exchange.name == "groups.getById"
                ? .response(["groups": [["id": 200_000_001, "name": "Чайная", "screen_name": "tea"]], "profiles": []])
                : .response([["id": 5, "first_name": "Оля", "last_name": "К", "screen_name": "olya"]])
        }
        let accounts = house.accounts()
        let shop = try accounts.add("shop", .community, from: literals("one"))
        let me = try accounts.add("me", .user, from: literals("two"))
        #expect(accounts[peer: -200_000_001] == nil)
        for _ in 0..<2 {
            #expect(
                try await house.time.running { try await shop.identity() }
                    == AccountIdentity(peerID: -200_000_001, name: "Чайная", screenName: "tea"))
            #expect(
                try await house.time.running { try await me.identity() } == AccountIdentity(peerID: 5, name: "Оля К", screenName: "olya"))
        }
        #expect(house.vk.exchanges.count == 2)
        #expect(accounts[peer: -200_000_001] === shop)
        #expect(accounts[peer: 5] === me)
        try await accounts.clearCaches()
        #expect(accounts[peer: 5] == nil)
        _ = try await house.time.running { try await me.identity() }
        #expect(house.vk.exchanges.count == 3)
    }

    @Test("It sends a text")
    func text() async throws {
        let house = House { _ in .response(77) }
        let account = try house.accounts().add("shop", .community, from: literals("one"))
        #expect(try await house.time.running { try await account.send("привет", to: 1, attachments: ["photo1_2", "doc3_4"]) } == 77)
        let fields = try #require(house.vk.exchanges("messages.send").first?.fields)
        #expect(fields["message"] == "привет")
        #expect(fields["attachment"] == "photo1_2,doc3_4")
        #expect(fields["random_id"] != nil)
    }

    @Test("Nothing of it shows a token")
    func silent() async throws {
        let house = House()
        let accounts = house.accounts()
        let account = try accounts.add("shop", .community, from: literals("hidden-token"))
        try await account.logIn(AccessToken(Secret("hidden-token-2")))
        for value in [accounts, account, try await account.client(), TokenOrigin.literal(AccessToken(Secret("hidden-token")))] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!dumped.contains("hidden-token") && !"\(value)".contains("hidden-token"))
        }
    }
}

@Suite("Accounts side by side")
struct AccountsTests {
    @Test("They are added, found, listed in order and taken out")
    func book() async throws {
        let house = House()
        let accounts = house.accounts()
        for name in ["b", "a", "c"] { try accounts.add(name, .community, from: literals("token-\(name)")) }
        #expect(accounts.all.map(\.name) == ["b", "a", "c"])
        #expect(accounts["a"]?.name == "a")
        #expect(accounts["d"] == nil)
        #expect(await accounts.remove("a"))
        #expect(await !accounts.remove("a"))
        #expect(accounts.all.map(\.name) == ["b", "c"])
        await accounts.removeAll()
        #expect(accounts.all.isEmpty)
    }

    @Test("A name stands for one account")
    func taken() throws {
        let accounts = House().accounts()
        let first = try accounts.add("a", .community, from: literals("one"))
        let error = #expect(throws: AccountError.self) { try accounts.add("a", .user, from: literals("two")) }
        #expect(error?.code == .nameTaken)
        #expect(accounts["a"] === first)
    }

    @Test("One that was taken out is of no more use, and its name is free")
    func removed() async throws {
        let house = House()
        let accounts = house.accounts()
        let account = try accounts.add("a", .community, from: literals("one"))
        _ = try await house.token(of: account)
        await accounts.remove("a")
        #expect(account.state == .removed)
        #expect(house.events == ["created a one", "removed a"])
        #expect(await #expect(throws: AccountError.self) { try await account.client() }?.code == .removed)
        #expect(await #expect(throws: AccountError.self) { try await account.logIn(AccessToken(Secret("two"))) }?.code == .removed)
        try accounts.add("a", .community, from: literals("two"))
    }

    @Test("Each has a token and a limit of its own: one with a queue does not delay another")
    func apart() async throws {
        let house = House()
        let accounts = house.accounts()
        let busy = try accounts.add("busy", .user, from: literals("one"))
        let idle = try accounts.add("idle", .user, from: literals("two"))
        let client = try await busy.client()
        let flood = (0..<10).map { _ in Task { try await client.call("users.get").send() } }
        // All ten may leave in one pack, so one exchange is all there need be.
        while house.vk.exchanges.isEmpty { await Task.yield() }
        #expect(try await idle.send { $0.call("users.get") }.string == "two", "at once, the clock stands still")
        for task in flood { task.cancel() }
        for task in flood { _ = await task.result }
    }
}
