internal import CMicroHTTPDShim
// Govorun: the owner of the library's daemon. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Owns the daemon and takes its callbacks. It outlives the daemon: the thread that stops it holds the core until it is gone.
final class ServerCore: Sendable {
    private enum Life {
        case starting
        case running(DaemonPointer)
        case stopping([CheckedContinuation<Void, Never>])
        case stopped
    }

    /// `@unchecked`: the daemon has locks of its own; the pointer is taken out exactly once, by whoever stops it.
    private struct DaemonPointer: @unchecked Sendable {
        let raw: OpaquePointer
    }

    let port: Int
    private let configuration: MicroServer.Configuration
    private let handler: MicroServer.Handler
    private let watcher: HangupWatcher
    let registry = HeldRegistry()
    private let life = Mutex(Life.starting)

    init(_ configuration: MicroServer.Configuration, handler: @escaping MicroServer.Handler) throws(ServerError) {
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        guard let watcher = HangupWatcher() else {
            throw ServerError(.unavailable, host: configuration.host, port: configuration.port, systemError: errno)
        }
        self.watcher = watcher
        self.configuration = configuration
        self.handler = handler
        port = socket.port
        let descriptor = socket.release()
        guard let daemon = startDaemon(descriptor) else {
            let systemError = errno
            close(descriptor)
            watcher.stop()
            throw ServerError(.unavailable, host: configuration.host, port: configuration.port, systemError: systemError)
        }
        let pointer = DaemonPointer(raw: daemon)
        life.withLock { $0 = .running(pointer) }
    }

    // MARK: Stopping

    func stop() async {
        guard let daemon = takeDaemon() else { return await stopped() }
        let held = registry.close()
        for one in held { one.release() }
        await withCheckedContinuation { continuation in
            let stop: @Sendable () -> Void = { [self] in
                shutDown(daemon)
                continuation.resume()
            }
            if !startThread(stop) { stop() }
        }
        for one in held { await one.ended() }
        let waiting = life.withLock { life in
            defer { life = .stopped }
            if case .stopping(let waiting) = life { return waiting }
            return []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Stops without waiting, for a server that was dropped.
    func abandon() {
        guard let daemon = takeDaemon() else { return }
        for one in registry.close() { one.release() }
        let stop: @Sendable () -> Void = { [self] in shutDown(daemon) }
        if !startThread(stop) { stop() }
    }

    private func takeDaemon() -> DaemonPointer? {
        life.withLock { life in
            guard case .running(let daemon) = life else { return nil }
            life = .stopping([])
            return daemon
        }
    }

    private func stopped() async {
        await withCheckedContinuation { continuation in
            let isOver = life.withLock { life in
                guard case .stopping(let waiting) = life else { return true }
                life = .stopping(waiting + [continuation])
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func shutDown(_ daemon: DaemonPointer) {
        MHD_stop_daemon(daemon.raw)
        watcher.stop()
    }

    // MARK: The library's callbacks, each on one of its threads

    private func startDaemon(_ socket: Int32) -> OpaquePointer? {
        let idle = UInt32(clamping: configuration.idleTimeout.components.seconds)
        return cmicrohttpd_start(
            socket, UInt32(clamping: configuration.threads), UInt32(clamping: configuration.connectionLimit), idle,
            configuration.headLimit, Unmanaged.passUnretained(self).toOpaque(),
            { owner, connection, _, method, _, upload, size, context in
                guard let core = ServerCore.from(owner), let connection, let method, let size, let request = context?.pointee else {
                    return .NO
                }
                let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
                let piece = UnsafeRawBufferPointer(start: upload, count: size.pointee)
                size.pointee = 0
                return core.advance(exchange, ConnectionPointer(raw: connection), method: method, piece)
            },
            { _, target, _ in Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "")).toOpaque() },
            { owner, connection, context, outcome in
                guard let core = ServerCore.from(owner), let request = context?.pointee else { return }
                context?.pointee = nil
                let exchange = Unmanaged<Exchange>.fromOpaque(request).takeRetainedValue()
                core.complete(exchange, connection, outcome)
            },
            { owner, connection, context, event in
                guard let core = ServerCore.from(owner), let connection, let context else { return }
                core.connection(connection, context, event)
            })
    }

    private static func from(_ owner: UnsafeMutableRawPointer?) -> ServerCore? {
        owner.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The head was read, or a piece of the body, or all of it, or the answer is ready.
    private func advance(
        _ exchange: Exchange, _ pointer: ConnectionPointer, method: UnsafePointer<CChar>, _ piece: UnsafeRawBufferPointer
    ) -> MHD_Result {
        if let target = exchange.unreadTarget {
            return open(
                exchange, pointer,
                RequestHead(
                    method: String(cString: method), target: target, headers: headers(of: pointer.raw),
                    remoteAddress: connection(of: pointer.raw)?.remoteAddress ?? ""))
        }
        if !piece.isEmpty { return exchange.receive(piece) ? .YES : .NO }
        let step = exchange.proceed(pointer, entering: registry) { head, body in
            Task { [handler, registry] in
                let response =
                    if let request = ServerRequest(head: head, body: body) { await handler(request) } else { ServerResponse.badRequest() }
                exchange.finish(response)
                registry.leave(exchange)
            }
        }
        return perform(step, exchange, pointer)
    }

    private func perform(_ step: Exchange.Step, _ exchange: Exchange, _ pointer: ConnectionPointer) -> MHD_Result {
        let connection = connection(of: pointer.raw)
        switch step {
        case .wait:
            connection?.hold(exchange)
            return .YES
        case .hangUp:
            return .NO
        case .answer(let response):
            connection?.hold(nil)
            return ResponseWriter(pointer: pointer, registry: registry, configuration: configuration).write(response, to: connection)
        }
    }

    private func open(_ exchange: Exchange, _ pointer: ConnectionPointer, _ head: RequestHead) -> MHD_Result {
        let length = head.headers.first(named: "Content-Length").flatMap { Int($0) } ?? 0
        let waits = head.headers.first(named: "Expect")?.lowercased() == "100-continue"
        exchange.startReading(head, limit: configuration.bodyLimit)
        guard !BodyIntake(limit: configuration.bodyLimit).refuses(length: length, waits: waits) else {
            return perform(.answer(.tooLarge), exchange, pointer)
        }
        return .YES
    }

    private func complete(_ exchange: Exchange, _ pointer: OpaquePointer?, _ outcome: MHD_RequestTerminationCode) {
        if let pointer { connection(of: pointer)?.hold(nil) }
        if outcome != .REQUEST_TERMINATED_COMPLETED_OK { exchange.clientLeft() }
    }

    private func connection(
        _ pointer: OpaquePointer, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ event: MHD_ConnectionNotificationCode
    ) {
        let descriptor = cmicrohttpd_socket(pointer)
        if event == .CONNECTION_NOTIFY_STARTED {
            let connection = Connection(remoteAddress: numericAddress(cmicrohttpd_client_address(pointer)))
            context.pointee = Unmanaged.passRetained(connection).toOpaque()
            connection.token = watcher.watch(descriptor, connection)
        } else if let raw = context.pointee {
            context.pointee = nil
            let connection = Unmanaged<Connection>.fromOpaque(raw).takeRetainedValue()
            watcher.forget(connection.token, descriptor)
        }
    }

    private func connection(of pointer: OpaquePointer) -> Connection? {
        cmicrohttpd_socket_context(pointer).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func headers(of pointer: OpaquePointer) -> FieldList {
        var headers = FieldList(ignoresCase: true)
        withUnsafeMutablePointer(to: &headers) { list in
            _ = MHD_get_connection_values(
                pointer, .HEADER_KIND,
                { list, _, name, value in
                    guard let list, let name else { return .NO }
                    list.assumingMemoryBound(to: FieldList.self).pointee
                        .append(String(cString: name), value.map { String(cString: $0) } ?? "")
                    return .YES
                }, list)
        }
        return headers
    }
}
