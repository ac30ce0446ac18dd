// Govorun: a solver that is a program. SPDX-License-Identifier: MIT
import BotKit

/// Runs a program for each question: one JSON object on standard input (the messages of a captcha service, Docs/auth.md), the answer on
/// standard output: JSON as a service would send, or for a picture simply its text.
struct CommandSolver: ChallengeSolver {
    /// How long the program may take: a person may sit behind it.
    static let limit: Duration = .seconds(180)

    let words: [String]
    let logger: Logger
    var limit = CommandSolver.limit

    func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? {
        let output = try await answer(to: ChallengeMessage.question(captcha))
        if let answer = Self.object(output) { return ChallengeMessage.solution(in: answer) }
        let line = output.split(whereSeparator: \.isNewline).first.map { TokenText.trimmed(String($0)) } ?? ""
        return line.isEmpty || captcha.image.isEmpty ? nil : .key(line)
    }

    func validate(at page: Secret) async throws -> Secret? {
        Self.object(try await answer(to: ChallengeMessage.question(page: page))).flatMap(ChallengeMessage.token)
    }

    func confirm(_ question: ConsentQuestion) async throws -> Bool {
        Self.object(try await answer(to: ChallengeMessage.question(question))).map(ChallengeMessage.agreement) ?? false
    }

    func learn(_ verdict: CaptchaVerdict) async {
        do {
            _ = try await answer(to: ChallengeMessage.report(verdict))
        } catch {
            // Only a cancelled call comes here: its outcome is known, and nobody waits for the program.
        }
    }

    /// What the program prints; empty when it fails.
    private func answer(to question: JSONValue) async throws -> String {
        do {
            return try await CommandRun(words: words, input: question.bytes, limit: limit).output()
        } catch let problem as CommandRun.Problem {
            logger.warning("the captcha command gave no answer", ["command": words[0], "problem": "\(problem)"])
            return ""
        }
    }

    private static func object(_ text: String) -> JSON? {
        do {
            let root = try JSONDocument(text).root
            return root.kind == .object ? root : nil
        } catch {
            return nil
        }
    }
}
