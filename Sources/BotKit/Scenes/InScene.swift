// Govorun: handlers for the steps of a scene. SPDX-License-Identifier: MIT

/// A handler for what somebody writes at a step of a scene; see `Scene`.
///
/// `enter` runs as the step is entered, in the handler that goes there: it says what is wanted. `message.pass()` hands the message on.
public struct InScene: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs on messages of those who are at `step`.
    public init<S: Scene>(
        _ scene: S.Type, _ step: S.Step, fileID: String = #fileID, line: Int = #line,
        enter: @escaping @Sendable (SceneVisit<S>) async throws -> Void = { _ in },
        run: @escaping @Sendable (Message, SceneVisit<S>) async throws -> Void
    ) {
        let form = SceneForm(
            scene: S.name, step: step.rawValue, enter: { context in try await enter(SceneVisit(run: context, step: step)) }, late: S.late,
            failed: S.failed)
        handler = Handler(
            trigger: .scene(form), name: "scene \(S.name) \(step.rawValue)", origin: Origin(fileID: fileID, line: line)
        ) { context in try await run(Message(run: context), SceneVisit(run: context, step: step)) }
    }

    /// Runs on messages of those who are at any step, before that step: `message.pass()` hands on to it. For a way back or out that all steps
    /// have:
    ///
    /// ```swift
    /// InScene(Order.self) { message, order in
    ///     switch message.text {
    ///     case "Назад": try await order.back()
    ///     case "Отмена": try await order.leave(); try await message.send("Хорошо, отменяем.")
    ///     default: message.pass()
    ///     }
    /// }
    /// ```
    public init<S: Scene>(
        _ scene: S.Type, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (Message, SceneVisit<S>) async throws -> Void
    ) {
        let form = SceneForm(scene: S.name, step: SceneForm.anyStep, enter: { _ in }, late: S.late, failed: S.failed)
        handler = Handler(trigger: .scene(form), name: "scene \(S.name)", origin: Origin(fileID: fileID, line: line)) { context in
            guard let step = S.Step(rawValue: String(context.occasion.arguments)) else { return context.pass() }
            try await run(Message(run: context), SceneVisit(run: context, step: step))
        }
    }
}
