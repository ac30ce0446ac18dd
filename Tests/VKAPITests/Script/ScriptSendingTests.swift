// Govorun: scripts on their way, and what comes back. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("A script as a request")
struct ScriptSendingTests {
    private static func script(_ vk: VKClient, _ methods: String...) -> Request<VKScriptAnswer<(JSON, Int)>> {
        vk.script { script in
            let answers = methods.map { script.call(vk.call($0, ["peer_id": 1])) }
            return (answers[0], answers[0].id.as(Int.self))
        }
    }

    @Test("It is one execute, and its answer has the types of what was returned")
    func typed() async throws {
        let stage = Stage { _ in .response([["id": 7], 7]) }
        let answer = try await stage.outcome(Self.script(stage.client, "users.get"))
        #expect(answer.value.0["id"].int == 7 && answer.value.1 == 7 && answer.errors.isEmpty)
        #expect(stage.vk.exchanges.map(\.name) == ["execute"])
    }

    @Test("A script that returns nothing still runs")
    func nothing() async throws {
        let stage = Stage { _ in .response([]) }
        let vk = stage.client
        _ = try await stage.outcome(vk.script { script in script.call(vk.call("messages.setActivity", ["peer_id": 1])) })
        _ = try await stage.outcome(vk.script { script -> Void in script.call(vk.call("messages.setActivity", ["peer_id": 1])) })
        #expect(stage.vk.exchanges.count == 2)
    }

    @Test("What failed inside is told with the method's name; a value that hangs on it is that error")
    func partial() async throws {
        let failure: JSONValue = ["method": "users.get", "error_code": 113, "error_msg": "scripted"]
        let stage = Stage { _ in .text((["response": [false, nil], "execute_errors": [failure]] as JSONValue).serialized) }
        let vk = stage.client
        let error = try await stage.failure(Self.script(vk, "users.get"))
        #expect(error?.code?.rawValue == 113 && error?.method == "users.get")
        let lenient = vk.script { script in
            let users = script.call(vk.users.get(userIDs: ["nobody"]))
            return (users.optional, users[0].id.as(Int.self).optional)
        }
        let answer = try await stage.outcome(lenient)
        #expect(answer.value.0 == nil && answer.value.1 == nil)
        #expect(answer.errors.map(\.method) == ["users.get"] && answer.errors.map(\.code?.rawValue) == [113])
    }

    @Test("A value of another shape is an error of the answer")
    func shape() async throws {
        let stage = Stage { _ in .response([1, "seven"]) }
        #expect(try await stage.failure(Self.script(stage.client, "users.get"))?.failure == .server)
    }

    @Test(
        "A lost answer is asked for again only when no call of it does harm twice",
        arguments: [
            (["users.get", "groups.getById"], 2), (["users.get", "messages.markAsRead"], 2), (["users.get", "messages.send"], 2),
            (["users.get", "wall.createComment"], 1), (["wall.post"], 1),
        ])
    func lost(methods: [String], sent: Int) async throws {
        let stage = Stage { exchange in
            if exchange.number == 1 { throw HTTPError(.timedOut, mayHaveBeenPerformed: true) }
            return .response([["id": 7], 7])
        }
        let vk = stage.client
        let script = vk.script { script in for method in methods { script.call(vk.call(method, ["peer_id": 1])) } }
        let error = try await stage.failure(script)
        #expect((error == nil) == (sent == 2) && stage.vk.exchanges.count == sent)
        #expect(Set(stage.vk.exchanges.map { $0.fields["code"] }).count == 1)
    }

    @Test("A random_id that VK computes is none to us: such a script is not repeated")
    func computed() async throws {
        let stage = Stage { _ in throw HTTPError(.timedOut, mayHaveBeenPerformed: true) }
        let vk = stage.client
        let script = vk.script { script in
            let time = script.call(vk.call("utils.getServerTime"))
            script.call(vk.messages.send(peerID: 1, message: "hi"), ["random_id": time])
        }
        #expect(try await stage.failure(script)?.mayHaveBeenPerformed == true)
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("Each sending of messages.send has a random_id of its own, the same in every attempt")
    func randomID() async throws {
        let stage = Stage { $0.number == 1 ? .error(10) : .response([1]) }
        let vk = stage.client
        let script = vk.script { script in script.call(vk.messages.send(peerID: 1, message: "hi")) }.map { _ in 0 }
        _ = try await stage.outcome(script)
        _ = try await stage.outcome(script)
        let codes = stage.vk.exchanges.compactMap { $0.fields["code"] }
        #expect(codes.count == 3 && codes[0] == codes[1] && codes[1] != codes[2])
        #expect(codes.allSatisfy { $0.contains(#""random_id":"#) })
    }

    @Test("What the client adds to every call stands in the calls, what belongs to the whole beside the code")
    func completed() async throws {
        let stage = Stage(configure: { $0.parameters = ["group_id": 5, "lang": "en"] }) { _ in .response([[:], 7]) }
        _ = try await stage.outcome(Self.script(stage.client, "users.get"))
        let sent = try #require(stage.vk.exchanges.first)
        #expect(sent.fields["code"]?.contains(#"API.users.get({"peer_id":"1","group_id":"5"})"#) == true)
        #expect(sent.fields["lang"] == "en")
    }

    @Test("It goes with a token that may make all its calls")
    func seat() async throws {
        let vk = ScriptedVK { _ in .response([[:], 7]) }
        let (main, person) = (Secret("token-of-the-test"), Secret("token-of-a-person"))
        let client = VKClient(token: main, userToken: person, transport: vk, time: ManualTime())
        _ = try await Self.script(client, "users.get").send()
        _ = try await Self.script(client, "users.get", "friends.get").send()
        _ = try await Self.script(client, "users.get").as(.user).send()
        #expect(vk.exchanges.map { $0.fields["access_token"] } == ["token-of-the-test", "token-of-a-person", "token-of-a-person"])
    }

    @Test("It chains, takes parameters and settings, and is never packed")
    func request() async throws {
        let stage = Stage { $0.name == "execute" ? .response([["id": 7], 7]) : .response(1) }
        let vk = stage.client
        let chain = Self.script(vk, "users.get").parameter("who", 5).configured { $0.language = "en" }
            .chain { answer in vk.call("messages.setActivity", ["peer_id": answer.value.1]) }
        _ = try await stage.outcome(chain)
        #expect(stage.vk.exchanges[0].fields["who"] == "5" && stage.vk.exchanges[0].fields["lang"] == "en")
        #expect(stage.vk.exchanges[1].fields["peer_id"] == "7")
        let scripts = (0..<5).map { _ in Self.script(vk, "users.get").map { $0.value.1 } }
        #expect(try await stage.outcome(.all(scripts)) == [7, 7, 7, 7, 7])
        #expect(stage.vk.exchanges.count == 7)
    }
}
