// Govorun: readiness of file descriptors. SPDX-License-Identifier: MIT
import CCurlShim
import Glibc

/// One epoll set, used by one thread.
final class Epoll {
    /// What is ready; the values are those of `EPOLLIN` and its kin.
    struct Events: OptionSet {
        let rawValue: UInt32
        static let readable = Events(rawValue: EPOLLIN.rawValue)
        static let writable = Events(rawValue: EPOLLOUT.rawValue)
        static let broken = Events(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    private let descriptor: Int32
    private let ready: UnsafeMutableBufferPointer<epoll_event>

    init() throws(HTTPError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        ready = .allocate(capacity: 512)
        guard descriptor >= 0 else { throw HTTPError(.systemFailed, context: .init(option: "epoll_create1", systemError: Int(errno))) }
    }

    deinit {
        ready.deallocate()
        if descriptor >= 0 { _ = close(descriptor) }
    }

    /// Watches a descriptor, known before or not; `tag` comes back with its events. `false` when the system refuses.
    @discardableResult
    func watch(_ target: Int32, for events: Events, tag: UInt64) -> Bool {
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: tag))
        if epoll_ctl(descriptor, EPOLL_CTL_MOD, target, &event) == 0 { return true }
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, target, &event) == 0
    }

    /// Stops watching; the descriptor may be closed already.
    func forget(_ target: Int32) {
        var event = epoll_event()
        epoll_ctl(descriptor, EPOLL_CTL_DEL, target, &event)
    }

    /// Waits for events, at most until `deadline` (`monotonicNanoseconds`; `.max` is for ever), and hands each to `body`.
    func wait(until deadline: Int64, _ body: (_ tag: UInt64, _ events: Events) -> Void) {
        var milliseconds: Int32 = -1
        if deadline != .max {
            // Rounded up: waking a little early would spin until the deadline.
            milliseconds = Int32(clamping: (max(0, deadline - monotonicNanoseconds()) + 999_999) / 1_000_000)
        }
        let count = epoll_wait(descriptor, ready.baseAddress, Int32(ready.count), milliseconds)
        for event in ready.prefix(max(0, Int(count))) { body(event.data.u64, Events(rawValue: event.events)) }
    }
}
