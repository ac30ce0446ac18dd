// Govorun: SIGTERM and SIGINT. SPDX-License-Identifier: MIT
import BotRunner
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The first signal begins the drain, another one ends the process; those of the first second count as one, since `timeout` and terminals
/// may send a signal to the process and to its group.
struct Signals {
    private let sources: [any DispatchSourceSignal]

    /// Listens from now on; SIGPIPE is ignored, since a closed pipe is no reason to die.
    static func begin(_ drain: Drain) -> Signals {
        signal(SIGPIPE, SIG_IGN)
        let begun = Mutex<ContinuousClock.Instant?>(nil)
        let sources = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // Not exit(): a plugin that calls it would be suspected of the updates in hand.
                if let first = begun.withLock({ $0 }), first.duration(to: .now) > .seconds(1) { _exit(128 + number) }
                begun.withLock { $0 = $0 ?? .now }
                drain.begin()
            }
            source.resume()
            return source
        }
        return Signals(sources: sources)
    }

    /// Listens no more.
    func cancel() { for source in sources { source.cancel() } }
}
