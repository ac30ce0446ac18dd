// Govorun: signals that come before anybody listens. SPDX-License-Identifier: MIT
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Which of SIGTERM, SIGINT and SIGHUP came before ``Signals`` listens, a bit for each number.
private let early = Atomic<UInt64>(0)

/// Signals of the first moments: without them a supervisor that changes its mind, or asks for a reload at once, kills what it has started.
enum EarlySignals {
    /// From now on they are noted, until ``Signals`` listens.
    static func note() {
        // Made now, since nothing may be made in the handler.
        _ = early.load(ordering: .relaxed)
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number) { _ = early.bitwiseOr(1 << UInt64($0), ordering: .relaxed) }
        }
    }

    /// Whether SIGTERM or SIGINT was noted.
    static var askForTheEnd: Bool { early.load(ordering: .relaxed) & (1 << UInt64(SIGTERM) | 1 << UInt64(SIGINT)) != 0 }
}
