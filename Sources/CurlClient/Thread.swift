// Govorun: a thread of our own, and the clock its deadlines are on. SPDX-License-Identifier: MIT
import CCurlShim
import Glibc

private final class ThreadBody {
    let name: String
    let run: () -> Void

    init(name: String, run: @escaping () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Runs `body` on a new thread, which belongs to nobody and ends with it.
///
/// Signals from outside are blocked there: those to the process go to threads that expect them, and a SIGPIPE of a TLS write harms nobody.
func startThread(named name: String, _ body: sending @escaping () -> Void) throws(HTTPError) {
    let box = Unmanaged.passRetained(ThreadBody(name: name, run: body))
    var thread = pthread_t()
    let status = pthread_create(
        &thread, nil,
        { pointer in
            guard let pointer else { return nil }
            let body = Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue()
            var signals = sigset_t()
            sigfillset(&signals)
            // What a thread raises itself is never blocked: the threads that Dispatch starts from here would inherit it, and die unnoticed.
            for trap in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] { sigdelset(&signals, trap) }
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            ccurl_name_thread(body.name)
            body.run()
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        box.release()
        throw HTTPError(.systemFailed, context: .init(option: "pthread_create", systemError: Int(status)))
    }
    pthread_detach(thread)
}

/// Nanoseconds on a clock that only goes forward.
func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
