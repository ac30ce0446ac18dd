// Govorun: what a pack's answer means for each of its calls. SPDX-License-Identifier: MIT
import TapeJSON

/// What became of one call of a pack.
enum PackOutcome {
    /// It has an answer.
    case answer(APIAnswer)
    /// It failed, or the pack did.
    case failure(any Error)
    /// VK refused it unperformed for coming too fast.
    case tooFast(VKError)
    /// It was not performed, or a repeat does no harm: it goes again, in packs of at most so many calls; 1: alone.
    case again(companions: Int)
}

/// Reads the answer of `return [A,B,…];` (source: the reference, "Batch form").
enum PackAnswer {
    /// The outcome of each of `calls`, in their order.
    static func outcomes(of answer: APIAnswer, to calls: [Call], hiding secrets: [Secret]) -> [PackOutcome] {
        let values = Array(answer.response.items)
        guard answer.response.kind == .array, values.count == calls.count else {
            return calls.map { call in strange(call, "execute gave \(values.count) answers to \(calls.count) calls") }
        }
        var outcomes = values.map { PackOutcome.answer(APIAnswer(response: $0)) }
        let failed = values.indices.filter { values[$0].kind == .bool && values[$0].bool == false }
        for (index, outcome) in pair(failed, with: Array(answer.executeErrors.items), calls, secrets) { outcomes[index] = outcome }
        return outcomes
    }

    /// Which of the `false` answers stand for which errors. Both are in the order of the calls, so with equal counts they pair up; else a
    /// method itself answered `false`, and each method's errors are looked at apart.
    private static func pair(
        _ failed: [Int], with errors: [JSON], _ calls: [Call], _ secrets: [Secret]
    ) -> [(index: Int, outcome: PackOutcome)] {
        let fits =
            failed.count == errors.count && zip(failed, errors).allSatisfy { $1["method"].string ?? calls[$0].method == calls[$0].method }
        if fits { return zip(failed, errors).map { ($0, failure(calls[$0], $1, secrets)) } }
        // An error that names no method may be any call's.
        guard errors.allSatisfy({ $0["method"].string != nil }) else {
            return failed.map { ($0, strange(calls[$0], "execute did not say which of its calls failed")) }
        }
        var outcomes: [(index: Int, outcome: PackOutcome)] = []
        for (method, places) in Dictionary(grouping: failed, by: { calls[$0].method }) {
            let own = errors.filter { $0["method"].string == method }
            if own.isEmpty { continue }
            // Fewer errors than `false`: which of them are answers cannot be told.
            outcomes +=
                places.count <= own.count
                ? zip(places, own).map { ($0, failure(calls[$0], $1, secrets)) }
                : places.map { ($0, strange(calls[$0], "execute did not say which of its calls failed")) }
        }
        return outcomes
    }

    private static func failure(_ call: Call, _ error: JSON, _ secrets: [Secret]) -> PackOutcome {
        let error = VKError(answer: error, method: call.method, hiding: secrets)
        // Without a picture, a page or a question nobody can answer it: alone, the call is told what to answer.
        if error.failure == .tooManyRequests { return .tooFast(error) }
        return error.asksWithoutQuestion ? .again(companions: 1) : .failure(error)
    }

    private static func strange(_ call: Call, _ message: String) -> PackOutcome {
        guard !RepeatRules.rule(for: call).isHarmlessTwice else { return .again(companions: 1) }
        return .failure(VKError(.server, method: call.method, message: message, mayHaveBeenPerformed: true))
    }
}

/// What an error of a whole `execute` means.
enum PackFailure {
    /// For how long packs are given up after VK refused `execute` itself, so often in a row: ten seconds, then four times as long each time, an
    /// hour at most. One refusal may be a moment's; a token that may not `execute` is asked for little more than one an hour.
    static func truce(after refusals: Int) -> Duration { min(.seconds(3600), .seconds(10) * (1 << (2 * min(refusals - 1, 5)))) }

    /// Whether `execute` itself is closed to this token, or used up: the calls may still do alone.
    static func forbidsExecute(_ error: any Error) -> Bool {
        guard let code = (error as? VKError)?.code?.rawValue else { return false }
        // 12 would mean that VK no longer reads what we write, 8 and 100 that it does not find the code.
        return [3, 7, 8, 12, 15, 20, 21, 23, 27, 28, 29, 100].contains(code)
    }

    /// Whether the answer was too big, or the code ran too long.
    static func isTooMuch(_ error: any Error) -> Bool { (error as? VKError)?.code?.rawValue == 13 }

    /// The outcome of each of `calls` when the whole ended with `error`.
    static func outcomes(of error: any Error, to calls: [Call]) -> [PackOutcome] {
        guard let error = error as? VKError else { return calls.map { _ in .failure(error) } }
        // What VK asks for the whole it asks each call for itself, if at all.
        if forbidsExecute(error) || [.captcha, .authValidation, .needConfirmation].contains(error.code) {
            return calls.map { _ in .again(companions: 1) }
        }
        let isTooMuch = isTooMuch(error)
        return calls.map { call in
            // 13 comes after the calls were performed.
            if isTooMuch, RepeatRules.rule(for: call).isHarmlessTwice { return .again(companions: max(1, calls.count / 2)) }
            return .failure(error.of(call.method, mayHaveBeenPerformed: error.mayHaveBeenPerformed || isTooMuch))
        }
    }
}

extension VKError {
    /// Whether VK wants a person to do something and does not say what.
    fileprivate var asksWithoutQuestion: Bool {
        switch code {
        case .captcha?: captcha?.isSolvable != true
        case .authValidation?: redirect == nil
        case .needConfirmation?: confirmationText == nil
        default: false
        }
    }
}
