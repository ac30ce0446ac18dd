// Govorun: corrections of the schema. SPDX-License-Identifier: MIT
import Testing

@testable import GenerateVKAPI

@Suite("Amendments")
struct AmendmentTests {
    @Test("What is written by hand is left out")
    func byHand() throws {
        let text = try Zoo.text(Amendments(writtenByHand: ["zoo_animal.photo_50"]))
        // The whole animal inherits the field, and keeps it.
        #expect(text.ranges(of: "var photo50:").count == (try Zoo.text()).ranges(of: "var photo50:").count - 1)
    }

    @Test("What VK always sends is no optional")
    func always() throws {
        #expect(try Zoo.text().contains("public var name: String? { json[\"name\"].string }"))
        #expect(try Zoo.text(Amendments(alwaysSent: ["base_keeper.name"])).contains("var name: String { json[\"name\"].string ?? \"\" }"))
    }

    @Test("A key to something is a secret, never an optional")
    func secrets() throws {
        let text = try Zoo.text(Amendments(secrets: ["base_keeper.name"]))
        #expect(text.contains("public var name: Secret { Secret(json[\"name\"].string ?? \"\") }"))
    }

    @Test("A property or parameter is added, or typed anew in its old place")
    func retyped() throws {
        let text = try Zoo.text(
            Amendments(
                properties: ["base_keeper": [Node("boss", reference: "base_keeper"), Node("name", "object")]],
                parameters: ["zoo.close": [Node("at", "integer")], "zoo.feed": [Node("food", "object")]]))
        #expect(text.contains("public var boss: BaseKeeper { BaseKeeper(json[\"boss\"]) }"))
        #expect(text.contains("public var name: JSON { json[\"name\"] }"))
        #expect(text.contains("public func close(at: Int? = nil) -> Request<Bool>"))
        #expect(text.contains("food: JSONValue? = nil"))
    }

    @Test("A definition stands for another one than the schema says")
    func redefined() throws {
        #expect(try Zoo.text(Amendments(redefined: ["zoo_pet": "base_keeper"])).contains("typealias ZooPet = BaseKeeper"))
    }

    @Test("Parameters are led by those that callers think of first")
    func leading() throws {
        let text = try Zoo.text(Amendments(leading: ["zoo.feed": ["animal_id"]]))
        #expect(text.contains("feed(`in`: String, animalID: Int? = nil, food: String? = nil"))
    }

    @Test("An answer's key that names no parameter is explained")
    func answers() throws {
        let choice = Amendments.Choice(suffix: "_whole", required: ["count"], fixed: ["extended": "true"], dropped: ["sort"])
        let text = try Zoo.text(Amendments(answers: ["zoo.get.extendedResponse": choice]))
        #expect(text.contains("public func getWhole("))
        #expect(text.contains("count: Int, zooID: (any VKIdentifier)? = nil, offset: Int? = nil, fields: [ZooFields]? = nil"))
    }

    @Test("Words are added to a list that lacks them, once")
    func words() throws {
        let text = try Zoo.text(Amendments(words: ["zoo_fields": ["age", "name"]]))
        #expect(text.ranges(of: "Self(rawValue: \"age\")").count == 1)
        #expect(text.ranges(of: "Self(rawValue: \"name\")").count == 1)
    }

    @Test(
        "An amendment of what the schema no longer has is refused",
        arguments: [
            Amendments(writtenByHand: ["gone.name"]), Amendments(alwaysSent: ["gone.name"]), Amendments(properties: ["gone": []]),
            Amendments(parameters: ["zoo.gone": []]), Amendments(leading: ["zoo.gone": []]), Amendments(words: ["gone": []]),
            Amendments(redefined: ["gone": "zoo_pet"]),
            Amendments(answers: ["zoo.get.goneResponse": Amendments.Choice()]),
        ])
    func stale(amendments: Amendments) throws {
        #expect(try Zoo.failure { _ = try Zoo.files("merged", amendments) } == .staleAmendment)
    }
}
