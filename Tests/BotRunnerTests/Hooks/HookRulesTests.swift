// Govorun: what is taken from other programs. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import MicroServer
import Testing

@testable import BotRunner

@Suite("A post to a hook")
struct HookRulesTests {
    /// GitHub's own example ("Validating webhook deliveries").
    static let secret = "It's a Secret to Everybody"
    static let body = Array("Hello, World!".utf8)
    static let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

    private func request(_ headers: [(String, String)], method: String = "POST", body: [UInt8] = body) -> HookRequest {
        let fields = headers.map { FieldList.Field(name: $0.0, value: $0.1) }
        return HookRequest(method: method, headers: FieldList(fields, ignoresCase: true), body: body)
    }

    private func decide(_ request: HookRequest) -> (status: Int, delivery: HookDelivery?) {
        let rules = HookRules(plugin: "ci", form: HookForm(name: "build", secret: Secret(Self.secret), limit: 100))
        switch rules.decide(request) {
        case .answer(let answer): return (answer.status, nil)
        case .store(let delivery): return (200, delivery)
        }
    }

    @Test(
        "A signature of the body or the secret itself proves the sender; the first proof that is there decides",
        arguments: [
            ([("X-Hub-Signature-256", signature)], 200),
            ([("x-signature-256", signature.uppercased().replacing("SHA256", with: "sha256"))], 200),
            ([("X-Gitlab-Token", secret)], 200), ([("Authorization", "Bearer " + secret)], 200),
            ([("authorization", "bearer " + secret)], 200),
            ([], 403), ([("X-Hub-Signature-256", signature.dropLast() + "8")], 403), ([("X-Hub-Signature-256", "sha256=")], 403),
            ([("X-Hub-Signature-256", String(signature.dropFirst(7)))], 403), ([("X-Hub-Signature-256", "sha256=zz")], 403),
            ([("X-Gitlab-Token", secret + "!")], 403), ([("X-Gitlab-Token", "")], 403), ([("Authorization", "Basic " + secret)], 403),
            ([("X-Signature-256", "sha256=00"), ("Authorization", "Bearer " + secret)], 403),
        ] as [([(String, String)], Int)])
    func proofs(headers: [(String, String)], status: Int) { #expect(decide(request(headers)).status == status) }

    @Test("Another method and a body that is too large are refused before the proof is looked at")
    func refusals() {
        #expect(decide(request([("X-Gitlab-Token", Self.secret)], method: "GET")).status == 405)
        #expect(decide(request([("X-Gitlab-Token", Self.secret)], body: [UInt8](repeating: 1, count: 101))).status == 413)
    }

    @Test("What proves the sender is kept nowhere; other headers of the sender are")
    func headers() {
        let headers = [
            ("X-GitHub-Event", "push"), ("Content-Type", "text/plain"), ("X-Gitlab-Token", Self.secret), ("Cookie", "a=b"),
            ("Accept", "*/*"),
        ]
        let delivery = decide(request(headers + [("X-GitHub-Delivery", "72d3162e")])).delivery
        #expect(delivery?.headers.map(\.name) == ["x-github-event", "content-type", "x-github-delivery"])
        #expect(delivery?.id == "72d3162e")
        #expect(delivery?.body == Self.body)
    }

    @Test("A delivery without an id gets one of its own; a very long one is hashed")
    func ids() {
        let first = decide(request([("X-Gitlab-Token", Self.secret)])).delivery?.id
        let second = decide(request([("X-Gitlab-Token", Self.secret)])).delivery?.id
        #expect(first != nil && first != second)
        let long = decide(request([("X-Gitlab-Token", Self.secret), ("X-Request-Id", String(repeating: "x", count: 5000))])).delivery?.id
        #expect(long?.count == 64)
    }

    @Test("The sender's own name of a delivery counts before the request's, which proxies give each try anew")
    func proxies() {
        let tries = ["proxy-1", "proxy-2"].map {
            decide(request([("X-Gitlab-Token", Self.secret), ("X-Request-Id", $0), ("X-GitHub-Delivery", "72d3162e")])).delivery?.id
        }
        #expect(tries == ["72d3162e", "72d3162e"])
    }

    @Test("A hook of a bot that is not up yet is to be tried later")
    func closed() async throws {
        let plugin = ListeningPlugin(PluginSetup(name: "ci"))
        var bot = BotConfiguration(name: "a", token: .known(Secret("t")))
        bot.plugins = [PluginConfiguration(PluginInstance(name: "ci", plugin: plugin))]
        let intake = HookIntake([bot], logger: .silent)
        let proven = request([("X-Gitlab-Token", Self.secret)])
        let early = await intake.answer(proven, at: "a/ci/build")
        #expect(early.status == 503)
        #expect(early.headers.first(named: "Retry-After") == "60")
        intake.open("a") { _ in .stored }
        #expect(await intake.answer(proven, at: "a/ci/build").status == 200)
        #expect(await intake.answer(proven, at: "b/ci/build").status == 404)
        intake.open("a") { _ in .full }
        #expect(await intake.answer(proven, at: "a/ci/build").status == 503)
    }

    @Test("A large body is proven as a small one is")
    func large() async throws {
        var bot = BotConfiguration(name: "a", token: .known(Secret("t")))
        bot.plugins = [PluginConfiguration(PluginInstance(name: "ci", plugin: ListeningPlugin(PluginSetup(name: "ci"))))]
        let intake = HookIntake([bot], logger: .silent)
        intake.open("a") { $0.body.count == 1 << 20 ? .stored : .full }
        let body = [UInt8](repeating: 7, count: 1 << 20)
        let code = HexText.text(of: SHA256.authenticationCode(of: body, key: Array(Self.secret.utf8)))
        let good = request([("X-Signature-256", "sha256=" + code)], body: body)
        let bad = request([("X-Signature-256", "sha256=" + code)], body: body.dropLast() + [8])
        #expect(await intake.answer(good, at: "a/ci/build").status == 200)
        #expect(await intake.answer(bad, at: "a/ci/build").status == 403)
    }

    private struct ListeningPlugin: Plugin {
        init(_ setup: PluginSetup<NoOptions>) {}
        var handlers: [Handler] { Hook("build", secret: HookRulesTests.secret) { _ in } }
    }

    /// RFC 4231, test cases 1, 2, 3 and 6.
    @Test(
        "Codes are those of the standard",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], [UInt8], String)])
    func codes(key: [UInt8], message: [UInt8], code: String) {
        #expect(HexText.text(of: SHA256.authenticationCode(of: message, key: key)) == code)
    }
}
