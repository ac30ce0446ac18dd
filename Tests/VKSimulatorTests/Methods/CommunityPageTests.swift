// Govorun: methods about a community's page. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Methods of a community's page")
struct CommunityPageTests {
    private static let group = ["group_id": "198765432"]

    @Test("getBanned lists who was blocked, page by page, or one of them")
    func banned() async throws {
        try await Stage.with { stage in
            let people = [stage.olga] + (try (1...2).map { try stage.simulator.addPerson("Гость \($0)") })
            for person in people { try stage.simulator.block(person.id, stage.community.id) }
            let all = try await stage.call("groups.getBanned", Self.group)["response"]
            #expect(all["count"].int == 3 && all["items"].items.map { $0["profile"]["id"].int } == people.map(\.id))
            #expect(all["items"][0]["type"].string == "profile" && all["items"][0]["ban_info"]["end_date"].int == 0)
            let page = Self.group.merging(["offset": "1", "count": "1"]) { $1 }
            #expect(
                try await stage.call("groups.getBanned", page)["response"]["items"].items.map { $0["profile"]["id"].int } == [people[1].id])
            let one = Self.group.merging(["owner_id": "\(people[2].id)"]) { $1 }
            #expect(try await stage.call("groups.getBanned", one)["response"]["items"].count == 1)
            try stage.simulator.block(people[2].id, stage.community.id, isBlocked: false)
            #expect(try await stage.code("groups.getBanned", one) == 104)
        }
    }

    private static func status(_ stage: Stage) async throws -> String? {
        try await stage.call("groups.getOnlineStatus", group)["response"]["status"].string
    }

    @Test("The sign that the community answers is switched on and off")
    func online() async throws {
        try await Stage.with { stage in
            var seen = [try await Self.status(stage)]
            for method in ["groups.enableOnline", "groups.enableOnline", "groups.disableOnline"] {
                #expect(try await stage.call(method, Self.group)["response"].int == 1)
                seen.append(try await Self.status(stage))
            }
            #expect(seen == ["none", "online", "online", "none"])
        }
    }

    @Test("There are no tags")
    func tags() async throws {
        try await Stage.with { stage in
            let answer = try await stage.call("groups.getTagList", Self.group)
            #expect(answer.rawText == #"{"response":[]}"#)
        }
    }

    @Test(
        "Each wants its group_id, and an own one",
        arguments: ["groups.getBanned", "groups.getOnlineStatus", "groups.enableOnline", "groups.disableOnline", "groups.getTagList"])
    func refusals(method: String) async throws {
        try await Stage.with { stage in
            #expect(try await stage.code(method) == 100)
            let other = try stage.simulator.addCommunity(name: "Другое", token: "token-b")
            #expect(try await stage.code(method, ["group_id": "\(other.id)"]) == 15)
            #expect(try await stage.code(method, ["group_id": "5"]) == 125)
        }
    }
}
