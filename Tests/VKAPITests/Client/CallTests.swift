// Govorun: how a call leaves, and what is repeated. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("A call on the wire")
struct WireTests {
    @Test("It is a POST of a form, with token, version and language in the body and nowhere else")
    func form() async throws {
        let stage = Stage(configure: { $0.language = "ru" }) { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("messages.setActivity", ["peer_id": 1, "text": "a b"]))
        let sent = try #require(stage.vk.exchanges.first)
        #expect(sent.request.method == .post)
        #expect(sent.request.contentType == "application/x-www-form-urlencoded")
        #expect(sent.request.url == "https://api.vk.ru/method/messages.setActivity")
        #expect(sent.request.headers.isEmpty)
        #expect(sent.fields == ["peer_id": "1", "text": "a b", "v": "5.199", "lang": "ru", "access_token": Stage.token])
    }

    @Test("Without a language none is sent, and a caller's version and language win")
    func ownVersion() async throws {
        let stage = Stage { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("users.get"))
        _ = try await stage.outcome(stage.client.call("users.get", ["v": "5.131", "lang": 3]))
        #expect(stage.vk.exchanges[0].fields["lang"] == nil)
        #expect(stage.vk.exchanges[1].fields["v"] == "5.131")
        #expect(stage.vk.exchanges[1].fields["lang"] == "3")
    }

    @Test("A caller cannot put another token in")
    func ownToken() async throws {
        let stage = Stage { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("users.get", ["access_token": "other"]))
        #expect(stage.vk.exchanges[0].fields["access_token"] == Stage.token)
    }

    @Test(
        "The address of the API is taken as people write it",
        arguments: [
            ("https://api.vk.ru/method", "https://api.vk.ru/method/"), ("https://api.vk.ru/method/", "https://api.vk.ru/method/"),
            ("https://api.vk.ru", "https://api.vk.ru/method/"), ("https://api.vk.ru///", "https://api.vk.ru/method/"),
            ("http://127.0.0.1:8421", "http://127.0.0.1:8421/method/"), ("http://127.0.0.1:8421/", "http://127.0.0.1:8421/method/"),
            ("http://[::1]:8421", "http://[::1]:8421/method/"), ("http://[::1]:8421/vk/api", "http://[::1]:8421/vk/api/"),
            ("http://proxy.example/vk/", "http://proxy.example/vk/"), ("api.vk.com", "https://api.vk.com/method/"),
            ("api.vk.com/method", "https://api.vk.com/method/"), ("localhost:8421", "https://localhost:8421/method/"),
        ])
    func address(api: String, endpoint: String) async throws {
        let stage = Stage(configure: { $0.api = api }) { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("users.get"))
        #expect(stage.vk.exchanges[0].request.url == endpoint + "users.get")
    }

    @Test("An attempt takes the client's time, or the call's own")
    func timeout() async throws {
        let stage = Stage(configure: { $0.timeout = .seconds(7) }) { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("users.get"))
        _ = try await stage.outcome(stage.client.call("users.get").timeout(.seconds(40)))
        #expect(stage.vk.exchanges.map(\.request.timeout) == [.seconds(7), .seconds(40)])
        #expect(stage.vk.exchanges.map(\.request.connectTimeout) == [.seconds(7), .seconds(10)])
    }

    @Test("The transport never repeats a call by itself: a repeat needs a slot of its own")
    func sendsOnce() async throws {
        let stage = Stage { _ in .response(1) }
        for (method, parameters) in [
            ("users.get", [:]), ("messages.send", [:]), ("messages.send", ["random_id": 0]), ("wall.createComment", [:]),
        ] as [(String, Parameters)] {
            _ = try await stage.outcome(stage.client.call(method, parameters))
        }
        #expect(stage.vk.exchanges.map(\.request.sendsOnce) == [true, true, true, true])
    }
}

@Suite("Repeating a call")
struct RepeatTests {
    @Test("VK's own trouble is got over", arguments: [1, 6, 10, 32, 36, 43])
    func transient(code: Int) async throws {
        let stage = Stage { $0.number == 1 ? .error(code) : .response(1) }
        #expect(try await stage.outcome(stage.client.call("users.get")).int == 1)
        #expect(stage.vk.exchanges.count == 2)
    }

    @Test("A refusal is not asked for again", arguments: [5, 7, 9, 14, 15, 17, 24, 27, 28, 29, 33, 100, 900, 901, 902, 1_117])
    func refusal(code: Int) async throws {
        let stage = Stage { _ in .error(code) }
        let error = try await stage.failure(stage.client.call("messages.send", ["peer_id": 1]))
        #expect(error?.code?.rawValue == code)
        #expect(error?.mayHaveBeenPerformed == false)
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("Repeating has a bound, and then the caller gets VK's error", arguments: [(1, 5), (6, 11), (10, 5), (32, 5), (36, 5), (43, 2)])
    func bound(code: Int, attempts: Int) async throws {
        let stage = Stage { _ in .error(code) }
        #expect(try await stage.failure(stage.client.call("users.get"))?.code?.rawValue == code)
        #expect(stage.vk.exchanges.count == attempts)
    }

    @Test(
        "A call that does harm twice is not repeated when VK may have performed it",
        arguments: ["wall.createComment", "execute", "docs.save", "future.method", "execute.getBonus"])
    func once(method: String) async throws {
        for code in [1, 10, 36] {
            let stage = Stage { _ in .error(code) }
            let error = try await stage.failure(stage.client.call(method))
            #expect(error?.mayHaveBeenPerformed == true)
            #expect(stage.vk.exchanges.count == 1)
        }
    }

    @Test("A call that VK refused to perform is repeated whatever it does", arguments: [6, 32, 43])
    func refusedOnce(code: Int) async throws {
        let stage = Stage { $0.number == 1 ? .error(code) : .response(1) }
        #expect(try await stage.outcome(stage.client.call("wall.createComment")).int == 1)
    }

    @Test(
        "A lost answer is repeated only where a second performance does no harm",
        arguments: [
            ("users.get", [:], 5), ("messages.edit", [:], 5), ("messages.send", [:], 5), ("messages.send", ["random_id": 77], 5),
            ("messages.send", ["random_id": 0], 1), ("messages.send", ["random_id": "x"], 1), ("wall.createComment", [:], 1),
        ] as [(String, Parameters, Int)])
    func lostAnswer(method: String, parameters: Parameters, attempts: Int) async throws {
        let stage = Stage { _ in throw HTTPError(.connectionLost, mayHaveBeenPerformed: true) }
        let error = try await stage.failure(stage.client.call(method, parameters))
        #expect(error?.failure == .transport)
        #expect(error?.cause?.code == .connectionLost)
        #expect(error?.mayHaveBeenPerformed == true)
        #expect(stage.vk.exchanges.count == attempts)
    }

    @Test(
        "What never left is repeated whatever it does",
        arguments: [HTTPError.Code.couldNotResolve, .couldNotConnect, .connectTimedOut, .proxyFailed])
    func neverLeft(code: HTTPError.Code) async throws {
        let stage = Stage { exchange in
            if exchange.number < 3 { throw HTTPError(code) }
            return .response(1)
        }
        #expect(try await stage.outcome(stage.client.call("wall.createComment")).int == 1)
    }

    @Test(
        "What would fail in the same way again is not repeated",
        arguments: [HTTPError.Code.badURL, .badHeader, .rejectedOption, .tooLarge, .closed])
    func ours(code: HTTPError.Code) async throws {
        let stage = Stage { _ in throw HTTPError(code) }
        #expect(try await stage.failure(stage.client.call("users.get"))?.cause?.code == code)
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("A send keeps its random_id across attempts, and another send has another one")
    func randomID() async throws {
        let stage = Stage { $0.number % 3 == 0 ? .response(1) : .error(10) }
        for _ in 0..<2 { _ = try await stage.outcome(stage.client.call("messages.send", ["peer_id": 1])) }
        let ids = stage.vk.exchanges.compactMap { $0.fields["random_id"] }
        #expect(ids.count == 6)
        #expect(Set(ids[0..<3]).count == 1 && Set(ids[3..<6]).count == 1 && ids[0] != ids[3])
    }

    @Test("A missing random_id is a positive number of 31 bits; only messages.send gets one")
    func missingRandomID() async throws {
        let stage = Stage(configure: { $0.rate = 1_000 }) { _ in .response(1) }
        let request = stage.client.call("messages.send", ["peer_id": 1])
        for _ in 0..<200 { _ = try await stage.outcome(request) }
        _ = try await stage.outcome(stage.client.call("messages.edit", ["peer_id": 1]))
        let ids = stage.vk.exchanges("messages.send").compactMap { $0.fields["random_id"].flatMap { Int($0) } }
        #expect(ids.count == 200 && ids.allSatisfy { (1...Int(Int32.max)).contains($0) })
        #expect(Set(ids).count > 190)
        #expect(stage.vk.exchanges("messages.edit")[0].fields["random_id"] == nil)
    }

    @Test("A caller's random_id is kept, 0 too", arguments: ["0", "5", "-3", "2147483647"])
    func callersRandomID(id: String) async throws {
        let stage = Stage { _ in .response(1) }
        _ = try await stage.outcome(stage.client.call("messages.send", ["peer_id": 1, "random_id": id]))
        #expect(stage.vk.exchanges[0].fields["random_id"] == id)
    }

    @Test("Every method open to a community has its rule")
    func completeRules() throws {
        let methods = String(decoding: try Fixture.bytes("community-methods.txt"), as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(methods.count == 112)
        for method in methods where method != "messages.send" { #expect(RepeatRules.table[method] != nil, "\(method)") }
        #expect(Set(RepeatRules.table.keys).subtracting(methods) == [])
    }

    @Test(
        "A method that is not listed reads if its name says so, and is once otherwise",
        arguments: [
            ("friends.get", true), ("wall.getById", true), ("users.search", true), ("likes.isLiked", true), ("wall.post", false),
            ("issues.add", false), ("", false),
        ])
    func unlisted(method: String, isHarmless: Bool) { #expect(RepeatRules.rule(for: Call(method)).isHarmlessTwice == isHarmless) }

    @Test("A captcha goes to the solver, and the call is repeated with what it found")
    func captcha() async throws {
        let solver = ScriptedSolver { captcha in .key("answer to \(captcha.sid)") }
        let stage = Stage(configure: { $0.solver = solver }) { exchange in
            exchange.number == 1 ? HTTPResponse(status: 200, body: try Fixture.bytes("errors/14-captcha-image.json")) : .response(1)
        }
        #expect(try await stage.outcome(stage.client.call("messages.send", ["peer_id": 1])).int == 1)
        let (first, second) = (stage.vk.exchanges[0].fields, stage.vk.exchanges[1].fields)
        #expect(first["captcha_sid"] == nil)
        #expect(second["captcha_sid"] == "731904558201")
        #expect(second["captcha_key"] == "answer to 731904558201")
        #expect(first["random_id"] == second["random_id"])
    }

    @Test("A solved redirect goes back as its token with the number VK gave")
    func captchaRedirect() async throws {
        let stage = Stage(configure: { $0.solver = ScriptedSolver { _ in .successToken(Secret("yielded")) } }) { exchange in
            exchange.number == 1 ? HTTPResponse(status: 200, body: try Fixture.bytes("errors/14-captcha-redirect.json")) : .response(1)
        }
        _ = try await stage.outcome(stage.client.call("users.get"))
        #expect(stage.vk.exchanges[1].fields["success_token"] == "yielded")
        #expect(stage.vk.exchanges[1].fields["remixstlid"] == "9069000000000000001")
    }

    @Test(
        "A solver that is wrong five times is not asked a sixth time; one that gives up lets the error surface",
        arguments: [(true, 6), (false, 1)])
    func captchaBound(answers: Bool, attempts: Int) async throws {
        let stage = Stage(configure: { $0.solver = ScriptedSolver { _ in answers ? .key("wrong") : nil } }) { _ in .error(14) }
        #expect(try await stage.failure(stage.client.call("users.get"))?.failure == .captcha)
        #expect(stage.vk.exchanges.count == attempts)
    }
}
