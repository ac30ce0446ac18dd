// Govorun: programs that bots.yaml names. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import Testing

@testable import BotRunner

@Suite("Running a program")
struct CommandRunTests {
    @Test("It is given its input, and its output comes back when it ends well")
    func output() async throws {
        #expect(try await CommandRun(words: ["cat"], input: Array("привет\n".utf8)).output() == "привет\n")
        #expect(try await CommandRun(words: ["echo", "one two", "$HOME"]).output() == "one two $HOME\n", "no shell looks at the words")
        #expect(try await CommandRun(words: ["cat"]).output() == "", "without input there is nothing to read")
    }

    @Test("A program that does not read its input is no trouble")
    func unread() async throws {
        let input = [UInt8](repeating: 65, count: CommandRun.capacity)
        #expect(try await CommandRun(words: ["true"], input: input).output() == "")
        #expect(try await CommandRun(words: ["cat"], input: input).output().utf8.count == CommandRun.capacity)
    }

    @Test(
        "A program that fails or does not exist is named by how it ended",
        arguments: [
            (["false"], CommandRun.Problem.ended(status: 1)), (["sh", "-c", "echo secret; exit 3"], .ended(status: 3)),
            (["no-such-program-of-the-test"], .cannotRun), (["sh", "-c", "kill -9 $$"], .killed(signal: 9)),
        ])
    func failing(words: [String], problem: CommandRun.Problem) async throws {
        let error = await #expect(throws: CommandRun.Problem.self) { try await CommandRun(words: words).output() }
        #expect(error == problem)
    }

    @Test("One that takes too long is killed")
    func tooSlow() async throws {
        let error = await #expect(throws: CommandRun.Problem.self) {
            try await CommandRun(words: ["sleep", "600"], limit: .milliseconds(50)).output()
        }
        #expect(error == .tooSlow)
    }

    @Test("What a killed program has started dies with it")
    func descendants() async throws {
        let words = ["sh", "-c", "sleep 600; true"]
        let error = await #expect(throws: CommandRun.Problem.self) { try await CommandRun(words: words, limit: .milliseconds(50)).output() }
        #expect(error == .tooSlow)
    }

    @Test("It inherits no ignored signal")
    func inheritance() async throws {
        signal(SIGPIPE, SIG_IGN)
        let ignored = try await CommandRun(words: ["grep", "SigIgn", "/proc/self/status"]).output()
        let mask = try #require(UInt64(ignored.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16))
        #expect(mask & 0x7fff_ffff == 0, "above are the C library's own")
    }

    @Test("It inherits nothing that we have open, though a library has opened it without saying so")
    func descriptors() async throws {
        let descriptor = fcntl(1, F_DUPFD, 200)
        defer { close(descriptor) }
        let error = await #expect(throws: CommandRun.Problem.self) {
            try await CommandRun(words: ["test", "-e", "/proc/self/fd/\(descriptor)"]).output()
        }
        #expect(error == .ended(status: 1))
    }

    @Test("A cancelled caller does not wait for it")
    func cancelled() async throws {
        let run = Task { try await CommandRun(words: ["sleep", "600"]).output() }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test("A child that lives on in the background holds nobody up")
    func grandchild() async throws {
        #expect(try await CommandRun(words: ["sh", "-c", "sleep 30 & echo done"]).output() == "done\n")
    }
}

@Suite("A token from a command")
struct TokenCommandTests {
    @Test("Its first line is the token, trimmed")
    func token() async throws {
        let token = try await Token.obtain(.command(["printf", "  token-of-the-test \nmore\n"]))
        #expect(token.reveal() == "token-of-the-test")
    }

    @Test(
        "What goes wrong names the command and nothing it printed",
        arguments: [["sh", "-c", "echo hidden; exit 1"], ["echo", "hidden hidden"], ["true"], ["no-such-program-of-the-test"]])
    func failing(words: [String]) async throws {
        let error = await #expect(throws: BotProblem.self) { try await Token.obtain(.command(words)) }
        #expect(error?.message.hasPrefix("token: the command '\(words[0])' ") == true)
        #expect(error?.message.contains("hidden") == false)
    }
}

@Suite("A program that prints a lot")
struct WordyCommandTests {
    @Test("More than a pipe holds stops nobody; the beginning is kept")
    func much() async throws {
        let run = CommandRun(words: ["/bin/sh", "-c", "yes abcdefg | head -c 1000000"], limit: .seconds(60))
        let output = try await run.output()
        #expect(output.utf8.count == CommandRun.capacity && output.hasPrefix("abcdefg\nabcdefg\n"))
    }
}
