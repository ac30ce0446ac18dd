// Govorun: `govorun failures`. SPDX-License-Identifier: MIT
import BotKit
import CurlClient

/// Prints what becomes of each failure of a call, as Markdown: Docs/failures.md is this output.
struct FailuresCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["failures"], arguments: "[CODE]", summary: "tells what becomes of a call that fails: by VK's code, of all or one",
        count: 0...1,
        details: "Without CODE it prints the whole table as Markdown: VK's codes, the network's failures, and what may be sent twice.")

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        guard let word = arguments.positional.first else {
            context.terminal.say(FailureTables.markdown)
            return .success
        }
        guard let number = Int(word), number > 0 else {
            throw ArgumentList.Problem(message: "CODE is VK's error_code, a number")
        }
        let code = VKErrorCode(rawValue: number)
        context.terminal.say("\(number) \(code.name ?? "is no code of VK's schema")")
        context.terminal.say("meaning: \(FailureTables.meaning(of: code.failure)) (VKFailure.\(code.failure))")
        context.terminal.say("the call: \(FailureTables.words(for: FailurePolicy.remedy(for: code)))")
        return .success
    }
}

/// The failure policy in words.
enum FailureTables {
    static var markdown: String {
        """
        # What becomes of a failed call

        Printed by `govorun failures`. A repeat waits its turn again and carries the same values, `random_id` too. What VK may have performed
        although no answer came is sent again only if a second performance does no harm: see the last table.

        ## VK's codes

        | code | VK's name | `VKFailure` | the call |
        | --- | --- | --- | --- |
        \(VKErrorCode.known.map(row).joined(separator: "\n"))

        Any other code surfaces as `.refused`.

        ## The network

        | failure | `HTTPError.Code` | the call |
        | --- | --- | --- |
        \(HTTPError.Code.allCases.map(row).joined(separator: "\n"))
        | a status with a body that is none of VK's | | \(words(for: FailurePolicy.remedy(forTransport: nil))) |

        ## When VK is away for longer

        Whatever a handler waits for VK costs it time and nothing else: waits above a second, and those before a repeat, do not count towards its
        limit (30 s of its own time). When the repeats of a call are over and the failure is VK's or the network's (1, 10, 32, 36, 43, no answer, an
        upload server that is broken), the update is not done: it is handled again, with the same `random_id`s, once VK answers such calls again. While
        VK answers nobody, one update of a bot tries at a time, for an hour at most; where VK answers others, three more runs are all.

        The answer to a press has a minute, since the button waits no longer: a handler that runs again gives it, or else the button is released with
        nothing. After the minute the handler runs without an answer; what else it sends goes out as ever.

        Calls of timers, hooks and jobs have tries of their own. A call that only one attempt is allowed for and that VK may have performed throws
        `outcomeUnknown` when its handler runs again.

        At the start 5, 7, 15, 27 and 100 on `groups.getById` or `groups.getLongPollServer` stop the bot: somebody has to change something. A bot that
        was listening believes 7, 15 and 100 after ten minutes, and a refused token after three refusals; until then `/health` says what is wrong.

        ## What may be sent twice

        `read` only reads, `idempotent` leaves the same state, `randomID` is dropped by VK the second time, `once` is never sent again when its
        outcome is unknown. A method that is not listed is `once`, unless its name says that it reads.

        | rule | methods |
        | --- | --- |
        \(rules)
        """
    }

    static func words(for remedy: FailureRemedy) -> String {
        switch remedy {
        case .waitForTheSecond(let times):
            "waits for the rest of the second with all others of the token, then goes first; up to \(times) times"
        case .backOff(let base, let times): "goes again after \(base), then twice as long each time; up to \(times) times"
        case .captcha: "goes again once `vk.captcha` has solved it; otherwise it surfaces"
        case .validation: "goes again once the person has validated; otherwise it surfaces"
        case .confirmation: "goes again once somebody has confirmed it; otherwise it surfaces"
        case .caller: "surfaces at once"
        }
    }

    static func meaning(of failure: VKFailure) -> String {
        switch failure {
        case .authorization: "the token is no good for this: revoked, expired, or of another kind"
        case .accessDenied: "the token lacks a right, or the thing is closed"
        case .cannotWriteToPeer: "this person or chat cannot be written to"
        case .tooManyRequests: "calls came faster than VK allows"
        case .flood: "the same too often, or a quota is used up: minutes or hours"
        case .captcha: "VK wants a captcha solved"
        case .confirmation: "a person must validate or confirm"
        case .badRequest: "a parameter is missing or wrong"
        case .notFound: "there is no such thing"
        case .server: "VK's own trouble"
        case .transport: "the network failed"
        case .outcomeUnknown: "a handler was cut off during this call; it is not made again"
        case .offline: "the client is offline, and nothing is kept"
        case .closed: "the client was shut down"
        case .refused: "VK refused it"
        }
    }

    private static func row(_ code: VKErrorCode) -> String {
        "| \(code) | \(code.name ?? "") | \(code.failure) | \(words(for: FailurePolicy.remedy(for: code))) |"
    }

    private static func row(_ code: HTTPError.Code) -> String {
        let error = HTTPError(code)
        return "| \(error) | \(code) | \(words(for: FailurePolicy.remedy(forTransport: error))) |"
    }

    private static var rules: String {
        let groups = Dictionary(grouping: RepeatRules.rows, by: \.rule.rawValue)
        return groups.sorted { $0.key < $1.key }
            .map { "| \($0.key) | \($0.value.map(\.method).joined(separator: ", ")) |" }.joined(separator: "\n")
    }
}
