// Govorun: what waits for a thread of plugins. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Jobs in order of arrival, and which threads are woken for them.
///
/// Most jobs are over in microseconds, and waking a thread costs more than that; two that work side by side cost each other half of their
/// speed. So a job wakes a thread only when none is awake. When work is left although one is, a second looks after it: it helps as soon as
/// no job was taken for a millisecond, or when the others have not come to the end within eight; then another looks after them all. A
/// handler that blocks its thread delays the others by a millisecond or two, once.
final class JobQueue: @unchecked Sendable {
    // Proof: all below is only touched between lock and unlock of `mutex`; the pointers never change.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// For the one that looks after the others.
    private let left = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var head = 0
    private var isClosed = false
    /// When a job was last taken, or came while none waited.
    private var lastMove = ContinuousClock.now
    /// Threads that run a job.
    private var awake = 0
    /// Threads that nobody needs. The last to sleep is the first to be woken: what it works with is still in its processor's memory.
    private var asleep: [Pillow] = []
    /// Threads that were woken and have not come yet.
    private var called = 0
    private var watch = Watch.nobody

    /// Who looks after work that is left.
    private enum Watch { case nobody, called, present }

    /// Whom to wake.
    private enum Call { case nobody, watch, sleeper(Pillow) }

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(left, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(left)
        left.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Adds a job; from any thread.
    func push(_ job: UnownedJob) {
        pthread_mutex_lock(mutex)
        if isEmpty { lastMove = .now }
        jobs.append(job)
        let call = nextCall()
        pthread_mutex_unlock(mutex)
        make(call)
    }

    /// Has this thread run jobs until closed and empty.
    func serve(_ run: (UnownedJob) -> Void) {
        let pillow = Pillow()
        var hasRun = false
        while let job = pop(pillow, hasRun) {
            run(job)
            hasRun = true
        }
    }

    private func pop(_ pillow: Pillow, _ hasRun: Bool) -> UnownedJob? {
        pthread_mutex_lock(mutex)
        if hasRun { awake -= 1 }
        waitForTurn(pillow)
        guard !isEmpty else {
            pthread_mutex_unlock(mutex)
            return nil
        }
        awake += 1
        let job = takeFirst()
        let call = nextCall()
        pthread_mutex_unlock(mutex)
        make(call)
        return job
    }

    /// Nothing more comes; the threads end when all is done.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        let sleepers = asleep
        called += sleepers.count
        asleep = []
        pthread_mutex_unlock(mutex)
        for sleeper in sleepers { sleeper.wake() }
        pthread_cond_broadcast(left)
    }

    /// Whether jobs wait, and none of them was taken for `duration`.
    func isStuck(for duration: Duration) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return !isEmpty && lastMove.duration(to: .now) >= duration
    }

    private func make(_ call: Call) {
        switch call {
        case .nobody: break
        case .watch: pthread_cond_signal(left)
        case .sleeper(let pillow): pillow.wake()
        }
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

    /// Who is to be woken now, so that the work there is gets done.
    private func nextCall() -> Call {
        guard !isEmpty else { return .nobody }
        if awake + called == 0 {
            if watch == .present { return .watch }
        } else {
            guard watch == .nobody, !asleep.isEmpty else { return .nobody }
            watch = .called
        }
        guard let pillow = asleep.popLast() else { return .nobody }
        called += 1
        return .sleeper(pillow)
    }

    /// Returns when this thread shall take a job, or none will come.
    private func waitForTurn(_ pillow: Pillow) {
        var isDue = true
        while !isClosed, isEmpty || !(isDue || awake == 0) {
            isDue = false
            if isEmpty || watch == .present {
                sleep(on: pillow)
            } else {
                lookAfterOthers()
                isDue = true
            }
        }
    }

    private func sleep(on pillow: Pillow) {
        asleep.append(pillow)
        pthread_mutex_unlock(mutex)
        pillow.sleep()
        pthread_mutex_lock(mutex)
        called -= 1
        // Whoever comes takes the place; it may be another than was meant.
        if watch == .called { watch = .nobody }
    }

    /// Waits until the others need help, have come to the end, or none of them is awake.
    private func lookAfterOthers() {
        watch = .present
        var looks = 0
        while !isClosed, looks < 8, isEmpty || awake > 0 {
            let before = lastMove
            waitAMillisecond()
            if isEmpty || lastMove == before { break }
            looks += 1
        }
        watch = .nobody
    }

    /// Waits a millisecond, or until nobody else is awake.
    private func waitAMillisecond() {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_nsec += 1_000_000
        if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
        while !isClosed, isEmpty || awake > 0, pthread_cond_timedwait(left, mutex, &end) != ETIMEDOUT {}
    }

    /// Where one thread sleeps until it is woken, once for each time. A semaphore of its own: a condition of all would wake any of them,
    /// and glibc's (2.36) may lose a signal.
    private final class Pillow {
        private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() { sem_init(semaphore, 0, 0) }

        deinit {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }

        func sleep() { while sem_wait(semaphore) != 0 {} }
        func wake() { sem_post(semaphore) }
    }
}
