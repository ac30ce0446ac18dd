// Govorun: a thread for calls that wait for a disk. SPDX-License-Identifier: MIT
import CSQLiteShim
import Glibc

private final class ThreadBody {
    let name: String
    let run: () -> Void

    init(name: String, run: @escaping () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Runs `body` on a new thread, which belongs to nobody and ends with it. Signals go to threads that expect them.
func startThread(named name: String, _ body: sending @escaping () -> Void) throws(StorageError) {
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
            csqlite_name_thread(body.name)
            body.run()
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        box.release()
        throw StorageError(.failed) { $0.systemError = Int(status) }
    }
    pthread_detach(thread)
}
