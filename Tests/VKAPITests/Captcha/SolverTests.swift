// Govorun: the solvers that are shipped. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

private func captcha(_ name: String) throws -> VKError.Captcha {
    try #require(VKError(answer: try Fixture.json("errors/\(name).json")["error"], method: "m").captcha)
}

private func confirmation(of method: String = "m") throws -> ConsentQuestion {
    let answer: JSONValue = ["error_code": 24, "confirmation_text": "sure?"]
    return try #require(ConsentQuestion(VKError(answer: answer.view, method: method)))
}

@Suite("A solver behind HTTP")
struct ServiceSolverTests {
    private static let address = "https://solver.example/in?key=key-of-the-test"

    private func solver(
        _ answer: @escaping @Sendable (ScriptedVK.Exchange) async throws -> HTTPResponse
    ) -> (solver: ServiceSolver, http: ScriptedVK) {
        let http = ScriptedVK(answer)
        return (ServiceSolver(address: Secret(Self.address), timeout: .seconds(90), transport: http), http)
    }

    @Test("It is sent the picture as JSON, and its key goes to VK")
    func picture() async throws {
        let (solver, http) = solver { _ in .text(#"{"key": "zhkp"}"#) }
        #expect(try await solver.solve(try captcha("14-captcha-image")) == .key("zhkp"))
        let request = try #require(http.exchanges.first?.request)
        #expect(request.method == .post)
        #expect(request.url == Self.address)
        #expect(request.contentType == "application/json")
        #expect(request.timeout == .seconds(90))
        let question = try JSONDocument(try #require(request.body)).root
        #expect(question["kind"].string == "captcha")
        #expect(question["sid"].string == "731904558201")
        #expect(question["image"].string == "https://api.vk.com/captcha.php?sid=731904558201&s=1")
        #expect(question["ratio"].double == 2.6)
        #expect(!question["redirect"].exists)
    }

    @Test("The redirect form is solved by a success_token")
    func redirect() async throws {
        let (solver, http) = solver { _ in .text(#"{"success_token": "yielded"}"#) }
        #expect(try await solver.solve(try captcha("14-captcha-redirect")) == .successToken(Secret("yielded")))
        let question = try JSONDocument(try #require(http.exchanges.first?.request.body)).root
        #expect(question["redirect"].string?.hasPrefix("https://id.vk.com/not_robot_captcha?") == true)
    }

    @Test(
        "Anything but a usable answer gives up",
        arguments: [
            (200, "{}"), (200, #"{"key": ""}"#), (200, "[]"), (200, "<html>"), (200, ""), (204, ""), (500, #"{"key": "k"}"#),
            (404, "not here"),
        ])
    func useless(status: Int, body: String) async throws {
        let (solver, _) = solver { _ in .text(body, status: status) }
        #expect(try await solver.solve(try captcha("14-captcha-image")) == nil)
        #expect(try await solver.validate(at: Secret("https://m.vk.com/login")) == nil)
        #expect(try await !solver.confirm(try confirmation()))
    }

    @Test("A digit key may come as a number")
    func number() async throws {
        let (solver, _) = solver { _ in .text(#"{"key": 4711}"#) }
        #expect(try await solver.solve(try captcha("14-captcha-image")) == .key("4711"))
    }

    @Test("A service that cannot be reached gives up, and its address is in no line of the log")
    func unreachable() async throws {
        let lines = Mutex<[String]>([])
        let logger = Logger(level: .trace) { entry in lines.withLock { $0.append("\(entry.message) \(entry.metadata)") } }
        let http = ScriptedVK { _ in throw HTTPError(.couldNotConnect, context: .init(url: RedactedURL(Self.address))) }
        let solver = ServiceSolver(address: Secret(Self.address), transport: http, logger: logger)
        #expect(try await solver.solve(try captcha("14-captcha-image")) == nil)
        let text = lines.withLock { $0.joined() }
        #expect(text.contains("cannot be asked"))
        #expect(!text.contains("key-of-the-test"))
        var dumped = ""
        dump(solver, to: &dumped)
        #expect(!dumped.contains("key-of-the-test"))
    }

    @Test("A cancelled call is cancelled, and no answer of the service's is made up")
    func cancelled() async throws {
        let (solver, _) = solver { _ in throw CancellationError() }
        let captcha = try captcha("14-captcha-image")
        await #expect(throws: CancellationError.self) { try await solver.solve(captcha) }
    }

    @Test("It learns whether it was right; validation and confirmation have their own questions")
    func others() async throws {
        let (solver, http) = solver { exchange in
            exchange.number == 2 ? .text(#"{"access_token": "token-of-the-test"}"#) : .text(#"{"confirm": true}"#)
        }
        await solver.learn(CaptchaVerdict(captcha: try captcha("14-captcha-image"), solution: .key("k"), wasRight: false))
        #expect(try await solver.validate(at: Secret("https://m.vk.com/login")) == Secret("token-of-the-test"))
        #expect(try await solver.confirm(try confirmation(of: "account.unban")))
        let bodies = http.exchanges.map { String(decoding: $0.request.body ?? [], as: UTF8.self) }
        #expect(
            bodies == [
                #"{"kind":"verdict","sid":"731904558201","right":false}"#, #"{"kind":"validation","page":"https://m.vk.com/login"}"#,
                #"{"kind":"confirmation","text":"sure?","method":"account.unban"}"#,
            ])
    }
}

@Suite("A solver that asks a person")
struct AskingSolverTests {
    @Test("The picture goes to the person, and what they say goes to VK")
    func picture() async throws {
        let asked = Mutex<[AskingSolver.Question]>([])
        let solver = AskingSolver { question in
            asked.withLock { $0.append(question) }
            return .text("zhkp")
        }
        #expect(try await solver.solve(try captcha("14-captcha-image")) == .key("zhkp"))
        #expect(asked.withLock { $0 } == [.picture(address: "https://api.vk.com/captcha.php?sid=731904558201&s=1")])
    }

    @Test(
        "Silence, an empty answer and an answer to something else give up",
        arguments: [nil, .text(""), .consent(true)] as [AskingSolver.Answer?])
    func silence(answer: AskingSolver.Answer?) async throws {
        #expect(try await AskingSolver { _ in answer }.solve(try captcha("14-captcha-image")) == nil)
    }

    @Test("What has no picture is not asked: a token is nothing for a conversation")
    func redirect() async throws {
        let solver = AskingSolver { _ in
            Issue.record("somebody was asked")
            return nil
        }
        let pure = try #require(
            VKError(answer: try JSONDocument(#"{"error_code":14,"redirect_uri":"https://id.vk.ru/x"}"#).root, method: "m").captcha)
        #expect(try await solver.solve(pure) == nil)
        #expect(try await solver.validate(at: Secret("https://m.vk.com/login")) == nil)
    }

    @Test(
        "Only a plain yes agrees",
        arguments: [(nil, false), (.consent(true), true), (.consent(false), false), (.text("yes"), false)] as [(AskingSolver.Answer?, Bool)]
    )
    func consent(answer: AskingSolver.Answer?, agrees: Bool) async throws {
        #expect(try await AskingSolver { _ in answer }.confirm(try confirmation()) == agrees)
    }

    @Test("The person hears whether the last answer was right")
    func verdict() async throws {
        let told = Mutex<[Bool]>([])
        let solver = AskingSolver(ask: { _ in nil }, tell: { wasRight in told.withLock { $0.append(wasRight) } })
        await solver.learn(CaptchaVerdict(captcha: try captcha("14-captcha-image"), solution: .key("k"), wasRight: true))
        #expect(told.withLock { $0 } == [true])
    }

    @Test("Twenty calls at once ask one after the other")
    func line() async throws {
        let state = Mutex((now: 0, most: 0, all: 0))
        let solver = AskingSolver { _ in
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
                state.all += 1
            }
            for _ in 0..<20 { await Task.yield() }
            state.withLock { $0.now -= 1 }
            return .text("k")
        }
        let captcha = try captcha("14-captcha-image")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await solver.solve(captcha) } }
            try await group.waitForAll()
        }
        #expect(state.withLock { $0.most } == 1)
        #expect(state.withLock { $0.all } == 20)
    }
}
