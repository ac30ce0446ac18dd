// Govorun: the methods about callback servers. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Methods of the Callback API")
struct CallbackMethodTests {
    private static let url = "http://127.0.0.1:9/vk"

    @Test("answer in VK's shapes")
    func shapes() async throws {
        try await Stage.with { stage in
            let group = "\(stage.community.id)"
            let code = try await stage.call("groups.getCallbackConfirmationCode", ["group_id": group])
            #expect(differences(code, try fixture("responses/groups.getCallbackConfirmationCode")) == [])
            let added = try await stage.call(
                "groups.addCallbackServer", ["group_id": group, "url": Self.url, "title": "bot", "secret_key": "word-of-the-test"])
            #expect(differences(added, try fixture("responses/groups.addCallbackServer")) == [])
            let servers = try await stage.call("groups.getCallbackServers", ["group_id": group])
            #expect(differences(servers, try fixture("responses/groups.getCallbackServers")) == [])
            let settings = try await stage.call("groups.getCallbackSettings", ["group_id": group, "server_id": "1"])["response"]
            #expect(settings["api_version"].string == "5.199")
            #expect(settings["events"]["message_new"].int == 0)
            #expect(settings["events"]["market_order_new"].int == 0)
        }
    }

    @Test("The code changes when a server is added or changed, and at no other time")
    func code() async throws {
        try await Stage.with { stage in
            let group = "\(stage.community.id)"
            var codes = [try await stage.code(), try await stage.code()]
            #expect(codes[0] == codes[1] && codes[0].count == 8)
            _ = try await stage.call("groups.addCallbackServer", ["group_id": group, "url": Self.url, "title": "bot"])
            codes.append(try await stage.code())
            let change = ["group_id": group, "server_id": "1", "url": Self.url, "title": "bot"]
            #expect(try await stage.code("groups.editCallbackServer", change.map { $0 }) == 0)
            codes.append(try await stage.code())
            #expect(Set(codes).count == 3)
        }
    }

    @Test("Settings change only what is named")
    func settings() async throws {
        try await Stage.with { stage in
            let group = "\(stage.community.id)"
            _ = try await stage.call("groups.addCallbackServer", ["group_id": group, "url": Self.url, "title": "bot"])
            let base = [(key: "group_id", value: group), (key: "server_id", value: "1")]
            for change in [["message_new": "1", "lead_forms_new": "1"], ["message_new": "0", "api_version": "5.131"]] {
                #expect(try await stage.code("groups.setCallbackSettings", base + change.map { $0 }) == 0)
            }
            let settings = try await stage.call("groups.getCallbackSettings", base)["response"]
            #expect(settings["api_version"].string == "5.131")
            #expect(settings["events"].members.filter { $0.value.int == 1 }.map(\.key) == ["lead_forms_new"])
        }
    }

    @Test(
        "refuse with VK's codes",
        arguments: [
            ("groups.addCallbackServer", ["url": url, "title": "bot"], 100, "no group_id"),
            ("groups.addCallbackServer", ["group_id": "198765432", "title": "bot"], 100, "no url"),
            ("groups.addCallbackServer", ["group_id": "198765432", "url": "bots.example", "title": "bot"], 100, "no scheme"),
            ("groups.addCallbackServer", ["group_id": "198765432", "url": "https://", "title": "bot"], 100, "no host"),
            ("groups.addCallbackServer", ["group_id": "198765432", "url": url], 100, "no title"),
            ("groups.addCallbackServer", ["group_id": "198765432", "url": url, "title": "пятнадцать-букв"], 100, "a long title"),
            (
                "groups.addCallbackServer",
                ["group_id": "198765432", "url": url, "title": "bot", "secret_key": String(repeating: "w", count: 51)], 100, "a long secret"
            ),
            ("groups.addCallbackServer", ["group_id": "7", "url": url, "title": "bot"], 125, "no such community"),
            ("groups.editCallbackServer", ["group_id": "198765432", "server_id": "9", "url": url, "title": "bot"], 104, "no such server"),
            ("groups.deleteCallbackServer", ["group_id": "198765432", "server_id": "9"], 104, "no such server"),
            ("groups.deleteCallbackServer", ["group_id": "198765432"], 100, "no server"),
            ("groups.getCallbackSettings", ["group_id": "198765432", "server_id": "9"], 104, "no such server"),
            ("groups.setCallbackSettings", ["group_id": "198765432", "server_id": "9", "message_new": "1"], 104, "no such server"),
            ("groups.setCallbackSettings", ["group_id": "198765432", "server_id": "1", "message_new": "on"], 100, "no switch"),
            ("groups.setCallbackSettings", ["group_id": "198765432", "server_id": "1", "api_version": "6.1"], 100, "no version"),
        ] as [(String, [String: String], Int, String)])
    func refusals(method: String, parameters: [String: String], code: Int, reason: String) async throws {
        try await Stage.with { stage in
            let refusal = try await stage.code(method, parameters.map { $0 })
            #expect(refusal == code, "\(reason)")
        }
    }

    @Test(
        "need the right to manage",
        arguments: [
            "getCallbackConfirmationCode", "getCallbackServers", "addCallbackServer", "editCallbackServer", "deleteCallbackServer",
            "getCallbackSettings", "setCallbackSettings",
        ])
    func right(name: String) async throws {
        try await Stage.with { stage in
            try stage.simulator.addToken("token-of-messages", to: stage.community.id, rights: 4096)
            let refusal = try await stage.code("groups.\(name)", ["group_id": "198765432"], token: "token-of-messages")
            #expect(refusal == 7)
        }
    }

    @Test("A person must be an administrator")
    func person() async throws {
        try await Stage.with { stage in
            let ivan = try stage.simulator.addPerson("Иван", token: "token-of-ivan")
            #expect(try await stage.code("groups.getCallbackServers", ["group_id": "198765432"], token: "token-of-ivan") == 15)
            try stage.simulator.setOfficer(ivan.id, .administrator, of: stage.community.id)
            #expect(try await stage.code("groups.getCallbackServers", ["group_id": "198765432"], token: "token-of-ivan") == 0)
            let fields = ["group_id": "198765432", "url": Self.url, "title": "bot"]
            _ = try await stage.call("groups.addCallbackServer", fields.map { $0 }, token: "token-of-ivan")
            let servers = try await stage.call("groups.getCallbackServers", ["group_id": "198765432"])["response"]["items"]
            #expect(servers[0]["creator_id"].int == ivan.id)
        }
    }

    @Test("Ten servers are all that there may be")
    func limit() async throws {
        try await Stage.with { stage in
            let fields = ["group_id": "198765432", "url": Self.url, "title": "bot"]
            for _ in 0..<10 { #expect(try await stage.code("groups.addCallbackServer", fields.map { $0 }) == 0) }
            #expect(try await stage.code("groups.addCallbackServer", fields.map { $0 }) == 2000)
            #expect(try await stage.code("groups.deleteCallbackServer", ["group_id": "198765432", "server_id": "4"]) == 0)
            #expect(try await stage.call("groups.addCallbackServer", fields.map { $0 })["response"]["server_id"].int == 11)
            let some = try await stage.call("groups.getCallbackServers", ["group_id": "198765432", "server_ids": "4,5,11"])["response"]
            #expect(some["items"].items.map { $0["id"].int } == [5, 11])
        }
    }
}
