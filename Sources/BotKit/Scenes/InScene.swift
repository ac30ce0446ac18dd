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
}
