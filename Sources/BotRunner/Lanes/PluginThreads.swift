// Govorun: threads that plugin code may block. SPDX-License-Identifier: MIT
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A task executor on pthreads of its own.
///
/// Two handlers that block in C or `sleep` would freeze a two-core process's cooperative pool, and with it the polling (measured: 4 s);
/// here they block only each other's threads.
final class PluginThreads: TaskExecutor {
    private let queue: JobQueue
    private let threads: Mutex<[pthread_t]>

    /// Starts `count` threads.
    init(count: Int = 8) {
        queue = JobQueue()
        threads = Mutex([])
        let handles = (0..<max(1, count)).compactMap { _ in startThread() }
        threads.withLock { $0 = handles }
    }

    func enqueue(_ job: consuming ExecutorJob) { queue.push(UnownedJob(job)) }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    /// Whether jobs wait although no thread has taken one for `duration`: every thread is blocked.
    func isStuck(for duration: Duration) -> Bool { queue.isStuck(for: duration) }

    /// Ends the threads once the queue is empty; nothing may be enqueued after it. Blocks until they have ended.
    func shutdown() {
        queue.close()
        let handles = threads.withLock { handles in
            defer { handles = [] }
            return handles
        }
        for handle in handles { pthread_join(handle, nil) }
    }

    private func startThread() -> pthread_t? {
        var handle = pthread_t()
        let queue = Unmanaged.passRetained(ThreadStart(queue: queue, executor: asUnownedTaskExecutor()))
        let status = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
                // A handler that overflows its stack still leaves a mark of how the process died.
                DeathMark.withSignalStack {
                    start.queue.serve { $0.runSynchronously(on: start.executor) }
                }
                return nil
            }, queue.toOpaque())
        guard status == 0 else {
            queue.release()
            return nil
        }
        return handle
    }

    /// What a thread needs; it holds the queue, so the queue outlives the executor.
    private final class ThreadStart {
        let queue: JobQueue
        let executor: UnownedTaskExecutor
        init(queue: JobQueue, executor: UnownedTaskExecutor) {
            self.queue = queue
            self.executor = executor
        }
    }
}
