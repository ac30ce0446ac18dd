// Govorun: what waits for a thread of plugins. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Jobs in order of arrival, and which threads are woken for them.
///
/// Most jobs are over in microseconds, and waking a thread costs more than that. So a job wakes a thread only when none is awake. When work
/// is left although one is, a second looks again after a millisecond: should some be there still, it helps, and another looks after the
/// two. A handler that blocks its thread delays the others by a millisecond, once.
final class JobQueue: @unchecked Sendable {
    // Proof: all below is only touched between lock and unlock of `mutex`; the pointers never change.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// For threads that nobody needs now.
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// For the one that looks after the others.
    private let left = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var head = 0
    private var isClosed = false
    /// When a job was last taken, or came while none waited.
    private var lastMove = ContinuousClock.now
    /// Threads that run a job.
    private var awake = 0
    /// Threads that nobody needs, and how many of them were called and have not come yet.
    private var (asleep, called) = (0, 0)
    private var watch = Watch.nobody

    /// Who looks after work that is left.
    private enum Watch { case nobody, called, present }

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(arrived, &attributes)
        pthread_cond_init(left, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        for condition in [arrived, left] {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Adds a job; from any thread.
    func push(_ job: UnownedJob) {
        pthread_mutex_lock(mutex)
        if isEmpty { lastMove = .now }
        jobs.append(job)
        let wanted = call()
        pthread_mutex_unlock(mutex)
        if let wanted { pthread_cond_signal(wanted) }
    }

    /// Has this thread run jobs until closed and empty.
    func serve(_ run: (UnownedJob) -> Void) {
        var hasRun = false
        while let job = pop(hasRun) {
            run(job)
            hasRun = true
        }
    }

    private func pop(_ hasRun: Bool) -> UnownedJob? {
        pthread_mutex_lock(mutex)
        if hasRun { awake -= 1 }
        waitForTurn()
        guard !isEmpty else {
            pthread_mutex_unlock(mutex)
            return nil
        }
        awake += 1
        let job = takeFirst()
        let wanted = call()
        pthread_mutex_unlock(mutex)
        if let wanted { pthread_cond_signal(wanted) }
        return job
    }

    /// Nothing more comes; the threads end when all is done.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_mutex_unlock(mutex)
        for condition in [arrived, left] { pthread_cond_broadcast(condition) }
    }

    /// Whether jobs wait, and none of them was taken for `duration`.
    func isStuck(for duration: Duration) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return !isEmpty && lastMove.duration(to: .now) >= duration
    }

    // MARK: Under the lock

    private var isEmpty: Bool { head == jobs.count }

    private func takeFirst() -> UnownedJob {
        defer {
            head += 1
            lastMove = .now
            if isEmpty {
                jobs.removeAll(keepingCapacity: head <= 1024)
                head = 0
            } else if head >= 1024 {
                jobs.removeFirst(head)
                head = 0
            }
        }
        return jobs[head]
    }

    /// What is to be signalled now, so that the work there is gets done.
    private func call() -> UnsafeMutablePointer<pthread_cond_t>? {
        guard !isEmpty else { return nil }
        if awake + called == 0 {
            if watch == .present { return left }
        } else {
            guard watch == .nobody, asleep > called else { return nil }
            watch = .called
        }
        guard asleep > called else { return nil }
        called += 1
        return arrived
    }

    /// Returns when this thread shall take a job, or none will come.
    private func waitForTurn() {
        var isDue = true
        while !isClosed, isEmpty || !(isDue || awake == 0) {
            isDue = false
            if isEmpty || watch == .present {
                sleep()
            } else {
                lookAfterOthers()
                isDue = true
            }
        }
    }

    private func sleep() {
        asleep += 1
        pthread_cond_wait(arrived, mutex)
        asleep -= 1
        called = max(0, called - 1)
        // Whoever comes takes the place; it may be another than was meant.
        if watch == .called { watch = .nobody }
    }

    /// Waits a millisecond, or until nobody else is awake.
    private func lookAfterOthers() {
        watch = .present
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_nsec += 1_000_000
        if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
        while !isClosed, isEmpty || awake > 0, pthread_cond_timedwait(left, mutex, &end) != ETIMEDOUT {}
        watch = .nobody
    }
}
