// Govorun: how log lines look. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing

@testable import BotRunner

@Suite("Log lines")
struct LogSinkTests {
    /// What `body` makes a sink write.
    private func written(_ format: RunnerConfiguration.LogFormat, secrets: [Secret] = [], _ body: (LogSink) -> Void) -> String {
        let pipe = Pipe()
        body(LogSink(format: format, secrets: secrets, descriptor: pipe.fileHandleForWriting.fileDescriptor))
        pipe.fileHandleForWriting.closeFile()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("A text line has time, level, bot, message and data; a value with spaces is quoted, a line stays a line")
    func text() {
        let line = written(.text) { sink in
            sink.logger(level: .info).with("bot", "shop").warning("it happened", ["plain": 5, "spaced": "a b\nc"])
        }
        #expect(line.dropFirst(13) == "warning shop: it happened · plain=5 spaced=\"a b\\nc\"\n")
    }

    @Test("A JSON line is one object")
    func json() throws {
        let line = written(.json) { sink in sink.logger(level: .info).with("bot", "shop").info("it happened", ["n": 1]) }
        let root = try JSONDocument(line).root
        #expect(root["level"].string == "info")
        #expect(root["message"].string == "it happened")
        #expect(root["bot"].string == "shop")
        #expect(root["n"].string == "1")
        #expect(root["time"].string?.hasSuffix("Z") == true)
    }

    @Test("Lines below the level are not written")
    func level() {
        #expect(written(.text) { $0.logger(level: .warning).info("quiet") } == "")
    }

    @Test(
        "A secret that got into a line is taken out, known from the start or learnt later",
        arguments: [RunnerConfiguration.LogFormat.text, .json])
    func secrets(format: RunnerConfiguration.LogFormat) {
        let text = written(format, secrets: [Secret("first-secret")]) { sink in
            sink.hide(Secret("second-secret"))
            sink.logger(level: .info).info("said", ["error": "first-secret and second-secret"])
        }
        #expect(!text.contains("first-secret") && !text.contains("second-secret"))
        #expect(text.contains("<secret> and <secret>"))
    }
}
