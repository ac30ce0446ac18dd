// Govorun: processes that die with events in hand. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import BotRunner

@Suite("A process that dies with events in hand")
struct DeathTests {
    @Test(
        "A trap or an exit out of turn counts as one, whatever its thread; the process ends as it would have ended",
        arguments: [
            ("fatalError", LastEnd.signal(Int(SIGILL)), Outcome.signal(SIGILL)), ("cast", .signal(Int(SIGABRT)), .signal(SIGABRT)),
            ("abort", .signal(Int(SIGABRT)), .signal(SIGABRT)), ("null pointer", .signal(Int(SIGSEGV)), .signal(SIGSEGV)),
            ("division", .signal(Int(SIGILL)), .signal(SIGILL)), ("stack overflow", .signal(Int(SIGSEGV)), .signal(SIGSEGV)),
            ("trap on a masked thread", .signal(Int(SIGILL)), .signal(SIGILL)), ("exit", .exited, .exit(0)),
            ("quick_exit", .exited, .exit(3)),
        ])
    func trap(death: String, end: LastEnd, outcome: Outcome) async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            #expect(try await Trial(path, death).outcome() == outcome)
            let opened = try reopened(path)
            #expect(opened.lastEnd == end)
            #expect(opened.suspects.map(\.deaths) == [Deaths(traps: 1), Deaths(traps: 1)])
            #expect(
                opened.suspects.map(\.code) == [
                    RunningCode(plugin: "echo", handler: "Hears"), RunningCode(plugin: "shop", handler: "Command buy"),
                ])
        }
    }

    @Test(
        "A death without a mark counts as silent, also when a process it started has ended before",
        arguments: [("SIGKILL", Outcome.signal(SIGKILL)), ("child exits", .signal(SIGKILL)), ("_exit", .exit(0))])
    func silent(death: String, outcome: Outcome) async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            #expect(try await Trial(path, death).outcome() == outcome)
            let opened = try reopened(path)
            #expect(opened.lastEnd == .silent)
            #expect(opened.suspects.map(\.deaths) == [Deaths(silents: 1), Deaths(silents: 1)])
        }
    }

    @Test("An end in order makes no suspects of what was in hand")
    func clean() async throws {
        try await withFolder { folder in
            #expect(try await Trial(folder + "/hands", "closed").outcome() == .exit(0))
            let opened = try reopened(folder + "/hands")
            #expect(opened.lastEnd == .clean && opened.suspects.isEmpty)
        }
    }

    @Test("Three traps set an event aside")
    func threeTimes() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            for _ in 1...3 {
                let outcome = try await Trial(path, "fatalError").outcome()
                #expect(outcome == .signal(SIGILL))
            }
            #expect(try reopened(path).suspects.map(\.verdict) == [.isSetAside, .isSetAside])
        }
    }

    @Test("Swift's own report of a crash is still made")
    func backtrace() async throws {
        try await withFolder { folder in
            let trial = try Trial(folder + "/hands", "fatalError", backtrace: "enable=yes,color=no,timeout=60s")
            let (outcome, complaint) = try await trial.ended()
            #expect(outcome == .signal(SIGILL))
            #expect(complaint.contains("crashed"), "\(complaint)")
            #expect(try reopened(folder + "/hands").lastEnd == .signal(Int(SIGILL)))
        }
    }

    @Test("A trap tells what the thread was at, once")
    func doing() async throws {
        try await withFolder { folder in
            let (outcome, complaint) = try await Trial(folder + "/hands", "making a plugin").ended()
            #expect(outcome == .signal(SIGILL))
            let lines = complaint.split(separator: "\n").filter { $0.hasPrefix("govorun:") }
            #expect(lines == ["govorun: the process ended while making plugin 'shop' of bot 'tea' (bots.yaml:12)"], "\(complaint)")
            #expect(try await !Trial(folder + "/other", "fatalError").ended().complaint.contains("govorun:"))
        }
    }

    @Test("A hundred kills at any moment, with two hundred events in hand, set nothing aside as long as events are finished")
    func killedOften() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            var next: Int64 = 1
            for round in 1...100 {
                let trial = try Trial(path, "work", "\(next)")
                // Two events a life at least: each is in hand at a hundred deaths unless suspects run alone.
                let said = try await trial.worked(atLeast: Int.random(in: 2...4), atMost: 6)
                next = try #require(said.last) + 1
                let opened = try reopened(path)
                #expect(opened.lastEnd == .silent)
                #expect(opened.suspects.allSatisfy { $0.verdict != .isSetAside }, "in round \(round)")
                // As a runner does with what its inbox no longer has.
                for suspect in opened.suspects where suspect.position < next { opened.file.settle(source: "7", position: suspect.position) }
                opened.file.closeCleanly()
            }
        }
    }
}

/// How a process ended.
enum Outcome: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
}

/// The program beside the test runner that takes events in hand and dies.
private final class Trial {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let complaints = Pipe()

    init(_ arguments: String..., backtrace: String = "enable=no") throws {
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = products.appendingPathComponent("PoisonTrial")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "PoisonTrial is not built beside the tests")
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": backtrace]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
    }

    /// What became of it by itself.
    func outcome() async throws -> Outcome { try await ended().outcome }

    /// What became of it by itself, and what it wrote to standard error.
    func ended() async throws -> (outcome: Outcome, complaint: String) {
        try await onThread { [self] in
            let complaint = String(decoding: try complaints.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            let status = process.terminationStatus
            return (process.terminationReason == .exit ? .exit(status) : .signal(status), complaint)
        }
    }

    /// Has it finish some events, kills it, and returns the positions it said.
    func worked(atLeast least: Int, atMost most: Int) async throws -> [Int64] {
        try await onThread { [self] in
            try input.fileHandleForWriting.write(contentsOf: Data(repeating: 0, count: most))
            var text: [UInt8] = []
            while text.count(where: { $0 == UInt8(ascii: "\n") }) < least {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { break }
                text += data
            }
            kill(process.processIdentifier, SIGKILL)
            text += try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            return lines.compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
        }
    }

    private func onThread<Value: Sendable>(_ body: @escaping () throws -> Value) async throws -> Value {
        nonisolated(unsafe) let body = body  // Proof: run once, by the thread below, while the caller waits.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
