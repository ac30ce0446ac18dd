// Govorun: a lock for what many threads want all the time. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A value behind a plain lock of the C library: whoever comes first gets it.
///
/// `Synchronization.Mutex` is a priority-inheriting futex on Linux: once two threads meet at it, it is handed from sleeper to sleeper by the
/// kernel, a change of threads for each use. Eight plugin threads spend half of their time so (measured with `DispatchRate`).
package final class PlainMutex<Value>: @unchecked Sendable {
    // Proof: `value` is only touched between lock and unlock of `lock`; the pointer never changes.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    /// Guards `value`.
    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` while nobody else has the value.
    package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
