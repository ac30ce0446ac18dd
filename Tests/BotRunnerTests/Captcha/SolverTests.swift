// Govorun: the solvers of a runner. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Foundation
import Synchronization
import TapeJSON
import Testing

@testable import BotRunner

/// VK that asks for a captcha until the key is right, and keeps the messages it was sent.
private final class StrictVK: APITransport {
    static let picture = "https://api.vk.ru/captcha.php?sid=1"
    let key: String
    private let log = Mutex<[(method: String, fields: [String: String])]>([])

    init(key: String) { self.key = key }

    /// The texts that went to `peer`.
    func texts(to peer: Int) -> [String] {
        log.withLock { $0 }.filter { $0.method == "messages.send" && $0.fields["peer_id"] == "\(peer)" }.compactMap { $0.fields["message"] }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let method = String(request.url.split(separator: "/").last ?? "")
        let fields = FormText.fields(request.body ?? [])
        log.withLock { $0.append((method, fields)) }
        let isAskedFor = method == "wall.createComment" && fields["captcha_key"] != key
        let answer: JSONValue =
            isAskedFor ? ["error": ["error_code": 14, "captcha_sid": "1", "captcha_img": .string(Self.picture)]] : ["response": 1]
        return HTTPResponse(status: 200, body: answer.bytes)
    }
}

/// The plain way to read a form, for tests.
private enum FormText {
    static func fields(_ body: [UInt8]) -> [String: String] {
        String(decoding: body, as: UTF8.self).split(separator: "&").reduce(into: [:]) { fields, pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
            fields[parts[0]] = parts.count == 2 ? parts[1] : ""
        }
    }
}

/// A clock on which nobody ever waits long.
private struct ImpatientTime: TimeSource {
    var now: Duration { .zero }
    var unixTime: Duration { .zero }
    func sleep(until deadline: Duration) async throws { try Task.checkCancellation() }
}

private func captcha(_ fields: String) throws -> VKError.Captcha {
    try #require(VKError(answer: try JSONDocument(#"{"error_code":14,"captcha_sid":"1",\#(fields)}"#).root, method: "m").captcha)
}

/// What VK asks with error 24.
private func consentQuestion(_ text: String) throws -> ConsentQuestion {
    let answer: JSONValue = ["error_code": 24, "confirmation_text": .string(text)]
    return try #require(ConsentQuestion(VKError(answer: answer.view, method: "m")))
}

private func message(_ text: String, from: Int, in peer: Int) -> Update {
    let object: JSONValue = ["message": ["from_id": .integer(from), "peer_id": .integer(peer), "text": .string(text)]]
    return Update(JSONValue.object(["type": "message_new", "event_id": "e", "object": object]).view)
}

@Suite("A solver that is a program")
struct CommandSolverTests {
    private let picture = #""captcha_img":"https://api.vk.ru/c""#

    private func solver(_ script: String) -> CommandSolver { CommandSolver(words: ["sh", "-c", script], logger: .silent) }

    @Test(
        "Its line is the key, or its JSON says more",
        arguments: [
            ("echo zhkp", CaptchaSolution.key("zhkp")), ("echo ' zh kp '", .key("zh kp")), (#"echo '{"key": "zhkp"}'"#, .key("zhkp")),
            (#"echo '{"success_token": "yielded"}'"#, .successToken(Secret("yielded"))), ("echo 4711", .key("4711")),
        ])
    func answers(script: String, solution: CaptchaSolution) async throws {
        #expect(try await solver(script).solve(try captcha(picture)) == solution)
    }

    @Test("Silence, failure and an empty object give up", arguments: ["true", "echo", "echo k; exit 1", "echo '{}'", "kill -9 $$"])
    func silence(script: String) async throws { #expect(try await solver(script).solve(try captcha(picture)) == nil) }

    @Test("The question is on its standard input")
    func question() async throws {
        let solution = try await solver(#"grep -o '"image":"[^"]*"' | tr -d '"'"#).solve(try captcha(picture))
        #expect(solution == .key("image:https://api.vk.ru/c"))
    }

    @Test("Only JSON answers what is no picture")
    func others() async throws {
        #expect(try await solver("echo zhkp").solve(try captcha(#""redirect_uri":"https://id.vk.ru/x""#)) == nil)
        #expect(try await solver("echo yes").confirm(try consentQuestion("sure?")) == false)
        #expect(try await solver(#"echo '{"confirm": true}'"#).confirm(try consentQuestion("sure?")))
        #expect(try await solver(#"echo '{"access_token": "t"}'"#).validate(at: Secret("https://m.vk.ru")) == Secret("t"))
    }

    @Test("One that takes too long gives up")
    func tooSlow() async throws {
        var solver = solver("sleep 600")
        solver.limit = .milliseconds(50)
        #expect(try await solver.solve(try captcha(picture)) == nil)
    }
}

@Suite("Administrators who solve captchas")
struct AdminSolverTests {
    /// A bot of the administrators 1 and 2 whose client asks them.
    private func withBot(
        key: String = "zhkp", time: any TimeSource = SystemTime(), _ body: @Sendable (Bot, CaptchaDesk, StrictVK) async throws -> Void
    ) async throws {
        let vk = StrictVK(key: key)
        var configuration = BotConfiguration(name: "shop", token: .known(Secret("token-of-the-test")))
        configuration.captcha = .admins
        let desk = CaptchaDesk(configuration, transport: vk, logger: .silent, time: time)
        configuration.vk.solver = desk.solver
        configuration.vk.execute = false  // the script below answers single calls
        let client = VKClient(token: Secret("token-of-the-test"), configuration: configuration.vk, transport: vk)
        let bot = Bot(name: "shop", communityID: 5, vk: client, admins: [1, 2])
        desk.open(for: bot)
        try await body(bot, desk, vk)
    }

    /// Returns once it holds; an end of its own keeps a broken test from running for ever.
    private func until(_ holds: @Sendable () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !holds() {
            try #require(ContinuousClock.now < end, "not within a minute")
            await Task.yield()
        }
    }

    @Test("The picture goes to each of them, the first answer to VK, and the call has its answer")
    func answered() async throws {
        try await withBot { bot, desk, vk in
            async let outcome = bot.vk.call("wall.createComment").send().int
            try await until { !vk.texts(to: 2).isEmpty }
            #expect(vk.texts(to: 1) == vk.texts(to: 2))
            #expect(vk.texts(to: 1)[0].hasSuffix(StrictVK.picture))
            #expect(!desk.takes(message("привет", from: 1, in: 1)))
            #expect(!desk.takes(message("капча zhkp", from: 3, in: 3)), "not an administrator")
            #expect(!desk.takes(message("капча zhkp", from: 1, in: 2_000_000_001)), "in front of everybody")
            #expect(desk.takes(message(" Капча  zhkp ", from: 2, in: 2)))
            let answer = try await outcome
            #expect(answer == 1)
            #expect(!desk.takes(message("капча zhkp", from: 1, in: 1)), "nobody asks any more")
        }
    }

    @Test("A wrong answer is said to be wrong and asks anew; a right one is thanked for")
    func wrong() async throws {
        try await withBot { bot, desk, vk in
            async let outcome = bot.vk.call("wall.createComment").send().int
            for (round, answer) in ["wrong", "zhkp"].enumerated() {
                try await until { vk.texts(to: 2).count { $0.hasSuffix(StrictVK.picture) } > round }
                #expect(desk.takes(message("/captcha \(answer)", from: 1, in: 1)))
            }
            let answer = try await outcome
            #expect(answer == 1)
            let texts = vk.texts(to: 1)
            #expect(texts.count == 4 && texts[0] == texts[2])
            #expect(texts[1] == "Капча не подошла.")
            #expect(texts[3] == "Капча принята, спасибо.")
        }
    }

    @Test("When nobody answers in time, VK's error surfaces")
    func silence() async throws {
        try await withBot(time: ImpatientTime()) { bot, _, vk in
            let error = await #expect(throws: VKError.self) { try await bot.vk.call("wall.createComment").send() }
            #expect(error?.failure == .captcha)
            #expect(vk.texts(to: 1).count == 1)
        }
    }

    @Test("A cancelled call asks no longer")
    func cancelled() async throws {
        try await withBot { bot, desk, vk in
            let call = Task { try await bot.vk.call("wall.createComment").send() }
            try await until { !vk.texts(to: 2).isEmpty }
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(!desk.takes(message("капча zhkp", from: 1, in: 1)))
        }
    }

    @Test("Before the bot knows its administrators the call fails")
    func tooEarly() async throws {
        let conversation = AdminConversation(language: "ru", time: SystemTime())
        #expect(try await AdminSolver(conversation).solve(try captcha(#""captcha_img":"https://api.vk.ru/c""#)) == nil)
    }

    @Test("A captcha on the question itself asks nobody")
    func recursion() async throws {
        let conversation = AdminConversation(language: "ru", time: SystemTime())
        let captcha = try captcha(#""captcha_img":"https://api.vk.ru/c""#)
        let solution = try await AdminSolver.$isAsking.withValue(true) { try await AdminSolver(conversation).solve(captcha) }
        #expect(solution == nil)
    }

    @Test("Consent is a plain yes or no")
    func consent() async throws {
        try await withBot { bot, desk, vk in
            let conversation = AdminConversation(language: "en", time: SystemTime())
            conversation.open(for: bot)
            async let agreed = try AdminSolver(conversation).confirm(consentQuestion("Delete it?"))
            try await until { !vk.texts(to: 2).isEmpty }
            #expect(vk.texts(to: 1)[0].contains("Delete it?"))
            #expect(!conversation.takes(message("captcha perhaps", from: 1, in: 1)))
            #expect(conversation.takes(message("captcha Yes", from: 1, in: 1)))
            let isAgreed = try await agreed
            #expect(isAgreed)
        }
    }

    @Test(
        "What is an answer",
        arguments: [
            ("капча zhkp", "zhkp"), ("КАПЧА  два слова ", "два слова"), ("/captcha x", "x"), ("!капча x", "x"), ("капча", nil),
            ("капча ", nil),
            ("капчаx y", nil), ("это капча x", nil), ("", nil),
        ] as [(String, String?)])
    func words(text: String, answer: String?) { #expect(CaptchaWords.answer(in: text) == answer) }
}
