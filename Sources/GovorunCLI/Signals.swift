// Govorun: SIGTERM, SIGINT and SIGHUP. SPDX-License-Identifier: MIT
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
    /// One for SIGHUP, several before they are looked at being one; ends when nobody listens any more.
    let hangups: AsyncStream<Void>
    private let hangup: AsyncStream<Void>.Continuation

    /// Listens from now on; SIGPIPE is ignored, since a closed pipe is no reason to die.
    ///
    /// SIGHUP asks for a reload, or, of a process that had a terminal and has none any more, for the end: its window was closed.
    static func begin(_ drain: Drain) -> Signals {
        signal(SIGPIPE, SIG_IGN)
        EarlySignals.note()
        let begun = Mutex<ContinuousClock.Instant?>(nil)
        let sources = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // Not exit(): a plugin that calls it would be suspected of the updates in hand.
                if let first = begun.withLock({ $0 }), first.duration(to: .now) > .seconds(1) { _exit(128 + number) }
                begun.withLock { $0 = $0 ?? .now }
                drain.begin()
            }
            return source
        }
        let (hangups, hangup) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        let hadTerminal = hasTerminal
        source.setEventHandler {
            if hadTerminal, !hasTerminal { return drain.begin() }
            hangup.yield()
        }
        listen(to: sources + [source])
        // A reload that was asked for that early was asked for before anything was read.
        if EarlySignals.askForTheEnd { drain.begin() }
        return Signals(sources: sources + [source], hangups: hangups, hangup: hangup)
    }

    /// Has them resumed, and waits until the system knows: they are registered by another thread.
    private static func listen(to sources: [any DispatchSourceSignal]) {
        let registered = DispatchGroup()
        for source in sources {
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.resume()
        }
        registered.wait()
    }

    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }

    /// Listens no more.
    func cancel() {
        for source in sources { source.cancel() }
        hangup.finish()
    }
}
