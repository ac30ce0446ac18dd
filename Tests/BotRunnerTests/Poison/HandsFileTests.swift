// Govorun: the file of the events in hand, within one process. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import Testing

@testable import BotRunner

@Suite("The file of the events in hand")
struct HandsFileTests {
    /// A process that dies with these events in hand, as far as the file can tell: it is let go of, not closed.
    private static func die(_ path: String, holding positions: ClosedRange<Int64>) throws {
        let file = try reopened(path).file
        for position in positions { file.take(source: "7", position: position)?.runs(plugin: "shop", handler: "buy \(position)") }
    }

    @Test("A new file, and one closed in order, has no suspects")
    func clean() async throws {
        try await withFolder { folder in
            let path = folder + "/bots.db.hands"
            let first = try reopened(path)
            #expect(first.lastEnd == .unknown && first.suspects.isEmpty && first.warning == nil)
            _ = first.file.take(source: "7", position: 1)
            first.file.closeCleanly()
            let second = try reopened(path)
            #expect(second.lastEnd == .clean && second.suspects.isEmpty && second.warning == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("What was in hand at a death is named with the code that ran, in the order of positions; what was released is not")
    func suspects() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            do {
                let file = try reopened(path).file
                let hands = [9, 3, 5].map { file.take(source: "7", position: $0) }
                hands[0]?.runs(plugin: "shop", handler: "buy")
                hands[0]?.runs(plugin: "echo", handler: "Hears")
                file.release(try #require(hands[1]))
            }
            let opened = try reopened(path)
            let silent = Deaths(silents: 1)
            #expect(
                opened.suspects == [
                    Suspect(source: "7", position: 5, code: nil, deaths: silent, verdict: .runsAsUsual),
                    Suspect(
                        source: "7", position: 9, code: RunningCode(plugin: "echo", handler: "Hears"), deaths: silent,
                        verdict: .runsAsUsual),
                ])
        }
    }

    @Test("A suspect is remembered through releases, waiting and clean ends, counts only when in hand, and is forgotten once settled")
    func remembering() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            try Self.die(path, holding: 1...2)
            try Self.die(path, holding: 2...2)
            let third = try reopened(path)
            #expect(third.suspects.map(\.deaths.silents) == [1, 2])
            third.file.release(try #require(third.file.take(source: "7", position: 2)))
            third.file.closeCleanly()
            let fourth = try reopened(path)
            #expect(fourth.suspects.map(\.deaths.silents) == [1, 2])
            let hand = try #require(fourth.file.take(source: "7", position: 2))
            fourth.file.settle(source: "7", position: 2)
            fourth.file.release(hand)
            fourth.file.settle(source: "7", position: 99)
            #expect(try reopened(path).suspects.map(\.position) == [1])
        }
    }

    @Test("Another build lets what was condemned run again, alone")
    func builds() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            for _ in 1...100 { try Self.die(path, holding: 1...1) }
            #expect(try reopened(path).suspects.map(\.verdict) == [.isSetAside])
            #expect(try reopened(path, build: "the next").suspects.map(\.verdict) == [.runsAlone])
        }
    }

    @Test("A file of another layout, cut short or of garbage is begun anew with a warning", arguments: Damage.allCases)
    func damage(damage: Damage) async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            try Self.die(path, holding: 1...3)
            try damage.apply(to: path)
            let opened = try reopened(path)
            #expect(opened.suspects.isEmpty)
            #expect((opened.warning != nil) == (damage != .emptied))
            let hand = try #require(opened.file.take(source: "7", position: 4))
            hand.runs(plugin: "shop", handler: "buy")
            #expect(try reopened(path).suspects.map(\.position) == [4])
        }
    }

    enum Damage: CaseIterable {
        case emptied, cut, longer, garbage, otherLayout

        func apply(to path: String) throws {
            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            switch self {
            case .emptied: data = Data()
            case .cut: data = data.prefix(5_000)
            case .longer: data += [0]
            case .garbage: data = Data((0..<data.count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
            case .otherLayout: data[0] = 2
            }
            try data.write(to: URL(fileURLWithPath: path))
        }
    }

    @Test("Slots of garbage behind a sound header are no suspects, or suspects that can be read; never a crash")
    func garbageInSlots() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            try Self.die(path, holding: 1...3)
            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            var random = SystemRandomNumberGenerator()
            for index in HandSlots.headerSize..<data.count { data[index] = UInt8.random(in: .min ... .max, using: &random) }
            try data.write(to: URL(fileURLWithPath: path))
            let opened = try reopened(path)
            #expect(opened.suspects.allSatisfy { $0.source.utf8.count <= HandSlots.sourceCapacity })
            #expect(opened.file.take(source: "7", position: 1) != nil)
        }
    }

    @Test("When all slots are taken an event is not named, and the next release makes room")
    func full() async throws {
        try await withFolder { folder in
            let file = try reopened(folder + "/hands").file
            let hands = (0..<Int64(HandSlots.count)).compactMap { file.take(source: "7", position: $0) }
            #expect(hands.count == HandSlots.count)
            #expect(file.take(source: "7", position: -1) == nil)
            file.release(hands[17])
            #expect(file.take(source: "7", position: -1) != nil)
            #expect(file.take(source: "7", position: -2) == nil)
        }
    }

    @Test("A hand that is over changes nothing, whoever has its slot now")
    func stale() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            do {
                let file = try reopened(path).file
                let old = try #require(file.take(source: "7", position: 1))
                file.release(old)
                let new = try #require(file.take(source: "7", position: 2))
                new.runs(plugin: "shop", handler: "buy")
                old.runs(plugin: "echo", handler: "Hears")
                file.release(old)
            }
            #expect(try reopened(path).suspects.map(\.code?.plugin) == ["shop"])
        }
    }

    @Test("Names that are too long are cut between characters; a source that is too long is not named")
    func names() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            do {
                let file = try reopened(path).file
                #expect(file.take(source: String(repeating: "7", count: 41), position: 1) == nil)
                let hand = file.take(source: String(repeating: "7", count: 40), position: .max)
                hand?.runs(plugin: "x" + String(repeating: "ж", count: 99), handler: String(repeating: "🍏", count: 99))
            }
            let suspect = try #require(try reopened(path).suspects.first)
            #expect(suspect.source.count == 40 && suspect.position == .max)
            #expect(
                suspect.code == RunningCode(plugin: "x" + String(repeating: "ж", count: 27), handler: String(repeating: "🍏", count: 18)))
        }
    }

    @Test("After the end in order nothing is named any more")
    func closed() async throws {
        try await withFolder { folder in
            let file = try reopened(folder + "/hands").file
            let hand = try #require(file.take(source: "7", position: 1))
            file.closeCleanly()
            file.closeCleanly()
            hand.runs(plugin: "shop", handler: "buy")
            file.release(hand)
            #expect(file.take(source: "7", position: 2) == nil)
        }
    }

    @Test("Where there can be no file the error names it", arguments: ["", "/missing/hands", "/dev/null"])
    func refused(place: String) async throws {
        try await withFolder { folder in
            let path = place == "/dev/null" ? place : folder + place
            let error = #expect(throws: StorageError.self) { try reopened(path) }
            #expect(error?.code == .cannotOpen)
            #expect(error?.context.path == path)
        }
    }
}
