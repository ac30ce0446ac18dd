// Govorun: the control API and who may use it. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("Control API")
struct ControlTests {
    private func post(_ stage: Stage, _ name: String, _ body: String) async throws -> (status: Int, json: JSON) {
        let answer = try await SocketClient.post("/simulator/\(name)", port: stage.simulator.port, type: "application/json", body)
        return (answer.status, try JSONDocument(answer.body).root)
    }

    private func get(_ stage: Stage, _ target: String) async throws -> JSON {
        try JSONDocument(try await SocketClient.get("/simulator/\(target)", port: stage.simulator.port).body).root
    }

    @Test("A whole story over HTTP: a community, people, a chat, a talk, a press")
    func story() async throws {
        try await Stage.with { stage in
            func ok(_ name: String, _ body: String) async throws -> JSON {
                let (status, json) = try await post(stage, name, body)
                #expect(status == 200, "\(name): \(json)")
                return json
            }
            let club = try #require(try await ok("communities", "{\"name\":\"Вторая\",\"token\":\"token-b\"}")["id"].int)
            let ivan = try #require(try await ok("people", "{\"first_name\":\"Иван\",\"sex\":2,\"screen_name\":\"ivan\"}")["id"].int)
            let place = "\"community\":\(club),\"person\":\(ivan)"
            #expect(try await ok("start", "{\(place)}")["cmid"].int == 1)
            #expect(
                try await ok("write", "{\(place),\"text\":\"привет\",\"payload\":{\"a\":1},\"attachments\":[\"photo1_2\"]}")["cmid"].int
                    == 2)
            #expect(try await ok("edit", "{\(place),\"cmid\":2,\"text\":\"пока\"}")["cmid"].int == 2)
            let keyboard = "{\"inline\":true,\"buttons\":[[{\"action\":{\"type\":\"callback\",\"label\":\"x\",\"payload\":\"1\"}}]]}"
            let sent = try await stage.call(
                "messages.send", ["peer_id": "\(ivan)", "random_id": "0", "message": "?", "keyboard": keyboard], token: "token-b")
            #expect(sent["response"].int == 3)
            #expect(try await ok("press", "{\(place),\"cmid\":3,\"payload\":1}")["event_id"].string != nil)
            _ = try await ok("typing", "{\(place)}")
            _ = try await ok("read", "{\(place)}")
            _ = try await ok("reply", "{\(place),\"peer\":\(ivan),\"text\":\"сам\"}")
            let peer = try #require(try await ok("chats", "{\(place),\"title\":\"Чат\",\"members\":[510001001]}")["peer"].int)
            let chat = "\(place),\"peer\":\(peer)"
            _ = try await ok("pin", "{\(chat),\"cmid\":1}")
            _ = try await ok("rename", "{\(chat),\"title\":\"Планы\"}")
            _ = try await ok("kick", "{\(chat),\"member\":510001001}")
            _ = try await ok("invite", "{\(chat),\"member\":510001001}")
            _ = try await ok("admin", "{\(chat)}")
            _ = try await ok("access", "{\(chat),\"full\":false}")
            for name in ["join", "leave", "deny", "allow", "block"] { _ = try await ok(name, "{\(place)}") }
            _ = try await ok("faults", "{\"kind\":\"status\",\"status\":502,\"match\":\"users.get\"}")
            _ = try await ok("expire-keys", "{\"community\":\(club)}")

            let state = try await get(stage, "state")
            #expect(state["communities"].items.map { $0["id"].int } == [198_765_432, club])
            #expect(state["people"].items.map { $0["screen_name"].string } == ["id510001001", "ivan"])
            #expect(state["chats"][0]["title"].string == "Планы")
            #expect(state["chats"][0]["full_access"].bool == false)
            #expect(state["dialogs"][0]["person"].int == ivan)
            #expect(state["faults"].int == 1)
            #expect(!state.rawText.contains("token-b"))
            let history = try await get(stage, "history?community=\(club)&person=\(ivan)")
            #expect(history["messages"].items.map { $0["text"].string } == ["Начать", "пока", "?", "сам"])
            #expect(try await get(stage, "calls")["calls"][0]["method"].string == "messages.send")
            #expect(try await get(stage, "limits")["limits"].items.map { $0["total"].int } == [0, 1])
        }
    }

    @Test("Many messages are written by one request, in order")
    func batch() async throws {
        try await Stage.with { stage in
            let items = (0..<1000).map { "{\"community\":198765432,\"person\":510001001,\"text\":\"\($0)\"}" }.joined(separator: ",")
            let session = try await stage.session()
            #expect(try await post(stage, "write", "[\(items)]").json["written"].int == 1000)
            #expect(try await stage.events(session).map { $0["object"]["message"]["text"].string } == (0..<1000).map(String.init))
        }
    }

    @Test(
        "What cannot be is an error with a status that says why",
        arguments: [
            ("write", "{\"community\":198765432,\"person\":5,\"text\":\"x\"}", 404),
            ("write", "{\"person\":510001001,\"text\":\"x\"}", 400),
            ("write", "{\"community\":198765432,\"person\":510001001}", 400), ("write", "no json", 400),
            ("write", "{\"community\":\"x\"}", 400),
            ("communities", "{\"name\":\"x\",\"token\":\"token-a\"}", 409), ("people", "{\"first_name\":\"x\",\"id\":510001001}", 409),
            ("people", "{\"first_name\":\"x\",\"id\":2000000001}", 400), ("faults", "{\"kind\":\"dance\"}", 400),
            ("faults", "{\"kind\":\"delay\"}", 400), ("leave", "{\"community\":198765432,\"person\":510001001}", 403),
            ("press", "{\"community\":198765432,\"person\":510001001,\"row\":0,\"column\":0}", 404), ("dance", "{}", 404),
            ("state", "{}", 405), ("events", "{}", 405),
        ])
    func errors(name: String, body: String, status: Int) async throws {
        try await Stage.with { stage in
            let answer = try await SocketClient.post("/simulator/\(name)", port: stage.simulator.port, type: "application/json", body)
            #expect(answer.status == status, "\(answer.text)")
            let error = try JSONDocument(answer.body).root["error"]
            let codes = [400: "invalid", 403: "refused", 404: "not_found", 405: "invalid", 409: "taken"]
            #expect(error["code"].string == codes[status])
            #expect(error["message"].string?.isEmpty == false)
            #expect(answer.headers["allow"] == (status == 405 ? "GET" : nil))
        }
    }

    @Test("What is asked for by another method, or is not there, is told in JSON, too", arguments: [("write", 405), ("dance", 404)])
    func views(name: String, status: Int) async throws {
        try await Stage.with { stage in
            let answer = try await SocketClient.get("/simulator/\(name)", port: stage.simulator.port)
            #expect(answer.status == status)
            let words = status == 405 ? "'write' takes POST" : "there is no 'dance'; Docs/simulator.md lists what there is"
            #expect(try JSONDocument(answer.body).root["error"]["message"].string == words)
        }
    }

    @Test(
        "What is written wrong is named, with what would do",
        arguments: [
            (
                "write", "{\"community\":198765432,\"person\":510001001,\"txt\":\"x\"}",
                "the key 'txt' makes no sense; 'write' takes community, person, peer, text, payload"
            ),
            ("write", "[{\"community\":198765432,\"person\":510001001,\"txt\":\"x\"}]", "the key 'txt'"),
            (
                "write", "{\"community\":\"tea-shop\",\"person\":510001001,\"text\":\"x\"}",
                "community \"tea-shop\" makes no sense; it is a number, see GET /simulator/state"
            ),
            ("people", "{\"first_name\":\"x\",\"language\":\"tlh\"}", "language tlh makes no sense; there are be, bg, de, "),
            (
                "press", "{\"community\":198765432,\"person\":510001001,\"label\":\"Да\"}",
                "there is no button 'Да'; under the input field and the newest message with buttons: no buttons"
            ),
            (
                "press", "{\"community\":198765432,\"person\":510001001,\"row\":2,\"column\":1}",
                "there is no button in row 2, column 1 (counted from 0); under the input field: no buttons"
            ),
        ])
    func advice(name: String, body: String, words: String) async throws {
        try await Stage.with { stage in
            let message = try #require(try await post(stage, name, body).json["error"]["message"].string)
            #expect(message.hasPrefix(words), "\(message)")
            #expect(stage.simulator.history(of: 510_001_001, in: 198_765_432).isEmpty)
        }
    }

    @Test("Messages tell the language of who wrote them")
    func languages() async throws {
        try await Stage.with { stage in
            let person = try await post(stage, "people", "{\"first_name\":\"Kim\",\"language\":\"en\"}").json
            #expect(person["language"].string == "en")
            #expect(Array(try await get(stage, "state")["people"].items).last?["language"].string == "en")
            let session = try await stage.session()
            _ = try await post(stage, "write", "{\"community\":198765432,\"person\":\(person["id"].int ?? 0),\"text\":\"hello\"}")
            _ = try await post(stage, "write", "{\"community\":198765432,\"person\":510001001,\"text\":\"привет\"}")
            #expect(try await stage.events(session).map { $0["object"]["client_info"]["lang_id"].int } == [3, 0])
        }
    }

    @Test(
        "A foreign web page cannot control the simulator",
        arguments: [
            ("Host: 127.0.0.1:80", "", "application/json", 200),
            ("Host: localhost", "Origin: http://localhost:8421", "application/json", 200),
            ("Host: [::1]:8421", "Origin: http://[::1]:8421", "application/json", 200), ("Host: evil.example", "", "application/json", 403),
            ("Host: 127.0.0.1", "Origin: https://evil.example", "application/json", 403),
            ("Host: 127.0.0.1", "Origin: null", "application/json", 403),
            ("Host: 127.0.0.1.evil.example", "", "application/json", 403), ("Host: 127.0.0.1", "", "text/plain", 415),
            ("Host: 127.0.0.1", "Origin: http://localhost.evil.example", "application/json", 403),
        ])
    func origins(host: String, origin: String, type: String, status: Int) async throws {
        try await Stage.with { stage in
            let client = try SocketClient(port: stage.simulator.port)
            let body = "{\"clear\":true}"
            let originLine = origin.isEmpty ? "" : origin + "\r\n"
            client.send(
                "POST /simulator/faults HTTP/1.1\r\n\(host)\r\n\(originLine)Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            let answer = try await client.answer()
            #expect(answer.status == status)
            #expect(try JSONDocument(answer.body).root["error"].exists == (status != 200))
            #expect(answer.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test("Watching shows what happens, in order, from the state's event or the last one seen")
    func watching() async throws {
        try await Stage.with { stage in
            let first = try #require(try await get(stage, "state")["event"].int)
            try stage.write("один")
            let client = try SocketClient(port: stage.simulator.port)
            client.send("GET /simulator/events?after=\(first) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let text = try await client.receive(until: "\"text\":\"один\",\"peer_id\":510001001,\"random_id\":0}}\n\n")
            #expect(text.contains("\"type\":\"update\""))
            #expect(text.contains("id: \(first + 2)\n"))
            _ = try await stage.call("messages.setActivity", ["peer_id": "510001001", "type": "typing"])
            _ = try await client.receive(until: "\"method\":\"messages.setActivity\"")
            let other = try SocketClient(port: stage.simulator.port)
            other.send("GET /simulator/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: \(first + 2)\r\n\r\n")
            let later = try await other.receive(until: "\"method\":\"messages.setActivity\"")
            #expect(later.contains("\"type\":\"typing\""))
            #expect(!later.contains("один"))
            #expect(!later.contains("token-a"))
        }
    }

    @Test("Pages are served from the configuration, with a policy that keeps them at home")
    func pages() async throws {
        try await Stage.with {
            $0.pages = ["index.html": (type: "text/html; charset=utf-8", body: "<p>chat"), "chat.js": (type: "text/javascript", body: "1")]
        } body: { stage in
            let port = stage.simulator.port
            let index = try await SocketClient.get("/", port: port)
            #expect(index.text == "<p>chat")
            #expect(index.headers["content-security-policy"]?.hasPrefix("default-src 'self'") == true)
            #expect(try await SocketClient.get("/web/chat.js", port: port).headers["content-type"] == "text/javascript")
            #expect(try await SocketClient.get("/web/../secret", port: port).status == 404)
        }
        try await Stage.with {
            $0.pages = [:]
        } body: { stage in
            let greeting = try await SocketClient.get("/", port: stage.simulator.port).text
            #expect(greeting.hasPrefix("VK is simulated here"))
        }
    }
}
