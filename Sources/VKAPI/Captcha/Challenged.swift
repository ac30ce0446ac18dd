// Govorun: one call that a solver helps along. SPDX-License-Identifier: MIT
import TapeJSON

/// Puts the challenges of one call to a solver; made anew for each call.
///
/// The loop that sends the call asks `meet` after each error and tells `passed` of the success:
///
/// ```swift
/// var challenged = Challenged(by: configuration.solver, time: time)
/// while true {
///     do {
///         let answer = try await attempt(call)
///         await challenged.passed()
///         return answer
///     } catch let error as VKError {
///         switch try await challenged.meet(error, in: &call) {
///         case .again: continue
///         case .againWith(let token): …
///         case .surface: break   // on to the repeat rules
///         }
///     }
/// }
/// ```
struct Challenged {
    /// What becomes of the call.
    enum Step: Sendable, Equatable {
        /// It goes out again as it now is.
        case again
        /// The same, with another token from now on: validation has yielded it.
        case againWith(Secret)
        /// Nobody could help.
        case surface
    }

    /// How long a solver may take to hear a verdict; the call, whose outcome is known, goes on then.
    static let hearing: Duration = .seconds(5)

    private let solver: (any ChallengeSolver)?
    private let time: any TimeSource
    private var rounds = ChallengeRounds()

    init(by solver: (any ChallengeSolver)?, time: any TimeSource) {
        self.solver = solver
        self.time = time
    }

    /// Puts what `error` asks to the solver, and adds its answer to `call`.
    ///
    /// - Throws: what the solver throws; `CancellationError` when cancelled.
    mutating func meet(_ error: VKError, in call: inout Call) async throws -> Step {
        guard let solver else { return .surface }
        if let verdict = rounds.verdict(after: error) { await tell(solver, verdict) }
        switch rounds.next(after: error) {
        case .captcha(let captcha):
            guard let solution = try await solver.solve(captcha) else { return .surface }
            rounds.sent(solution, of: captcha)
            call.parameters.add(solution, to: captcha)
            return .again
        case .validation(let page): return try await solver.validate(at: page).map(Step.againWith) ?? .surface
        case .confirmation(let question):
            guard try await solver.confirm(question) else { return .surface }
            call.parameters["confirm"] = 1.parameterText
            return .again
        case nil: return .surface
        }
    }

    /// VK has performed the call.
    mutating func passed() async {
        if let solver, let verdict = rounds.verdict(after: nil) { await tell(solver, verdict) }
    }

    /// Tells `solver`, and cancels it when it takes long.
    private func tell(_ solver: any ChallengeSolver, _ verdict: CaptchaVerdict) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await solver.learn(verdict) }
            group.addTask { [time] in
                do {
                    try await time.sleep(for: Self.hearing)
                } catch {
                    // It has heard, or the call is cancelled: either way there is nothing to wait for.
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
