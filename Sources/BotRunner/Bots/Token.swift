// Govorun: gets a token from where the file says it is. SPDX-License-Identifier: MIT
import BotKit
import Foundation

enum Token {
    /// The token; a command is run without a shell, and its first line is taken.
    ///
    /// - Throws: `BotProblem` naming the command, never what it printed.
    static func obtain(_ supply: TokenSupply) async throws -> Secret {
        switch supply {
        case .known(let token): return token
        case .command(let words):
            let output = try await output(of: words)
            let line = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            let token = TokenText.trimmed(line)
            guard !token.isEmpty, !token.contains(where: \.isWhitespace) else {
                throw BotProblem(message: "token: the command '\(words[0])' printed no token")
            }
            return Secret(token)
        }
    }

    private static func output(of words: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        return try await withTaskCancellationHandler {
            try await result(of: process, pipe, words[0])
        } onCancel: {
            // Not SIGTERM: a child inherits that we handle that one ourselves, and may never see it.
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    private static func result(of process: Process, _ pipe: Pipe, _ name: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                guard process.terminationStatus == 0 else {
                    let problem = "token: the command '\(name)' ended with status \(process.terminationStatus)"
                    return continuation.resume(throwing: BotProblem(message: problem))
                }
                // A token fits the pipe's buffer, so reading after the end cannot have blocked the command.
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: BotProblem(message: "token: the command '\(name)' cannot be run"))
            }
        }
    }
}
