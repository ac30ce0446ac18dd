// Govorun: a lock for what many threads want all the time. SPDX-License-Identifier: MIT
#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#endif

/// A value behind a plain lock of the C library: whoever comes first gets it.
///
/// `Synchronization.Mutex` is a priority-inheriting futex on Linux: once two threads meet at it, it is handed from sleeper to sleeper by the
/// kernel, a change of threads for each use. Replies without a limit spent a third of their processor time so (measured with `Echo`).
package final class PlainMutex<Value>: @unchecked Sendable {
    // Proof: `value` is only touched between lock and unlock of `lock`; the pointer never changes.
    @usableFromInline let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @usableFromInline var value: Value

    /// One that holds `value`.
    @inlinable package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
    }

    @inlinable deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` while nobody else has the value.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
