// Govorun: conversations in files. SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import BotTesting

@Suite("A golden file")
struct GoldenTests {
    @Test("holds the conversation of a test")
    func golden() async throws {
        let bot = try await TestBot(KioskPlugin.self)
        let alice = bot.person("Алиса")
        await alice.says("/menu")
        try await alice.presses("Чай")
        bot.expectGolden("kiosk")
    }

    @Test("that differs is shown line by line, and is written anew on demand")
    func differs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "govorun-golden-\(UUID().uuidString)")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = GoldenFile("talk", beside: folder.appending(path: "Tests.swift").path)
        #expect(try file.problem(with: "a\n")?.contains("GOVORUN_RECORD=1") == true)
        file.expect("a\nb\nc\n", isRecording: true, at: TestPlace(#fileID, #filePath, #line, #column))
        #expect(try file.problem(with: "a\nb\nc\n") == nil)
        #expect(try file.problem(with: "a\nB\nc\nd\n")?.hasSuffix("\n  a\n- b\n+ B\n  c\n+ d\n  ") == true)
        withKnownIssue { file.expect("x\n", isRecording: false, at: TestPlace(#fileID, #filePath, #line, #column)) }
    }

    @Test(
        "names every line that is missing or new",
        arguments: [
            ("", "", "  "), ("a", "a", "  a"), ("a\nb", "b", "- a\n  b"), ("a", "a\nb", "  a\n+ b"), ("a\nb\nc", "x", "- a\n- b\n- c\n+ x"),
        ])
    func lines(old: String, new: String, difference: String) {
        #expect(TextDifference.lines(from: old, to: new) == difference)
    }
}
