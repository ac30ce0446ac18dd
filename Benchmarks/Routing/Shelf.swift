// Govorun: a plugin of many, for the router to choose from. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Counts what reached a handler.
final class Tally: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// Five commands, a text, a typed press and a press of a key of its own.
struct Shelf: Plugin {
    struct Take: ButtonPayload { var number: Int }

    private let number: Int
    private let tally: Tally
    private let hasPattern: Bool

    init(number: Int, tally: Tally, hasPattern: Bool) { (self.number, self.tally, self.hasPattern) = (number, tally, hasPattern) }
    init(_ setup: PluginSetup<NoOptions>) { self.init(number: 0, tally: Tally(), hasPattern: false) }

    static func name(_ number: Int) -> String { "shelf-\(number)" }

    var handlers: [Handler] {
        for index in 0..<5 { Command("shelf\(number)c\(index)", .int("n")) { [tally] _, _ in tally.add() } }
        Hears("полка номер \(number)") { [tally] _ in tally.add() }
        Pressed(Take.self) { [tally] _, _ in tally.add() }
        Pressed(key: "shelf\(number)", equals: 1) { [tally] _ in tally.add() }
        if hasPattern { Hears(matching: "^вещь \(number)$") { [tally] _, _ in tally.add() } }
    }
}
