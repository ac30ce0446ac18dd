// Govorun: one pool of connections, a multi handle of libcurl. SPDX-License-Identifier: MIT
import CCurlShim

/// One multi handle and its place in the loop's epoll set; used by the loop's thread only.
///
/// Polls and calls never share one: at each end of a request libcurl walks all connections of the multi, so a call among
/// 10 000 held polls costs ten times its price.
final class Shard {
    private let index: UInt64
    private let epoll: Epoll
    private let configuration: CurlClient.Configuration
    private var multi: UnsafeMutableRawPointer?

    /// When libcurl wants to be called without an event; `.max` for never.
    private(set) var deadline = Int64.max
    /// When the connections of a pool that nobody uses are closed; `.max` while somebody does.
    private(set) var idleDeadline = Int64.max
    /// Requests in it.
    private(set) var active = 0

    /// - Parameter isSpare: whether it is made at its first request only.
    init(index: Int, epoll: Epoll, configuration: CurlClient.Configuration, isSpare: Bool = false) throws(HTTPError) {
        self.index = UInt64(index)
        self.epoll = epoll
        self.configuration = configuration
        if !isSpare { try open() }
    }

    deinit { close() }

    /// Starts a request that has its options.
    func add(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
        if multi == nil { try open() }
        active += 1
        allowConnections()
        let code = curl_multi_add_handle(multi, easy)
        guard code == CURLM_OK else {
            active -= 1
            throw HTTPError(code == CURLM_OUT_OF_MEMORY ? .outOfMemory : .rejectedOption, context: .init(option: "curl_multi_add_handle"))
        }
        idleDeadline = .max
    }

    /// Ends a request, finished or not.
    func remove(_ easy: UnsafeMutableRawPointer, now: Int64) {
        _ = curl_multi_remove_handle(multi, easy)
        active -= 1
        allowConnections()
        guard active == 0 else { return }
        idleDeadline = now + configuration.idleTimeout.deadlineNanoseconds
    }

    /// Lets libcurl act on a descriptor that is ready.
    func act(on descriptor: Int32, _ events: Epoll.Events) {
        var mask: Int32 = 0
        if events.contains(.readable) { mask |= CURL_CSELECT_IN }
        if events.contains(.writable) { mask |= CURL_CSELECT_OUT }
        if !events.isDisjoint(with: .broken) { mask |= CURL_CSELECT_ERR }
        var running: Int32 = 0
        _ = curl_multi_socket_action(multi, descriptor, mask, &running)
    }

    /// Lets libcurl act on what is due, and closes what has been idle for too long.
    func actOnTime(now: Int64) {
        if deadline <= now {
            deadline = .max
            var running: Int32 = 0
            _ = curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
        }
        // libcurl looks for stale connections only when the next request comes: without one they would stay for ever.
        if idleDeadline <= now { close() }
    }

    /// The next request that has ended, with libcurl's verdict. It stays in the pool until `remove`.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        guard active > 0 else { return nil }
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, ccurl_message_result(message))
        }
        return nil
    }

    private func open() throws(HTTPError) {
        guard let multi = curl_multi_init() else { throw HTTPError(.outOfMemory) }
        self.multi = multi
        let context = Unmanaged.passUnretained(self).toOpaque()
        let codes = [
            ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections),
            ccurl_multi_set_timer(multi, timerCallback, context),
            ccurl_multi_set_socket(multi, socketCallback, context),
        ]
        guard codes.allSatisfy({ $0 == CURLM_OK }) else { throw HTTPError(.rejectedOption, context: .init(option: "CURLMOPT")) }
    }

    private func close() {
        guard let multi else { return }
        // Closing calls back, and this object may be on its way out: descriptors leave the epoll set when they are closed.
        _ = ccurl_multi_set_socket(multi, nil, nil)
        _ = ccurl_multi_set_timer(multi, nil, nil)
        _ = curl_multi_cleanup(multi)
        self.multi = nil
        (deadline, idleDeadline) = (.max, .max)
    }

    /// Keeps libcurl's cap, which counts connections in use too, at those in use plus the idle ones allowed. libcurl closes one
    /// connection at most per request that ends, hence at every change.
    private func allowConnections() {
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, active + configuration.maximumIdleConnections)
    }

    fileprivate func watch(_ descriptor: Int32, _ what: Int32) {
        guard what != CURL_POLL_REMOVE else { return epoll.forget(descriptor) }
        var events: Epoll.Events = []
        if what & CURL_POLL_IN != 0 { events.insert(.readable) }
        if what & CURL_POLL_OUT != 0 { events.insert(.writable) }
        // Refused only without kernel memory; the request then ends at its deadline.
        epoll.watch(descriptor, for: events, tag: index << 32 | UInt64(UInt32(bitPattern: descriptor)))
    }

    fileprivate func setTimer(milliseconds: Int) {
        deadline = milliseconds < 0 ? .max : monotonicNanoseconds() + Int64(milliseconds) * 1_000_000
    }
}

private let socketCallback: curl_socket_callback = { _, descriptor, what, context, _ in
    guard let context else { return 0 }
    Unmanaged<Shard>.fromOpaque(context).takeUnretainedValue().watch(descriptor, what)
    return 0
}

private let timerCallback: curl_multi_timer_callback = { _, milliseconds, context in
    guard let context else { return 0 }
    Unmanaged<Shard>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds: milliseconds)
    return 0
}
