// Govorun: what may be kept, under which key, for how long. SPDX-License-Identifier: MIT
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Whether a kept answer will do")
struct CachePolicyTests {
    private static let fresh = CachePolicy.Step.answer(isStale: false, refreshes: false)
    private static let stale = CachePolicy.Step.answer(isStale: true, refreshes: false)
    private static let freshAndAgain = CachePolicy.Step.answer(isStale: false, refreshes: true)

    private static func options(_ change: (inout CacheOptions) -> Void) -> CacheOptions {
        var options = CacheOptions()
        change(&options)
        return options
    }

    private static let hour = options { $0.lifetime = .hours(1) }
    private static let fallback = options { $0.staleIfOffline = true }
    private static let refreshed = options { $0.refreshAge = .never }
    private static let bounded = options { ($0.lifetime, $0.refreshAge) = (.hours(1), .minutes(1)) }

    /// One row of the table.
    struct Case: Sendable {
        let options: CacheOptions
        let age: Duration?
        var isOffline = false
        let step: CachePolicy.Step
    }

    private static let cases = [
        Case(options: hour, age: nil, step: .fetch), Case(options: hour, age: .seconds(3_599), step: fresh),
        Case(options: hour, age: .seconds(3_600), step: .fetch), Case(options: hour, age: nil, isOffline: true, step: .refuse),
        Case(options: hour, age: .seconds(9_999), isOffline: true, step: stale),
        Case(options: hour, age: .zero, isOffline: true, step: fresh),
        Case(options: fallback, age: .zero, step: .fetch), Case(options: fallback, age: .seconds(1), isOffline: true, step: stale),
        Case(options: refreshed, age: nil, step: .fetch), Case(options: refreshed, age: .seconds(1), step: freshAndAgain),
        Case(options: refreshed, age: .seconds(40_000_000), step: freshAndAgain),
        Case(options: refreshed, age: .seconds(1), isOffline: true, step: fresh),
        Case(options: bounded, age: .seconds(59), step: fresh), Case(options: bounded, age: .seconds(60), step: freshAndAgain),
        Case(options: bounded, age: .seconds(3_600), step: .fetch),
        // A clock that was set back: a little is nothing, far is too far.
        Case(options: hour, age: .seconds(-30), step: fresh), Case(options: hour, age: .seconds(-86_400), step: .fetch),
    ]

    @Test("Age, lifetime and the network decide", arguments: cases)
    func steps(row: Case) throws {
        #expect(try #require(CachePolicy(row.options)).step(age: row.age, isOffline: row.isOffline) == row.step)
    }

    @Test("Nothing wanted, or a lifetime of never, is no use of the cache")
    func unused() {
        #expect(CachePolicy(CacheOptions()) == nil)
        #expect(CachePolicy(Self.options { ($0.lifetime, $0.staleIfOffline, $0.refreshAge) = (.never, true, .never) }) == nil)
    }

    @Test(
        "Lifetimes are counted in days of 24 hours",
        arguments: [
            (CacheLifetime.minutes(2), Duration?.some(.seconds(120))), (.hours(1), .seconds(3_600)), (.days(1), .seconds(86_400)),
            (.weeks(1), .seconds(604_800)), (.months(1), .seconds(2_592_000)), (.year, .seconds(31_536_000)), (.never, .zero),
            (.forever, nil), (CacheLifetime(.seconds(-5)), .zero),
        ])
    func lifetimes(lifetime: CacheLifetime, duration: Duration?) { #expect(lifetime.duration == duration) }
}

@Suite("The key of an answer")
struct CacheKeyTests {
    private func key(
        _ method: String, _ parameters: Parameters, _ scope: CacheScope = .account("1"),
        configure: (inout VKClient.Configuration) -> Void = { _ in }, options: (inout RequestOptions) -> Void = { _ in }
    ) -> CacheKey {
        var configuration = VKClient.Configuration()
        configure(&configuration)
        var call = Call(method, parameters)
        options(&call.options)
        return CacheKey(call, of: scope, configuration: configuration)
    }

    @Test("The order of parameters, tokens, random ids and captchas make no difference")
    func same() {
        let plain = key("users.get", ["user_ids": "1", "fields": "sex"])
        let noise: Parameters = [
            "fields": "sex", "access_token": "token-of-the-test", "random_id": 7, "captcha_sid": "1", "captcha_key": "x", "user_ids": "1",
        ]
        #expect(plain == key("users.get", ["fields": "sex", "user_ids": "1"]))
        #expect(plain == key("users.get", noise))
        #expect(plain == key("users.get", ["user_ids": "1", "fields": "sex", "v": "5.199"]))
        #expect(!key("users.get", noise).text.contains("token-of-the-test"))
    }

    @Test("Method, values, version, language, account, address and test mode make one")
    func different() {
        let asked: Parameters = ["user_ids": "1"]
        let keys = [
            key("users.get", asked), key("groups.getById", asked), key("users.get", ["user_ids": "2"]), key("users.get", [:]),
            key("users.get", ["user_ids": "1&v=5.199"]), key("users.get", asked, .account("2")),
            key("users.get", asked, configure: { $0.version = "5.131" }), key("users.get", asked, configure: { $0.language = "en" }),
            key("users.get", asked, configure: { $0.defaults.language = "ru" }),
            key("users.get", asked, configure: { $0.api = "http://127.0.0.1:1/method" }),
            key("users.get", asked, options: { $0.testMode = true }),
        ]
        #expect(Set(keys).count == keys.count)
        // Accounts are kept apart, each with rows of its own.
        #expect(Set(keys.map(\.digest)).count == keys.count - 1)
    }

    /// One row of the table.
    struct Case: Sendable {
        let method: String
        var parameters = Parameters()
        var isRead = false
        let isAllowed: Bool
    }

    private static let cases = [
        Case(method: "users.get", isAllowed: true), Case(method: "friends.get", isAllowed: true),
        Case(method: "messages.send", isAllowed: false), Case(method: "messages.edit", isAllowed: false),
        Case(method: "things.unheardOf", isAllowed: false), Case(method: "execute", isAllowed: false),
        Case(method: "execute", parameters: ["code": "return 1;"], isRead: true, isAllowed: true),
        Case(method: "groups.getLongPollServer", isRead: true, isAllowed: false),
        Case(method: "photos.getMessagesUploadServer", isRead: true, isAllowed: false),
        Case(method: "groups.getCallbackConfirmationCode", isRead: true, isAllowed: false),
        Case(method: "utils.getServerTime", isRead: true, isAllowed: false),
        Case(method: "users.get", parameters: ["client_secret": "x"], isRead: true, isAllowed: false),
    ]

    @Test("Reads are kept, anything else where the caller vouches for it, and keys never", arguments: cases)
    func rules(row: Case) {
        #expect(CacheRules.allows(Call(row.method, row.parameters), isRead: row.isRead) == row.isAllowed)
    }

    @Test("A call with headers of its own is not kept: they may shape the answer")
    func headers() {
        var call = Call("users.get")
        call.options.headers["Accept-Language"] = "kk"
        #expect(!CacheRules.allows(call, isRead: true))
    }
}
