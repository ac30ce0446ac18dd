// Govorun: how a request is sent when it is told so. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Options of a request")
struct OptionsTests {
    @Test("Language and version of the request win over the client's")
    func languageAndVersion() async throws {
        let stage = Stage(configure: { $0.language = "ru" }) { _ in .response(1) }
        _ = try await stage.outcome(
            stage.client.call("users.get").configured {
                $0.language = "en"; $0.version = "5.131"
            })
        #expect(stage.vk.exchanges[0].fields["lang"] == "en" && stage.vk.exchanges[0].fields["v"] == "5.131")
    }

    @Test("By GET the parameters stand in the address and the token in a header")
    func get() async throws {
        let stage = Stage { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("users.get", ["user_ids": "durov"]).configured { $0.verb = .get })
        let request = stage.vk.exchanges[0].request
        #expect(request.method == .get && request.body == nil)
        #expect(request.url.contains("user_ids=durov") && !request.url.contains(Stage.token))
        #expect(request.headers.contains { $0.name == "Authorization" && $0.value == "Bearer \(Stage.token)" })
    }

    @Test("Test mode and headers go out; so do the client's own parameters, where the call has none of that name")
    func extras() async throws {
        let stage = Stage(configure: { configuration in
            configuration.parameters = ["device": "bot", "user_ids": "2"]
            configuration.defaults.headers = ["X-Trace": "all"]
        }) { _ in .response(1) }
        _ = try await stage.outcome(
            stage.client.call("users.get", ["user_ids": 1]).configured {
                $0.testMode = true; $0.headers = ["X-Trace": "one"]
            })
        let sent = stage.vk.exchanges[0]
        #expect(sent.fields["test_mode"] == "1" && sent.fields["device"] == "bot" && sent.fields["user_ids"] == "1")
        #expect(sent.request.headers.map { "\($0.name): \($0.value)" } == ["X-Trace: one"])
    }

    @Test(
        "So many attempts as the request says, with its own waits",
        arguments: [(RequestOptions.Attempts.limited(1), 1), (.limited(3), 3), (.limited(9), 9)])
    func attempts(attempts: RequestOptions.Attempts, count: Int) async throws {
        let stage = Stage { _ in .error(10) }
        let start = stage.time.now
        let error = try await stage.failure(stage.client.call("users.get").retry(.fixed(.seconds(2)), attempts: attempts))
        #expect(stage.vk.exchanges.count == count)
        #expect(error?.attempts.count == count)
        #expect(stage.time.now - start >= .seconds(2) * (count - 1))
    }

    @Test("Unlimited attempts end with an answer")
    func unlimited() async throws {
        let stage = Stage { $0.number < 40 ? .error(1) : .response(7) }
        let request = stage.client.call("users.get").retry(.exponential(base: .seconds(1)), attempts: .unlimited)
        #expect(try await stage.outcome(request).int == 7)
    }

    @Test("Waits grow up to a cap, and chance only shortens them")
    func backOff() {
        let backOff = BackOff.exponential(base: .seconds(1), cap: .seconds(10), jitter: 0.5)
        #expect((1...6).map { backOff.wait(after: $0, chance: 0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect(backOff.wait(after: 2, chance: 1) == .seconds(1))
        #expect(BackOff.fixed(.seconds(3)).wait(after: 50, chance: 0.7) == .seconds(3))
    }

    @Test("A call that must reach VK at most once is not repeated when its answer is lost, and is when it was refused")
    func onceOnly() async throws {
        let lost = Stage { _ in throw HTTPError(.connectionLost, mayHaveBeenPerformed: true) }
        _ = try await lost.failure(lost.client.call("users.get").configured { $0.isOnceOnly = true })
        #expect(lost.vk.exchanges.count == 1)
        let refused = Stage { $0.number == 1 ? .error(6) : .response(1) }
        _ = try await refused.outcome(refused.client.call("users.get").configured { $0.isOnceOnly = true })
        #expect(refused.vk.exchanges.count == 2)
    }

    @Test("With error handling off everything surfaces at once, a captcha too")
    func handlingOff() async throws {
        for code in [1, 10, 14] {
            let stage = Stage(configure: { $0.solver = ScriptedSolver { _ in .key("never asked") } }) { _ in .error(code) }
            let error = try await stage.failure(stage.client.call("users.get").configured { $0.handlesErrors = false })
            #expect(error?.code?.rawValue == code && stage.vk.exchanges.count == 1)
        }
    }

    @Test("Options of a chain hold for all its calls")
    func chain() async throws {
        let stage = Stage { _ in .response(1) }
        let client = stage.client
        let chain = client.call("users.get").chain { _ in client.call("groups.getById") }.configured { $0.language = "en" }
        _ = try await stage.outcome(chain)
        #expect(stage.vk.exchanges.map { $0.fields["lang"] } == ["en", "en"])
    }

    @Test("The error tells of every attempt")
    func attemptLog() async throws {
        let stage = Stage { $0.number == 1 ? .error(10) : .error(901) }
        let error = try #require(try await stage.failure(stage.client.call("messages.send", ["peer_id": 1])))
        #expect(error.attempts.map(\.code?.rawValue) == [10, 901])
        #expect(error.attempts.map(\.failure) == [.server, .cannotWriteToPeer])
        #expect(error.attempts[1].began >= error.attempts[0].began + error.attempts[0].took)
    }
}

@Suite("Whose token a call goes out with")
struct TokenChoiceTests {
    private static func stage(user: Bool, kind: TokenKind = .community) -> (ScriptedVK, VKClient) {
        let vk = ScriptedVK { _ in .response(1) }
        var configuration = VKClient.Configuration()
        configuration.kind = kind
        let userToken = user ? Secret("token-of-a-person") : nil
        return (vk, VKClient(token: Secret("token-of-its-own"), userToken: userToken, configuration: configuration, transport: vk))
    }

    @Test(
        "The method's kind chooses, the client's own token first",
        arguments: [
            ("messages.send", "token-of-its-own"), ("users.get", "token-of-its-own"), ("wall.post", "token-of-a-person"),
            ("photos.getWallUploadServer", "token-of-a-person"), ("future.method", "token-of-its-own"), ("execute", "token-of-its-own"),
        ])
    func choice(method: String, token: String) async throws {
        let (vk, client) = Self.stage(user: true)
        _ = try await client.call(method, ["peer_id": 1]).send()
        #expect(vk.exchanges[0].fields["access_token"] == token)
    }

    @Test("A request may ask for the other one")
    func forced() async throws {
        let (vk, client) = Self.stage(user: true)
        _ = try await client.call("users.get").as(.user).send()
        #expect(vk.exchanges[0].fields["access_token"] == "token-of-a-person")
    }

    @Test("Without the right token nothing is sent; the error names method and key")
    func missing() async throws {
        let (vk, client) = Self.stage(user: false)
        for request in [client.call("wall.post"), client.call("users.get").as(.user)] {
            let error = try await #require(throws: VKError.self) { try await request.send() }
            #expect(error.failure == .authorization && !error.mayHaveBeenPerformed)
            #expect(error.description.contains(request.call.method) && error.description.contains("user_token"))
        }
        #expect(vk.exchanges.isEmpty)
    }

    @Test("A person's client may not do what only communities may")
    func personsClient() async throws {
        let (vk, client) = Self.stage(user: false, kind: .user)
        _ = try await client.call("wall.post").send()
        let error = try await #require(throws: VKError.self) { try await client.call("messages.sendMessageEventAnswer").send() }
        #expect(error.failure == .authorization && vk.exchanges.count == 1)
    }

    @Test("Each token has a limit of its own")
    func limits() async throws {
        let time = ManualTime()
        let vk = ScriptedVK { _ in .response(1) }
        let client = VKClient(token: Secret("own"), userToken: Secret("person"), transport: vk, time: time)
        time.advance(by: .seconds(5))
        let start = time.now
        try await time.running {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await client.call("wall.post").configured { $0.sharesExecute = false }.send() } }
                try await group.waitForAll()
            }
        }
        #expect(time.now - start >= .seconds(1))
    }
}
