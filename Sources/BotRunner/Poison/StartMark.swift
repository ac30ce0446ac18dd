// Govorun: tells what a process died of while a plugin started. SPDX-License-Identifier: MIT
import Dispatch

/// Runs the parts of one task on threads that know meanwhile what they are at: a trap in any of them says so on standard error.
///
/// For what is done once, a plugin's `start` for one; tasks that it begins beside it are others.
final class StartMark: TaskExecutor {
    private let what: String

    /// `what` stands behind "the process ended while".
    init(_ what: String) { self.what = what }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { [self] in
            DeathMark.withSignalStack {
                DeathMark.isDoing(what)
                defer { DeathMark.isDoing(nil) }
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
