// Govorun: scripts as they are written. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("A script as code")
struct ScriptWritingTests {
    private static let client = Stage { _ in .response([]) }.client

    /// The code of a script that returns one value.
    private static func code<Part: VKResponse>(_ body: (VKScript) -> VKScript.Value<Part>) throws -> String {
        let script = VKScript()
        let result = body(script)
        return try ScriptWriter.code(script.plan().get().statements, returning: [result.expression])
    }

    /// One value as code, of a call without parameters.
    private static func value<Part: VKResponse>(_ body: (VKScript, VKScript.Value<JSON>) -> VKScript.Value<Part>) throws -> String {
        let code = try code { script in body(script, script.call(client.call("a.b"))) }
        return String(code.dropFirst("var a1=API.a.b({});return [".count).dropLast("];".count))
    }

    @Test("A later call takes a field of an earlier answer, which replaces its own parameter")
    func chain() throws {
        let vk = Self.client
        let code = try Self.code { script in
            let users = script.call(vk.users.get(userIDs: ["durov"]))
            script.call(vk.call("messages.send", ["peer_id": 1, "random_id": 7]), ["peer_id": users[0].id])
            return users[0].firstName
        }
        #expect(
            code == #"var a1=API.users.get({"user_ids":"durov"});var a2=API.messages.send({"random_id":"7","peer_id":a1[0].id});"#
                + "return [a1[0].first_name];")
    }

    @Test("Members are VK's, under its names or Swift's")
    func members() throws {
        #expect(try Self.value { $1.userID } == "a1.user_id")
        #expect(try Self.value { $1.user_id } == "a1.user_id")
        #expect(try Self.value { $1["photo_100"] } == "a1.photo_100")
        #expect(try Self.value { $1["a\"b"]["7"][""] } == #"a1["a\"b"]["7"][""]"#)
        #expect(try Self.value { $1["return"] } == #"a1["return"]"#)
        #expect(try Self.value { $1[$1.position] } == "a1[a1.position]")
        #expect(try Self.value { $1.items.all("id", as: Int.self) } == "a1.items@.id")
        #expect(try Self.value { $1.items.length } == "a1.items.length")
    }

    @Test("Answers know their types")
    func types() {
        let script = VKScript()
        let vk = Self.client
        let users: VKScript.Value<VKList<UsersUserFull>> = script.call(vk.call("users.get").typed())
        let user: VKScript.Value<UsersUserFull> = users[0]
        let members: VKScript.Value<GroupsGetMembersResponse> = script.call(vk.groups.getMembers(groupID: 1))
        let id: VKScript.Value<Int> = members.items[0]
        let name: VKScript.Value<String> = user.firstName.as(String.self)
        let maybe: VKScript.Value<String?> = name.optional
        _ = (id, maybe)
    }

    @Test("Operators are VK's, and every operation stands in parentheses")
    func operators() throws {
        #expect(try Self.value { $1.x + 1 } == "(a1.x+1)")
        #expect(try Self.value { ($1.x - 2) * -3 / $1.y % 4 } == "((((a1.x-2)*(-3))/a1.y)%4)")
        #expect(try Self.value { "Hi, " + $1.name } == #"(""+"Hi, "+a1.name)"#)
        #expect(try Self.value { $1.name + "!" } == #"(""+a1.name+"!")"#)
        #expect(try Self.value { $1.x > 0 && !($1.y == "z") || $1.z != true } == #"(((a1.x>0)&&(!(a1.y=="z")))||(a1.z!=true))"#)
        #expect(try Self.value { ($1.x < 1) && ($1.x <= 1) && ($1.x >= 1) } == "(((a1.x<1)&&(a1.x<=1))&&(a1.x>=1))")
        #expect(try Self.value { $0.text("a\($1.x)b\(7)\(true)") } == #"(""+"a"+a1.x+"b"+7+true)"#)
        #expect(try Self.value { $0.list([$1.x, 1, "s"]) } == #"[a1.x,1,"s"]"#)
        #expect(try Self.value { $0.object(["k\"": $1.x, "n": false]) } == #"{"k\"":a1.x,"n":false}"#)
    }

    @Test("What a branch sets is there behind it, and is set in one place only")
    func branches() throws {
        let vk = Self.client
        let code = try Self.code { script in
            let members = script.call(vk.call("a.a"))
            script.if(members.count > 0) {
                script.call(vk.call("b.b"))
                script.if(members.x) { script.call(vk.call("c.c")) }
            } else: {
                script.call(vk.call("d.d"))
            }
            return script.value(if: members.y) {
                script.call(vk.call("e.e"))
            } else: {
                members.z
            }
        }
        #expect(
            code == "var a1=API.a.a({});var a2=null;var a3=null;var a4=null;"
                + "if((a1.count>0)){a2=API.b.b({});if(a1.x){a3=API.c.c({});}}else{a4=API.d.d({});}"
                + "var a5=null;var a6=null;if(a1.y){a6=API.e.e({});a5=a6;}else{a5=a1.z;}return [a5];")
    }

    @Test("More than 25 calls are refused unsent; of two branches the longer counts")
    func budget() async throws {
        func make(_ count: Int, _ otherwise: Int) -> Request<VKScriptAnswer<()>> {
            Self.client.script { script in
                for _ in 0..<15 { script.call(Self.client.call("users.get")) }
                script.if(true) {
                    for _ in 0..<count { script.call(Self.client.call("users.get")) }
                } else: {
                    for _ in 0..<otherwise { script.call(Self.client.call("users.get")) }
                }
            }
        }
        _ = try await make(10, 10).send()
        for request in [make(11, 0), make(0, 11)] {
            await #expect {
                try await request.send()
            } throws: {
                ($0 as? VKError)?.failure == .badRequest && "\($0)".contains("26 calls")
            }
        }
    }

    @Test(
        "What VK does not make inside, and what is no single call, is refused unsent",
        arguments: [
            client.call("execute"), client.call("execute.mine"), client.call("photos.saveMessagesPhoto"), client.call("docs.save"),
            client.call("messages.setChatPhoto"), client.call("users.get({});API.account.ban"), client.call("users"), client.call(""),
            client.call("users.get", ["access_token": "token-of-the-test"]), client.call("users.get", ["captcha_key": "z"]),
            client.call("users.get").map { $0 }, client.call("users.get").chain { _ in client.call("users.get") },
        ])
    func refused(request: Request<JSON>) async throws {
        let script = Self.client.script { script in script.call(request) }
        await #expect {
            try await script.send()
        } throws: {
            ($0 as? VKError)?.failure == .badRequest
        }
    }

    @Test("A value put into a plain text is refused, with what to write instead; so is a list of what is no word")
    func misuse() async throws {
        let vk = Self.client
        let text = vk.script { script in
            let users = script.call(vk.users.get(userIDs: ["1"]))
            script.call(vk.messages.send(peerID: 1, message: "Hi, \(users[0].firstName)!"))
        }
        await #expect {
            try await text.send()
        } throws: {
            "\($0)".contains("script.text")
        }
        let list = vk.script { script in script.call(vk.call("a.b")).all("id;API.x.y()") }
        await #expect {
            try await list.send()
        } throws: {
            ($0 as? VKError)?.failure == .badRequest
        }
    }
}

extension Request where Response == JSON {
    /// The same call with a typed answer.
    fileprivate func typed<Other: VKResponse>() -> Request<Other> { client.request(call.method, call.parameters) }
}
