// Govorun: whether a dialogue goes the same way twice. SPDX-License-Identifier: MIT
import Synchronization

/// What a rehearsal found.
package struct DialogueProblem: Sendable, CustomStringConvertible {
    /// Where the author wrote the handler.
    package let place: String
    /// What differed first.
    package let difference: String
    /// Both.
    package var description: String { "\(place): \(difference)" }
}

extension Router {
    /// Runs the dialogue of `run` once more, told everything from its journal and sending nothing.
    ///
    /// - Returns: the first thing that it did otherwise; `nil` when there is none, or it is no dialogue.
    func rehearse(_ run: HandlerRun) async -> DialogueProblem? {
        let first: DialogueRecord
        var entries = run.script.withLock { $0.entries }
        switch run.closure {
        case .paused(let record, _): (first, entries) = (record, record.entries)
        case nil:
            guard let resumed = run.resumed else { return nil }
            first = resumed
        case .diverged, .exhausted, .rehearsed, .unmoved: return nil
        }
        guard !run.script.withLock({ $0.isOverfull }), !Task.isCancelled else { return nil }
        let copy = HandlerRun(
            router: self, work: run.work, route: run.route, occasion: run.occasion, script: DialogueScript(entries, answer: nil),
            resuming: first)
        var calling = CallingTask.current
        calling.keeper = copy
        var thrown: (any Error)?
        do { try await CallingTask.$current.withValue(calling) { try await run.route.handler.run(copy) } } catch { thrown = error }
        return difference(of: copy, thrown).map { DialogueProblem(place: "\(run.route.handler.origin)", difference: $0) }
    }

    private func difference(of copy: HandlerRun, _ thrown: (any Error)?) -> String? {
        if case .diverged(let divergence) = copy.closure { return "\(divergence)" }
        let (difference, remainder) = copy.script.withLock { ($0.difference, $0.remainder) }
        if let difference { return "\(difference)" }
        return remainder.map { "expected \($0), found the end" + (thrown.map { " (\($0))" } ?? "") }
    }
}
