// Govorun: gets a token from where the file says it is. SPDX-License-Identifier: MIT
import BotKit

enum Token {
    /// The token; a command is run without a shell, and its first line is taken.
    ///
    /// - Throws: `BotProblem` naming the command, never what it printed; `CancellationError` when cancelled.
    static func obtain(_ supply: TokenSupply) async throws -> Secret {
        switch supply {
        case .known(let token): return token
        case .command(let words):
            let output = try await output(of: words)
            let line = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            guard let token = AccessToken(trimming: line) else {
                throw BotProblem(message: "token: the command '\(words[0])' printed no token")
            }
            return token.secret
        }
    }

    private static func output(of words: [String]) async throws -> String {
        do {
            return try await CommandRun(words: words).output()
        } catch CommandRun.Problem.ended(let status) {
            throw BotProblem(message: "token: the command '\(words[0])' ended with status \(status)")
        } catch CommandRun.Problem.killed(let signal) {
            throw BotProblem(message: "token: the command '\(words[0])' was killed by signal \(signal)")
        } catch is CommandRun.Problem {
            throw BotProblem(message: "token: the command '\(words[0])' cannot be run")
        }
    }
}
