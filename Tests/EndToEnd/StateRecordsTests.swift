// Govorun: `govorun state` and the records of plugins. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import Testing

extension StateTests {
    private struct Order: Codable {
        var number: Int
        var item = "tea"
    }

    /// The site of the other tests, with records of three plugins of two bots, and what two plugins have planned.
    private func siteWithRecords() async throws -> Site {
        let site = try await Site()
        try await site.withStorage { storage in
            for (collection, count) in [("7/shop/Order", 250), ("7/form/Answer", 1), ("7/shopping/Order", 1), ("8/shop/Order", 2)] {
                let orders = try await Records<Order>(collection, indexes: [.unique("number"), "item"], in: storage)
                try await storage.commit(Commit((1...count).map { try orders.inserting(Order(number: $0), id: "id-\($0)") }))
            }
            let jobs = [
                "job/shop/Note/1", "timer/shop/Daily", "retry/job shop Note 1 0", "job/form/Note/1", "job/shopping/Note/1",
            ]
            try await storage.commit(
                Commit(
                    jobs.map { .schedule(JobKey("errands/7", $0), due: UnixTime(milliseconds: 0)) } + [
                        .set(StorageKey("state/7/shop/scenes", "conversation 1 person 1"), Array("{}".utf8)),
                        .set(StorageKey("state/7/form", "answers"), Array("{}".utf8)),
                    ]))
        }
        return site
    }

    private func namespaces(_ site: Site) async throws -> [[Substring]] {
        try await site.run("list").output.drop { !$0.isEmpty }.dropFirst(2).map { $0.split(separator: " ") }
    }

    @Test("list counts the records of each collection among the namespaces")
    func listedRecords() async throws {
        let all = try await namespaces(siteWithRecords())
        #expect(
            all.filter { $0[0].hasPrefix("records/") } == [
                ["records/7/form/Answer", "1"], ["records/7/shop/Order", "250"], ["records/7/shopping/Order", "1"],
                ["records/8/shop/Order", "2"],
            ])
        #expect(all.map { $0[0] } == all.map { $0[0] }.sorted())
    }

    @Test("show prints every record of a collection, or one by its id")
    func shownRecords() async throws {
        let site = try await siteWithRecords()
        let all = try await site.run("show", "records/7/shop/Order")
        #expect(all.status == 0 && Set(all.output).count == 250)
        #expect(all.output.first == #"id-1  {"number":1,"item":"tea"}"#)
        #expect(try await site.run("show", "records/7/shop/Order", "id-17").output == [#"{"number":17,"item":"tea"}"#])
        #expect(try await site.run("show", "records/7/shop/Order", "id-0").errors == ["error: nothing is stored under that name"])
        #expect(try await site.run("show", "records/7/shop/Card").errors.joined().contains("there is no namespace 'records/7/shop/Card'"))
    }

    @Test("What export writes of records import stores, with their indexes; a record that is none stores nothing")
    func transferredRecords() async throws {
        let (site, other) = (try await siteWithRecords(), try await Site(isFilled: false))
        let lines = try await site.run("export").output
        let file = try other.folder.write("state.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try await other.run("import", file).output == ["\(lines.count - 258) values and 254 records stored"])
        #expect(try await other.run("export").output == lines)
        let schema = try await other.withStorage { try await $0.schema(of: "7/shop/Order") }
        #expect(schema == RecordSchema("7/shop/Order", indexes: ["item", .unique("number")]))

        for (number, line) in [#"{"collection":"7/shop/Order","id":"x","text":"{"}"#, #"{"collection":"7/new/Order"}"#].enumerated() {
            let bad = try other.folder.write("bad.jsonl", #"{"namespace":"new","name":"a","text":"b"}"# + "\n" + line + "\n")
            let refused = try await other.run("import", bad)
            #expect(refused.status == 65 && refused.errors.joined().contains("bad.jsonl:2:"), "line \(number)")
        }
        let twice = #"{"collection":"7/shop/Order","id":"x","text":"{\"number\":1}"}"#
        let taken = try other.folder.write("taken.jsonl", #"{"namespace":"new","name":"a","text":"b"}"# + "\n" + twice + "\n")
        #expect(try await other.run("import", taken).status == 65)
        #expect(try await other.run("show", "new").status == 65)
    }

    @Test("forget removes a bot's records with the rest, and none of another bot")
    func forgottenRecords() async throws {
        let site = try await siteWithRecords()
        #expect(
            try await site.run("forget", "tea-shop").output == [
                "forgotten of tea-shop: 2 waiting updates, 8 values, 252 records, 5 planned jobs"
            ])
        let left = try await namespaces(site).map { $0[0] }
        #expect(left == ["records/8/shop/Order", "state/8/shop"])
    }

    @Test("forget with a plugin removes its state, records and planned jobs, and leaves the bot's other plugins and its inbox")
    func forgottenPlugin() async throws {
        let site = try await siteWithRecords()
        #expect(
            try await site.run("forget", "tea-shop", "shop").output == [
                "forgotten of shop of tea-shop: 3 values, 250 records, 3 planned jobs"
            ])
        let left = try await namespaces(site).map { $0[0] }
        #expect(!left.contains { $0.hasPrefix("state/7/shop") || $0.hasPrefix("records/7/shop/") })
        #expect(Set(["state/7/form", "records/7/form/Answer", "records/7/shopping/Order", "records/8/shop/Order"]).isSubset(of: left))
        let (updates, jobs) = try await site.withStorage { storage in
            (try await storage.inbox(of: "7").updates, try await storage.jobs(in: "errands/7", NamePage()).map(\.key.name))
        }
        #expect(updates == 2 && jobs == ["job/form/Note/1", "job/shopping/Note/1"])
        #expect(try await site.run("set-aside", "tea-shop").output.count == 3)

        let again = try await site.run("forget", "tea-shop", "shop")
        #expect(again.status == 65)
        #expect(again.errors == ["error: nothing is stored for 'shop' of tea-shop; there are form, shopping"])
    }
}
