// Govorun: what holds for collections of records in every storage. SPDX-License-Identifier: MIT
import BotStorage
import Testing

@Suite("Records")
struct RecordTests {
    struct Person: Codable, Sendable, Equatable {
        var name: String
        var age: Int?
        var height: Double?
        var isAdmin = false
        var home = Home(city: nil)

        struct Home: Codable, Sendable, Equatable { var city: String? }
    }

    private let indexes: [RecordIndex] = [.unique("name"), "age", "height", "isAdmin", "home.city"]

    /// Lends a collection of some people with the ids 1 to 6.
    private func withPeople(_ kind: Kind, _ body: (Records<Person>, any Storage) async throws -> Void) async throws {
        try await kind.withStorage { storage, _ in
            let people = try await Records("people", of: Person.self, indexes: indexes, in: storage)
            let all = [
                Person(name: "Anna", age: 30, height: 1.7, isAdmin: true, home: .init(city: "Omsk")),
                Person(name: "Boris", age: 25, height: 2, home: .init(city: "Orsk")), Person(name: "Clara", age: 30, height: 1.5),
                Person(name: "Dora", age: nil, height: 1.75, home: .init(city: "Moscow")),
                Person(name: "Égor", age: -1, home: .init(city: "Om")),
                Person(name: "", age: 4_000_000_000, height: -0.5, isAdmin: true, home: .init(city: "")),
            ]
            for (number, person) in all.enumerated() { try await people.insert(person, id: "\(number + 1)") }
            try await body(people, storage)
        }
    }

    @Test("What was inserted is found by its id, changed and deleted", arguments: Kind.allCases)
    func life(kind: Kind) async throws {
        try await withPeople(kind) { people, _ in
            var anna = try #require(try await people["1"])
            #expect(anna.home.city == "Omsk")
            anna.age = 31
            try await people.update(anna, id: "1")
            let entry = try #require(try await people.entry("1"))
            #expect((entry.value, entry.revision, entry.id) == (anna, 2, "1"))
            #expect(try await people.delete("1"))
            #expect(try await !people.delete("1"))
            #expect(try await people["1"] == nil)
            #expect(try await people.count() == 5)
        }
    }

    @Test("Insert refuses what exists, update what does not, put takes both", arguments: Kind.allCases)
    func refusals(kind: Kind) async throws {
        try await withPeople(kind) { people, _ in
            let error = await expectError(.alreadyExists) { try await people.insert(Person(name: "new"), id: "1") }
            #expect((error?.context.collection, error?.context.subject) == ("people", "1"))
            await expectError(.notFound) { try await people.update(Person(name: "new"), id: "7") }
            try await people.put(Person(name: "new"), id: "7")
            try await people.put(Person(name: "newer"), id: "7")
            let entry = try await people.entry("7")
            #expect(entry?.revision == 2 && entry?.value.name == "newer")
        }
    }

    @Test("Ids that are made are new, and later ones are higher", arguments: Kind.allCases)
    func ids(kind: Kind) async throws {
        try await kind.withStorage { storage, clock in
            let people = try await Records("people", of: Person.self, in: storage)
            var ids: [String] = []
            for _ in 0..<20 {
                ids.append(try await people.insert(Person(name: "same")))
                clock.advance(by: .milliseconds(1))
            }
            #expect(Set(ids).count == 20 && ids.sorted() == ids && ids.allSatisfy { $0.utf8.count == 32 })
            #expect(try await people.find().entries.map(\.id) == ids)
        }
    }

    @Test("An update for a revision that has passed is refused", arguments: Kind.allCases)
    func revision(kind: Kind) async throws {
        try await withPeople(kind) { people, _ in
            let anna = try #require(try await people["1"])
            try await people.update(anna, id: "1", ifRevision: 1)
            await expectError(.preconditionFailed) { try await people.update(anna, id: "1", ifRevision: 1) }
            await expectError(.preconditionFailed) { try await people.update(anna, id: "9", ifRevision: 1) }
        }
    }

    @Test("Many who modify a record at once lose nothing", arguments: Kind.allCases)
    func modify(kind: Kind) async throws {
        try await withPeople(kind) { people, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await people.modify("1") { $0.age = ($0.age ?? 0) + 1 } } }
                try await group.waitForAll()
            }
            #expect(try await people["1"]?.age == 38)
            await expectError(.notFound) { try await people.modify("9") { _ in } }
        }
    }

    @Test("A unique index refuses a second record with its value, and names itself", arguments: Kind.allCases)
    func unique(kind: Kind) async throws {
        try await withPeople(kind) { people, storage in
            let error = await expectError(.uniqueViolation) { try await people.insert(Person(name: "Anna")) }
            #expect((error?.context.collection, error?.context.index) == ("people", "name"))
            #expect(error?.description.contains("'people'") == true && error?.description.contains("'name'") == true)
            await expectError(.uniqueViolation) { try await people.put(Person(name: "Boris"), id: "1") }
            #expect(try await people["1"]?.name == "Anna")
            try await people.update(Person(name: "Anna", age: 1), id: "1")
            try await people.update(Person(name: "Anya"), id: "1")
            try await people.insert(Person(name: "Anna"), id: "free again")
            try await people.delete("free again")
            try await people.insert(Person(name: "Anna"), id: "and again")
            try await storage.commit([
                try people.updating(Person(name: "swap"), id: "1"), try people.updating(Person(name: "Anya"), id: "2"),
            ])
            #expect(try await people["2"]?.name == "Anya")
        }
    }

    @Test("Nothing is never the same as nothing, for a unique index", arguments: Kind.allCases)
    func uniqueNil(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let people = try await Records("people", of: Person.self, indexes: [.unique("age"), .unique("isAdmin")], in: storage)
            try await people.insert(Person(name: "a", isAdmin: true))
            try await people.insert(Person(name: "b", isAdmin: false))
            let error = await expectError(.uniqueViolation) { try await people.insert(Person(name: "c", isAdmin: false)) }
            #expect(error?.context.index == "isAdmin")
        }
    }

    @Test(
        "A filter admits by value, list, range and beginning", arguments: Kind.allCases,
        [
            (.everything, "123456"), (.equal("age", 30), "13"), (.equal("age", nil), "4"), (.equal("height", 2), "2"),
            (.equal("isAdmin", true), "16"), (.equal("name", ""), "6"), (.equal("name", "Égor"), "5"), (.equal("name", "E\u{301}gor"), ""),
            (.equal("home.city", nil), "3"), (.oneOf("age", [25, nil, 99]), "24"), (.oneOf("age", []), ""),
            (.oneOf("name", ["Anna", "Dora"]), "14"),
            (.atLeast("age", 30), "136"), (.moreThan("age", 30), "6"), (.atMost("age", 25), "25"), (.lessThan("age", 25), "5"),
            (.between("height", 1.5, 1.75), "134"), (.between("age", 31, 29), ""), (.atLeast("height", 1), "1234"),
            (.atLeast("name", 1), ""),
            (.atMost("age", "z"), ""), (.between("age", 1, "z"), ""), (.atLeast("age", nil), ""), (.range("age", IndexRange()), "12356"),
            (.atLeast("home.city", "Omsk"), "12"), (.lessThan("home.city", "Omsk"), "456"), (.prefix("home.city", "O"), "125"),
            (.prefix("home.city", "Om"), "15"), (.prefix("home.city", ""), "12456"), (.prefix("name", "É"), "5"), (.prefix("age", ""), ""),
            (.and([]), "123456"), (.or([]), ""), (.and([.equal("age", 30), .equal("isAdmin", false)]), "3"),
            (.or([.equal("age", 25), .and([.prefix("name", "D"), .or([.equal("age", nil)])])]), "24"), (.equal("age", 4_000_000_000), "6"),
            (.and([.everything, .or([.everything])]), "123456"), (.equal("age", 30.0), "13"), (.equal("age", 30.5), ""),
            (.atLeast("age", 29.5), "136"),
        ] as [(RecordFilter, String)])
    func filters(kind: Kind, rule: (filter: RecordFilter, ids: String)) async throws {
        try await withPeople(kind) { people, _ in
            let found = try await people.find(RecordQuery(rule.filter))
            #expect(found.entries.map(\.id).joined() == rule.ids)
            #expect(try await people.count(rule.filter) == rule.ids.count)
        }
    }

    @Test(
        "Records are sorted by an index, then by id", arguments: Kind.allCases,
        [
            (.byID, "123456"), (RecordOrder(isDescending: true), "654321"), (.ascending("age"), "452136"), (.descending("age"), "631254"),
            (.ascending("height"), "563142"), (.ascending("home.city"), "364512"), (.descending("isAdmin"), "615432"),
            (.ascending("name"), "612345"),
        ] as [(RecordOrder, String)])
    func sorting(kind: Kind, rule: (order: RecordOrder, ids: String)) async throws {
        try await withPeople(kind) { people, _ in
            let found = try await people.find(RecordQuery(order: rule.order))
            #expect(found.entries.map(\.id).joined() == rule.ids)
            var (paged, cursor) = ("", RecordCursor?.none)
            repeat {
                let page = try await people.find(RecordQuery(order: rule.order, after: cursor, limit: 1))
                paged += page.entries.map(\.id).joined()
                cursor = page.next
            } while cursor != nil
            #expect(paged == rule.ids)
            let middle = try await people.find(RecordQuery(order: rule.order, offset: 2, limit: 3))
            #expect(middle.entries.map(\.id).joined() == String(rule.ids.dropFirst(2).prefix(3)))
        }
    }

    @Test("A page goes on where the last one ended, whatever was inserted or deleted meanwhile", arguments: Kind.allCases)
    func stablePages(kind: Kind) async throws {
        try await withPeople(kind) { people, _ in
            let first = try await people.find(RecordQuery(order: .ascending("age"), limit: 3))
            #expect(first.entries.map(\.id) == ["4", "5", "2"])
            try await people.delete("2")
            try await people.insert(Person(name: "early", age: -100), id: "0")
            try await people.insert(Person(name: "late", age: 29), id: "9")
            let second = try await people.find(RecordQuery(order: .ascending("age"), after: first.next, limit: 9))
            #expect(second.entries.map(\.id) == ["9", "1", "3", "6"])
            #expect(second.next == nil)
            #expect(try await people.find(RecordQuery(limit: 0)).entries.isEmpty)
            #expect(try await people.find(RecordQuery(offset: 100)).entries.isEmpty)
        }
    }

    @Test("Other indexes are filled from the records that are there", arguments: Kind.allCases)
    func redeclaring(kind: Kind) async throws {
        try await withPeople(kind) { people, storage in
            await expectError(.unknownIndex) { _ = try await people.find(RecordQuery(.equal("home", 1))) }
            let again = try await Records("people", of: Person.self, indexes: ["home.city", "home.zip"], in: storage)
            #expect(
                try await again.find(RecordQuery(.prefix("home.city", "O"), order: .descending("home.city"))).entries.map(\.id) == [
                    "2", "1", "5",
                ])
            await expectError(.unknownIndex) { _ = try await again.count(.equal("age", 30)) }
            await expectError(.unknownIndex) { _ = try await again.find(RecordQuery(order: .ascending("age"))) }
            try await again.insert(Person(name: "Anna"), id: "7")
            #expect(try await again.entry("1")?.revision == 1)
            let error = await expectError(.uniqueViolation) {
                _ = try await Records("people", of: Person.self, indexes: [.unique("name")], in: storage)
            }
            #expect(error?.context.index == "name")
            #expect(try await storage.schema(of: "people") == RecordSchema("people", indexes: ["home.zip", "home.city"]))
            #expect(try await again.count(.prefix("home.city", "O")) == 3)
        }
    }

    @Test("A declaration that cannot be is refused", arguments: Kind.allCases)
    func badDeclarations(kind: Kind) async throws {
        try await kind.withStorage { storage, _ in
            let twice = RecordSchema("c", indexes: ["a", .unique("a")])
            let many = RecordSchema("c", indexes: (0...RecordSchema.mostIndexes).map { RecordIndex("\($0)") })
            for schema in [twice, many] { await expectError(.badQuery) { try await storage.commit([.record(.declare(schema))]) } }
            let schema = try await storage.schema(of: "c")
            #expect(schema == nil)
            for call in [
                { _ = try await storage.record("1", in: "c") }, { _ = try await storage.count(in: "c", .everything) },
                { _ = try await storage.records(in: "c", RecordQuery()) },
                { _ = try await storage.commit([.record(.delete(collection: "c", id: "1"))]) },
            ] as [() async throws -> Void] {
                let error = await expectError(.unknownCollection, call)
                #expect(error?.context.collection == "c")
            }
        }
    }

    @Test("A question that is too large is refused, a large one is answered", arguments: Kind.allCases)
    func size(kind: Kind) async throws {
        try await withPeople(kind) { people, _ in
            let terms = (0..<398).map { RecordFilter.equal("age", .integer($0)) }
            let large = try await people.count(.or(terms))
            #expect(large == 3)
            await expectError(.badQuery) { _ = try await people.count(.or(terms + terms)) }
            #expect(try await people.count(.oneOf("age", (0..<9_999).map { .integer($0) })) == 3)
            await expectError(.badQuery) { _ = try await people.count(.oneOf("age", (0...10_000).map { .integer($0) })) }
            // Alternating, so that nothing can be merged on the way.
            let deep = (0..<16).reduce(RecordFilter.equal("age", 30)) { filter, level in
                level.isMultiple(of: 2) ? .and([.everything, filter]) : .or([.equal("age", 25), filter])
            }
            #expect(try await people.count(deep) == 3)
            await expectError(.badQuery) { _ = try await people.count(.and([deep])) }
        }
    }

    @Test("A record that is no JSON is refused", arguments: Kind.allCases)
    func noJSON(kind: Kind) async throws {
        try await withPeople(kind) { people, storage in
            for body in ["", "{", "nul"] {
                let error = await expectError(.badRecord) {
                    try await storage.commit([.record(.put(collection: "people", id: "1", .init(body)))])
                }
                #expect((error?.context.collection, error?.context.subject) == ("people", "1"))
            }
            #expect(try await people["1"]?.name == "Anna")
            try await storage.commit([.record(.put(collection: "people", id: "1", .init("[1]")))])
            await expectError(.badRecord) { _ = try await people["1"] }
        }
    }

    @Test("Records change together with everything else, or not at all", arguments: Kind.allCases)
    func together(kind: Kind) async throws {
        try await withPeople(kind) { people, storage in
            let key = StorageKey("n", "k")
            let due = storage.now
            let commit: Commit = [
                .set(key, [1]), try people.inserting(Person(name: "new"), id: "7"), people.deleting("1"),
                .schedule(JobKey("q", "j"), due: due),
                .store(InboxBatch(source: "1", cursor: [1], body: [1], updates: 1)),
                .beginCall(CallKey(source: "1", event: "e", ordinal: 0), digest: []),
                try people.inserting(Person(name: "Boris"), id: "8"),
            ]
            let error = await expectError(.uniqueViolation) { try await storage.commit(commit) }
            #expect(error?.context.position == 6)
            #expect(try await storage.value(for: key) == nil)
            #expect(try await people.count() == 6)
            #expect(try await people["1"] != nil)
            #expect(try await storage.job(JobKey("q", "j")) == nil)
            #expect(try await storage.inbox(of: "1") == InboxState(source: "1"))
            #expect(try await storage.calls(of: "e", source: "1").isEmpty)
            let outcomes = try await storage.commit(Commit(commit.writes.dropLast())).outcomes
            #expect(outcomes == [.done, .revision(1), .removed(1), .done, .stored(first: 0), .done])
            #expect(try await people.count() == 6)
        }
    }

    @Test("A collection is dropped whole, and alone", arguments: Kind.allCases)
    func dropping(kind: Kind) async throws {
        try await withPeople(kind) { people, storage in
            let others = try await Records("people2", of: Person.self, in: storage)
            try await others.insert(Person(name: "x"))
            #expect(try await storage.collections(NamePage()) == ["people", "people2"])
            #expect(
                try await storage.commit([.record(.drop(collection: "people")), .record(.drop(collection: "people"))]).outcomes == [
                    .removed(6), .removed(0),
                ])
            await expectError(.unknownCollection) { _ = try await people["1"] }
            #expect(try await others.count() == 1)
            let again = try await Records("people", of: Person.self, indexes: ["age"], in: storage)
            #expect(try await again.count() == 0)
        }
    }
}
