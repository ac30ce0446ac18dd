// Govorun: lets a question out of a handler that is closed to all else. SPDX-License-Identifier: MIT

/// Answers for the calls that put a question: they are no part of what the handler learns, since its next run does not put it again.
final class QuestionKeeper: CallKeeper {
    private let run: HandlerRun

    private init(run: HandlerRun) { self.run = run }

    /// Whether this task puts a question.
    static var isAsking: Bool { CallingTask.current.keeper is QuestionKeeper }

    /// Runs `send` as the putting of a question of `run`.
    static func asking<Value: Sendable>(_ run: HandlerRun, _ send: () async throws -> Value) async throws -> Value {
        var calling = CallingTask.current
        calling.keeper = QuestionKeeper(run: run)
        return try await CallingTask.$current.withValue(calling) { try await send() }
    }

    var tag: RequestTag? { run.tag }
    func admit(_ call: Call) throws { try run.checkIsAlive() }
    func randomID(for call: Call) -> Int? { run.randomID(for: call) }
    func answer(to call: Call, _ perform: () async throws -> JSON) async throws -> JSON { try await run.answer(to: call, perform) }
}
