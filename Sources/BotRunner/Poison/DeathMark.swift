// Govorun: notices that the process dies of its own code. SPDX-License-Identifier: MIT
import CDeathMark

/// The signal handlers that leave a mark, and the stacks they run on.
package enum DeathMark {
    /// Runs `body` on the calling thread with a stack for signal handlers, and with traps unblocked: else an overflow of the thread's own
    /// stack, or any trap on a thread that has inherited them blocked, leaves no mark.
    ///
    /// For the whole life of a thread that runs plugin code. When memory for it cannot be had, `body` runs all the same.
    package static func withSignalStack<Value>(_ body: () -> Value) -> Value {
        var stack = deathmark_stack()
        _ = deathmark_begin_stack(&stack)
        defer { deathmark_end_stack(&stack) }
        return body()
    }

    /// From now on a trap on the calling thread tells on standard error that the process ended while `what`: "making plugin 'shop'";
    /// `nil`: nothing.
    package static func isDoing(_ what: String?) {
        if let what { deathmark_begin_doing(what) } else { deathmark_end_doing() }
    }
}

/// How the process before this one ended.
package enum LastEnd: Sendable, Equatable {
    /// There was none, or its file could not be read.
    case unknown
    /// It closed the file.
    case clean
    /// A trap; the number is its signal's.
    case signal(Int)
    /// `exit` or `quick_exit` was called, and the file not closed.
    case exited
    /// It left no mark.
    case silent

    private static let cleanMark: UInt32 = 1_001

    init(mark: UInt32) {
        self =
            switch mark {
            case 0: .silent
            case Self.cleanMark: .clean
            case DEATHMARK_EXIT: .exited
            default: .signal(Int(mark))
            }
    }

    /// The mark of an end in order.
    static var marksClean: UInt32 { cleanMark }

    /// What it means for the events in hand; `nil` when it means nothing.
    package var death: Death? {
        switch self {
        case .unknown, .clean: nil
        case .signal, .exited: .trap
        case .silent: .silent
        }
    }
}
