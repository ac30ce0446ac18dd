// Govorun: numbers for questions. SPDX-License-Identifier: MIT
import Synchronization

/// Counts from 1.
final class QuestionCount: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
