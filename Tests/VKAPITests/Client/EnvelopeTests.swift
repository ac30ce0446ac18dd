// Govorun: what counts as an answer of VK. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Envelope")
struct EnvelopeTests {
    @Test("Every sample of a response is the value under response", arguments: Fixture.names(in: "responses"))
    func responses(name: String) async throws {
        let body = try Fixture.bytes("responses/\(name).json")
        let stage = Stage { _ in HTTPResponse(status: 200, body: body) }
        let answer = try await stage.outcome(stage.client.call("users.get"))
        #expect(answer.rawText == (try Fixture.json("responses/\(name).json")["response"].rawText))
    }

    @Test("What execute answers is its response, with failures inside or without", arguments: Fixture.names(in: "execute"))
    func execute(name: String) async throws {
        let body = try Fixture.bytes("execute/\(name).json")
        let stage = Stage { _ in HTTPResponse(status: 200, body: body) }
        #expect(try await stage.outcome(stage.client.call("execute")).exists)
    }

    @Test("A null or false response is an answer", arguments: ["null", "false", "0", "[]", "{}", "\"\""])
    func emptyResponses(value: String) async throws {
        let stage = Stage { _ in .text("{\"response\":\(value)}") }
        #expect(try await stage.outcome(stage.client.call("users.get")).rawText == value)
    }

    @Test("An error beside a response is an error")
    func both() async throws {
        let stage = Stage { _ in .text(#"{"response":null,"error":{"error_code":100,"error_msg":"bad"}}"#) }
        #expect(try await stage.failure(stage.client.call("users.get"))?.code == .param)
    }

    @Test("An API error counts whatever the HTTP status is", arguments: [200, 400, 401, 403, 500, 503])
    func status(status: Int) async throws {
        let stage = Stage { _ in .text(#"{"error":{"error_code":7,"error_msg":"no"}}"#, status: status) }
        #expect(try await stage.failure(stage.client.call("users.get"))?.failure == .accessDenied)
    }

    @Test(
        "What is no answer of VK is a failure of transport, repeated with a bound",
        arguments: [
            (200, ""), (200, "{}"), (200, "[]"), (200, "null"), (200, "5"), (200, "<html><body>Sign in</body></html>"),
            (200, #"{"response":{"#),
            (200, #"{"error":{}}"#), (200, #"{"error":{"error_msg":"no code"}}"#), (200, #"{"error":[]}"#), (200, "\u{FEFF}"),
            (502, "<html>Bad Gateway</html>"), (503, ""), (504, "upstream timed out"), (429, "slow down"), (301, ""),
        ])
    func noAnswer(status: Int, body: String) async throws {
        let stage = Stage { _ in .text(body, status: status) }
        let error = try await stage.failure(stage.client.call("users.get"))
        #expect(error?.failure == .transport)
        #expect(error?.code == nil)
        #expect(error?.mayHaveBeenPerformed == true)
        #expect(error?.method == "users.get")
        #expect(stage.vk.exchanges.count == 5)
    }

    @Test("One bad answer is got over", arguments: ["", "<html>", #"{"response":"#])
    func oneBadAnswer(body: String) async throws {
        let stage = Stage { $0.number == 1 ? .text(body, status: 502) : .response(1) }
        #expect(try await stage.outcome(stage.client.call("users.get")).int == 1)
    }

    @Test(
        "An error of the OAuth host is no answer of the API, and is not asked for again",
        arguments: Fixture.names(in: "errors").filter { $0.hasPrefix("oauth") })
    func oauth(name: String) async throws {
        let body = try Fixture.bytes("errors/\(name).json")
        let stage = Stage { _ in HTTPResponse(status: 401, body: body) }
        let error = try #require(try await stage.failure(stage.client.call("users.get")))
        #expect(error.failure == .refused)
        #expect(error.message.contains("OAuth"))
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("An error in the words of a server on the way is got over", arguments: ["Bad Gateway", "unavailable"])
    func otherServer(word: String) async throws {
        let stage = Stage { $0.number == 1 ? .text("{\"error\":\"\(word)\"}", status: 502) : .response(1) }
        #expect(try await stage.outcome(stage.client.call("users.get")).int == 1)
    }

    @Test(
        "An answer of another shape than the method's is an error that names the method",
        arguments: [#""text""#, "5", "true"])
    func shape(value: String) async throws {
        let stage = Stage { _ in .text("{\"response\":\(value)}") }
        let error = try #require(try await stage.failure(stage.client.groups.getLongPollServer(groupID: 1)))
        #expect(error.failure == .server)
        #expect(error.method == "groups.getLongPollServer")
        #expect(error.mayHaveBeenPerformed)
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("null and an empty list in place of an object read as an absent one", arguments: ["null", "[]", "{}"])
    func absent(value: String) async throws {
        let stage = Stage { _ in .text("{\"response\":\(value)}") }
        #expect(try await stage.outcome(stage.client.utils.resolveScreenName("nobody")).objectID == nil)
        #expect(try await stage.outcome(stage.client.users.get(userIDs: ["nobody"]))[0].exists == false)
    }

    @Test("Typed methods read their samples")
    func typed() async throws {
        let stage = Stage { exchange in HTTPResponse(status: 200, body: try Fixture.bytes("responses/\(exchange.name).json")) }
        #expect(try await stage.outcome(stage.client.groups.getByID()).groups[0].id == 198_765_432)
        #expect(try await stage.outcome(stage.client.groups.getTokenPermissions()).names.contains("messages"))
        #expect(try await stage.outcome(stage.client.users.get(userIDs: ["1"]))[0].id > 0)
        #expect(try await stage.outcome(stage.client.utils.getServerTime()) > 1_700_000_000)
        #expect(try await stage.outcome(stage.client.utils.resolveScreenName("x")).type == "group")
        #expect(try await stage.outcome(stage.client.messages.sendMessageEventAnswer(eventID: "a", userID: 1, peerID: 1)))
    }
}
