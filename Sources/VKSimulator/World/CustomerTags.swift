// Govorun: what a community notes about the people who write to it. SPDX-License-Identifier: MIT
import TapeJSON

/// Tags of conversations, and notes on people: a community's own, seen by nobody else.
struct CustomerTags: Sendable {
    struct Tag: Sendable {
        let id: Int
        var name: String
        let color: String
        /// The people it is bound to.
        var people: Set<Int> = []

        /// `groups_group_tag`.
        var json: JSONValue {
            ["id": JSONValue(id), "name": JSONValue(name), "color": JSONValue(color), "uses": JSONValue(people.count)]
        }
    }

    /// The colours VK has (source: VK's JSON schema 5.199, `groups.tagAdd`); the first is the one of a tag that names none.
    static let colors = [
        "454647", "45678f", "4bb34b", "5181b8", "539b9c", "5c9ce6", "63b9ba", "6bc76b", "76787a", "792ec0", "7a6c4f", "7ececf", "9e8d6b",
        "a162de", "aaaeb3", "bbaa84", "e64646", "ff5c5c", "ffa000", "ffc107",
    ]

    /// In the order they were made.
    var tags: [Tag] = []
    var notes: [Int: String] = [:]
    private var lastID = 0

    mutating func add(_ name: String, _ color: String) {
        lastID += 1
        tags.append(Tag(id: lastID, name: name, color: color))
    }

    func index(of id: Int) -> Int? { tags.firstIndex { $0.id == id } }
}
