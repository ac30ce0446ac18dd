internal import CMicroHTTPDShim
// Govorun: the thread that runs the library's daemon. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Tells the daemon's thread that there is something to look at.
///
/// Resuming a connection wakes the library's own loop only: run from outside, it may have taken that signal already when it has yet to look
/// at what was resumed, and would sleep over it (measured with 0.9.75). So whoever resumes rings as well. Only who finds the thread asleep
/// pays for it with a system call.
final class LoopBell: Sendable {
    private enum Phase: UInt8, AtomicRepresentable { case awake, rung, asleep }

    /// Readable when it was rung during the thread's sleep.
    let descriptor: Int32
    private let phase = Atomic(Phase.awake)

    /// - Returns: `nil` when the system gives no descriptor; `errno` says why.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// From any thread, after the change that is to be looked at.
    func ring() {
        guard phase.exchange(.rung, ordering: .sequentiallyConsistent) == .asleep else { return }
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// For the thread, before it sleeps; `false` when it was rung since it last looked around, and has to look again.
    func fallAsleep() -> Bool {
        let isSilent = phase.compareExchange(expected: .awake, desired: .asleep, ordering: .sequentiallyConsistent).exchanged
        if !isSilent { phase.store(.awake, ordering: .sequentiallyConsistent) }
        return isSilent
    }

    /// For the thread, before it looks around again.
    func wakeUp(isReadable: Bool) {
        var count: UInt64 = 0
        if isReadable { _ = read(descriptor, &count, MemoryLayout<UInt64>.size) }
        phase.store(.awake, ordering: .sequentiallyConsistent)
    }
}

/// Runs the daemon on a thread of our own until it is stopped.
///
/// The library's own loop takes events 128 at a time, and after a full page it asks for the next one with the patience of the first: with
/// just 128 connections ready at once it sleeps until the 129th, whatever it still has to do. Run from outside, it never sleeps.
final class DaemonLoop: Sendable {
    /// `@unchecked`: only the loop's thread uses the daemon, but for `MHD_resume_connection`, which the library allows from any.
    private struct DaemonPointer: @unchecked Sendable {
        let raw: OpaquePointer
    }

    private let daemon: DaemonPointer
    private let bell: LoopBell
    private let whenOver = Mutex<(@Sendable () -> Void)?>(nil)

    /// Takes over a daemon; `bell` is rung when one of its connections is resumed or closed.
    ///
    /// - Returns: `nil` when the system gives no thread; then the daemon is stopped.
    init?(_ daemon: OpaquePointer, _ bell: LoopBell) {
        self.daemon = DaemonPointer(raw: daemon)
        self.bell = bell
        guard startThread({ [self] in run() }) else {
            MHD_stop_daemon(daemon)
            return nil
        }
    }

    /// Stops the daemon, which nothing may hold back any more; `whenOver` is called on its thread when it is gone.
    func stop(_ whenOver: @escaping @Sendable () -> Void) {
        self.whenOver.withLock { $0 = whenOver }
        bell.ring()
    }

    private func run() {
        var sources = [cmicrohttpd_epoll(daemon.raw), bell.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var end: (@Sendable () -> Void)?
        while end == nil {
            MHD_run(daemon.raw)
            let patience = patience
            if patience != 0, bell.fallAsleep() {
                poll(&sources, 2, patience)
                bell.wakeUp(isReadable: sources[1].revents != 0)
            }
            end = whenOver.withLock { $0 }
        }
        MHD_stop_daemon(daemon.raw)
        end?()
    }

    /// How many milliseconds the daemon may be left alone; -1: until something comes.
    private var patience: Int32 {
        var milliseconds: UInt64 = 0
        return MHD_get_timeout(daemon.raw, &milliseconds) == .YES ? Int32(clamping: milliseconds) : -1
    }
}
