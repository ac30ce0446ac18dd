internal import CMicroHTTPDShim
// Govorun: notices clients that leave while their answer is held. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Watches every connection for the peer's end in an epoll of its own.
///
/// The library looks at no suspended connection, so a client that gives up a long poll would stay for ever. One registration per
/// connection, edge triggered, costs two system calls in its life and nothing per request.
final class HangupWatcher: Sendable {
    private let poll: Int32
    private let wake: Int32
    private let watched = Mutex<[UInt64: Connection]>([:])
    private let nextToken = Atomic<UInt64>(1)

    /// - Returns: nil when the system gives no descriptor or thread; `errno` says why.
    init?() {
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wake = eventfd(0, Int32(EFD_CLOEXEC))
        let (poll, wake) = (poll, wake)
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: 0))
        guard poll >= 0, wake >= 0, epoll_ctl(poll, EPOLL_CTL_ADD, wake, &event) == 0, startThread({ [self] in run() }) else {
            return nil
        }
    }

    deinit {
        close(poll)
        close(wake)
    }

    /// Ends the thread, which holds the watcher until then.
    func stop() {
        var one: UInt64 = 1
        _ = write(wake, &one, MemoryLayout<UInt64>.size)
    }

    /// - Returns: what ``forget(_:)`` wants to hear.
    func watch(_ descriptor: Int32, _ connection: Connection) -> UInt64 {
        let token = nextToken.wrappingAdd(1, ordering: .relaxed).oldValue
        watched.withLock { $0[token] = connection }
        var event = epoll_event(events: EPOLLRDHUP.rawValue | EPOLLET.rawValue, data: epoll_data_t(u64: token))
        _ = epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)
        return token
    }

    /// Stops watching; the descriptor may be closed afterwards.
    func forget(_ token: UInt64, _ descriptor: Int32) {
        _ = epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, nil)
        watched.withLock { $0[token] = nil }
    }

    private func run() {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
            while let start = events.baseAddress {
                let count = epoll_wait(poll, start, Int32(events.count), -1)
                guard count >= 0 || errno == EINTR else { return }
                for event in events.prefix(Int(max(count, 0))) {
                    guard event.data.u64 != 0 else { return }
                    watched.withLock { $0[event.data.u64] }?.hangUp()
                }
            }
        }
    }
}
