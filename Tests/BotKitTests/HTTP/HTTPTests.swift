// Govorun: calls of other services. SPDX-License-Identifier: MIT
import BotTesting
import CurlClient
import Synchronization
import Testing

@testable import BotKit

private struct Forecast: Codable, Sendable, Equatable { var city: String, degrees: Int }

private struct Weather: HTTPAPI {
    var service = HTTPService("https://weather.example/v1/", unwrap: "data", errorMessage: "error.message")
    func today(in city: String) -> HTTPCall<Forecast> { get("today", ["city": city]) }
}

/// A bot whose `/x` does `body`, and its outcome.
private func run(
    _ mock: @Sendable (TestHTTP) -> Void, _ body: @escaping @Sendable (Message) async throws -> String
) async throws -> (texts: [String], bot: TestBot) {
    let bot = try await TestBot { Command("x") { message in try await message.send(try await body(message)) } }
    mock(bot.http)
    let texts = await bot.person("Алиса").says("/x").map(\.text)
    return (texts, bot)
}

@Suite("A service")
struct HTTPServiceTests {
    @Test("is a type of a few lines, and its answers are values")
    func typed() async throws {
        let (texts, bot) = try await run {
            $0.mock("GET https://weather.example/v1/today", .json(["data": ["city": "Омск", "degrees": -5]]))
        } _: { message in
            let forecast = try await message.bot.http.send(Weather().today(in: "Омск & Ко"))
            return "\(forecast.city) \(forecast.degrees)"
        }
        #expect(texts == ["Омск -5"])
        #expect(bot.http.calls.map(\.query) == [["city": "Омск & Ко"]])
        #expect(bot.http.calls.map(\.isGuarded) == [false])
        #expect(bot.problems == [])
    }

    @Test("has parameters and headers of every call, which a call's own go before")
    func defaults() async throws {
        let service = HTTPService("https://a.example").configured {
            $0.parameters = ["key": "k", "lang": "ru"]
            $0.headers = ["X-Key": "1", "Accept": "text/plain"]
        }
        let (_, bot) = try await run {
            $0.mock("*", .json([:]))
        } _: { message in
            try await message.bot.http.send(service.whole(.get, "a", ["lang": "en"]).header("X-Key", "2")).text
        }
        #expect(bot.http.calls.map(\.query) == [["key": "k", "lang": "en"]])
        #expect(bot.http.calls.first?.headers["X-Key"] == "2")
        #expect(bot.http.calls.first?.headers["Accept"] == "text/plain")
    }

    @Test("takes JSON, forms and forms with files")
    func bodies() async throws {
        let service = HTTPService("https://a.example")
        let (_, bot) = try await run {
            $0.mock("*", .json(1))
        } _: { message in
            let http = message.bot.http
            let _: Int = try await http.send(service.post("json", body: .json(["a": [1, true]])))
            let _: Int = try await http.send(service.put("encoded", body: .json(Forecast(city: "Омск", degrees: 1))))
            let _: Int = try await http.send(service.patch("form", body: .form(["a": "б &"])))
            let _: Int = try await http.send(
                service.post("parts", body: .multipart([.text("t", "текст"), .file("f", [0xFF, 0xD8, 0xFF], named: "кот")])))
            let _: Int = try await http.send(service.delete("gone"))
            return "ok"
        }
        let calls = bot.http.calls
        #expect(calls.map(\.verb) == ["POST", "PUT", "PATCH", "POST", "DELETE"])
        #expect(calls[0].json["a"][0].int == 1)
        #expect(try calls[1].json.decode(Forecast.self) == Forecast(city: "Омск", degrees: 1))
        #expect(String(decoding: calls[2].body, as: UTF8.self) == "a=%D0%B1%20%26")
        let form = String(decoding: calls[3].body, as: UTF8.self)
        #expect(
            form.contains(#"name="t""#) && form.contains("текст") && form.contains(#"filename="кот.jpg""#) && form.contains("image/jpeg"))
        #expect(calls[4].body.isEmpty)
        #expect(bot.problems == [])
    }

    @Test(
        "keeps a path a path, whatever is in it",
        arguments: [
            ("a/b", "https://a.example/v1/a/b"), ("/a//b/", "https://a.example/v1/a/b/"),
            ("a?b=c#d%41", "https://a.example/v1/a%3Fb=c%23d%2541"),
            ("", "https://a.example/v1"), ("кот и пёс", "https://a.example/v1/%D0%BA%D0%BE%D1%82%20%D0%B8%20%D0%BF%D1%91%D1%81"),
            ("//evil.example/x", "https://a.example/v1/evil.example/x"), ("@evil.example", "https://a.example/v1/@evil.example"),
        ])
    func paths(path: String, address: String) async throws {
        let (_, bot) = try await run {
            $0.mock("*", .json(1))
        } _: { message in
            let _: Int = try await message.bot.http.send(HTTPService("https://a.example/v1/").get(path))
            return "ok"
        }
        #expect(bot.http.calls.map(\.address) == [address])
    }

    @Test(
        "is not asked when the address is none, or leads up",
        arguments: [("https://a.example", "a/../b"), ("ftp://a.example", "a"), ("a.example", "a"), ("https://a.example/?k=1", "a")])
    func refusedAddresses(base: String, path: String) async throws {
        let (texts, bot) = try await run {
            $0.mock("*", .json(1))
        } _: { message in
            let failure = await #expect(throws: HTTPFailure.self) {
                let _: Int = try await message.bot.http.send(HTTPService(base).get(path))
            }
            return failure?.group.rawValue ?? "-"
        }
        #expect(texts == ["unsendable"])
        #expect(bot.http.calls.isEmpty)
    }

    @Test("is asked side by side, typed, and one after the other")
    func together() async throws {
        let service = HTTPService("https://a.example")
        let (texts, bot) = try await run {
            $0.mock("https://a.example/number", .json(5))
            $0.mock("https://a.example/word", .json("слово"))
            $0.mock("https://a.example/5", .json([1, 2]))
        } _: { message in
            let http = message.bot.http
            let number: HTTPCall<Int> = service.get("number")
            let word: HTTPCall<String> = service.get("word")
            let (a, b) = try await http.all(number, word)
            let (c, d, e) = try await http.all(number, word, number.map { $0 * 2 })
            let list = try await http.all([number, number])
            let chained: [Int] = try await http.send(number.chain { service.get("\($0)") })
            let each = try await http.each([number, service.get("word")])
            let outcomes = each.map { (try? $0.get()) == nil ? "-" : "+" }.joined()
            return "\(a) \(b) \(c) \(d) \(e) \(list) \(chained) \(outcomes)"
        }
        #expect(texts == ["5 слово 5 слово 10 [5, 5] [1, 2] +-"])
        #expect(bot.problems == [])
    }
}

extension HTTPServiceTests {
    @Test("has a way of its own: pins, proxy, caps and time limits go out with every request, and a POST goes out once")
    func route() throws {
        let service = HTTPService("https://a.example").configured {
            $0.pins = ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
            $0.proxy = "http://proxy.example:3128"
            ($0.responseLimit, $0.timeout) = (1_000, .seconds(3))
        }
        let read = try HTTPCallSpec(service: service, verb: .get, path: "a").request()
        #expect(read.route == HTTPRoute(proxy: service.proxy, pins: service.pins))
        #expect((read.responseLimit, read.timeout) == (1_000, .seconds(3)))
        #expect(!read.sendsOnce && !read.followsRedirects && !read.reachesPublicHostsOnly)
        #expect(try HTTPCallSpec(service: service, verb: .post, path: "a").request().sendsOnce)
    }

    @Test("shows no key in descriptions, dumps, failures and the log")
    func secrets() async throws {
        let service = HTTPService("https://a.example").configured {
            $0.parameters["key"] = "hush"
            $0.headers["Authorization"] = "hush"
            $0.retry = .never
        }
        let (texts, bot) = try await run {
            $0.mock("*", .networkError(.refused))
        } _: { message in
            let call: HTTPCall<Int> = service.post("a", ["q": "hush"], body: .form(["b": "hush"]))
            let failure = await #expect(throws: HTTPFailure.self) { try await message.bot.http.send(call) }
            var dumped = ""
            dump((service, call), to: &dumped)
            return "\(service) \(call) \(failure.map { "\($0)" } ?? "") \(dumped)"
        }
        #expect(texts.count == 1)
        #expect(!texts.joined().contains("hush"))
        #expect(bot.http.calls.first?.query == ["key": "hush", "q": "hush"])
    }
}

@Suite("A service's failures")
struct HTTPFailureTests {
    @Test(
        "come in groups, with the service's own words",
        arguments: [
            (MockAnswer.json(["error": ["message": "нет ключа"]], status: 401), "authentication 401 нет ключа"),
            (.json(["error": ["message": "нет города"]], status: 404), "client 404 нет города"),
            (.bytes(Array("<html>".utf8), status: 500), "server 500 the service gave no reason"),
            (.json(["error": ["message": "лимит"]]), "service 200 лимит"),
            (.json(["other": 1]), "decoding 200 the answer has no 'data'"),
            (.networkError(.timedOut), "network - "), (.tlsError(), "tls - "),
            (.failure(HTTPError(.forbiddenAddress)), "unsendable - "), (.failure(HTTPError(.tooLarge)), "decoding - "),
        ])
    func groups(answer: MockAnswer, words: String) async throws {
        let told = Mutex<[HTTPFailure.Group]>([])
        let (texts, bot) = try await run {
            $0.mock("*", answer)
        } _: { message in
            var weather = Weather()
            weather.service.retry = .never
            weather.service.onFailure { failure in told.withLock { $0.append(failure.group) } }
            let failure = await #expect(throws: HTTPFailure.self) { try await message.bot.http.send(weather.today(in: "Омск")) }
            return "\(failure?.group.rawValue ?? "") \(failure?.status.map(String.init) ?? "-") \(failure?.message ?? "")"
        }
        #expect(texts.first?.hasPrefix(words) == true, "\(texts)")
        #expect(told.withLock { $0.map(\.rawValue) } == [String(words.prefix { $0 != " " })])
        #expect(bot.problems == [])
    }

    @Test("reach those who listen for their group, and cancellation is one for them")
    func listeners() async throws {
        let heard = Mutex<[String]>([])
        let service = HTTPService("https://a.example").configured {
            $0.retry = .never
            $0.onFailure([.server]) { failure in heard.withLock { $0.append("server \(failure.status ?? 0)") } }
            $0.onFailure([.cancelled]) { _ in heard.withLock { $0.append("cancelled") } }
            $0.onAnswer { exchange in heard.withLock { $0.append("\(exchange.call) \(exchange.status)") } }
        }
        _ = try await run {
            $0.mock("https://a.example/a", .json(1, status: 503))
            $0.mock("https://a.example/b", .json(1, status: 404))
        } _: { message in
            _ = try? await message.bot.http.send(service.whole(.get, "a", ["key": "secret"]))
            _ = try? await message.bot.http.send(service.whole(.get, "b"))
            let task = Task { [http = message.bot.http] in
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await http.send(service.whole(.get, "c"))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            return "ok"
        }
        #expect(
            heard.withLock { $0 } == [
                "GET https://a.example/a 503", "server 503", "GET https://a.example/b 404", "cancelled",
            ])
    }

    @Test("that another attempt may mend are tried again: of what does harm twice only what was surely not done")
    func retries() async throws {
        let service = HTTPService("https://a.example")
        let (texts, bot) = try await run {
            $0.mock("GET https://a.example/a", .json(1, status: 503), .networkError(.lost), .json(7))
            $0.mock("POST https://a.example/a", .json(1, status: 429), .networkError(.refused), .json(8))
            $0.mock("POST https://a.example/b", .networkError(.lost), .json(9))
            $0.mock("POST https://a.example/c", .networkError(.lost), .json(10))
        } _: { message in
            let http = message.bot.http
            let a: Int = try await http.send(service.get("a"))
            let b: Int = try await http.send(service.post("a"))
            let lost = await #expect(throws: HTTPFailure.self) { let _: Int = try await http.send(service.post("b")) }
            let c: Int = try await http.send(service.post("c").repeatable())
            return "\(a) \(b) \(lost?.mayHaveBeenPerformed == true) \(c)"
        }
        #expect(texts == ["7 8 true 10"])
        #expect(bot.http.calls.count == 9)
        #expect(bot.problems == [])
    }

    @Test("A service that asks for a longer wait than there is patience for is not waited for")
    func patience() {
        let retry = HTTPRetry(attempts: 3, backOff: .fixed(.seconds(1)))
        func wait(_ status: Int, _ retryAfter: String?, made: Int = 1) -> Duration? {
            let fields = retryAfter.map { [("Retry-After", $0)] } ?? []
            return retry.wait(after: HTTPAnswer(status: status, bytes: [], fields: fields), made: made, isRepeatable: true)
        }
        #expect(wait(503, "60") == nil)
        #expect(wait(503, "4") == .seconds(4))
        #expect(wait(503, "soon") == .seconds(1))
        #expect(wait(503, nil, made: 3) == nil)
        #expect(wait(500, nil) == nil)
    }
}

@Suite("An address that a person wrote")
struct HTTPLinkTests {
    @Test("is fetched as it stands, and only from the open Internet")
    func link() async throws {
        let (texts, bot) = try await run {
            $0.mock("https://a.example/x", .bytes(Array("тело".utf8)))
        } _: { message in
            try await message.bot.http.open("https://a.example/x?a=%20b").text
        }
        #expect(texts == ["тело"])
        #expect(bot.http.calls.map(\.query) == [["a": " b"]])
        #expect(bot.http.calls.map(\.isGuarded) == [true])
    }

    @Test("is not fetched when it is none", arguments: ["file:///etc/passwd", "ftp://a.example", "evil", "", "http:///x"])
    func none(link: String) async throws {
        let (texts, bot) = try await run {
            $0.mock("*", .json(1))
        } _: { message in
            let failure = await #expect(throws: HTTPFailure.self) { try await message.bot.http.open(link) }
            return failure?.group.rawValue ?? "-"
        }
        #expect(texts == ["unsendable"])
        #expect(bot.http.calls.isEmpty)
    }
}
