// Govorun: SIGTERM and SIGINT. SPDX-License-Identifier: MIT
import BotRunner
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The first signal begins the drain, the second ends the process.
struct Signals {
    private let sources: [any DispatchSourceSignal]

    /// Listens from now on; SIGPIPE is ignored, since a closed pipe is no reason to die.
    static func begin(_ drain: Drain) -> Signals {
        signal(SIGPIPE, SIG_IGN)
        let sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if drain.hasBegun { exit(128 + number) }
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
