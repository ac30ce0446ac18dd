// Govorun: what the library calls, on the thread that runs it. SPDX-License-Identifier: MIT

internal import CMicroHTTPDShim

extension ServerCore {
    /// - Returns: nil when the library cannot start; `errno` may say why.
    func startDaemon(_ socket: Int32) -> OpaquePointer? {
        let idle = UInt32(clamping: configuration.idleTimeout.components.seconds)
        return cmicrohttpd_start(
            socket, UInt32(clamping: configuration.connectionLimit), idle, configuration.headLimit,
            Unmanaged.passUnretained(self).toOpaque(),
            { owner, connection, _, method, version, upload, size, context in
                guard let core = ServerCore.from(owner), let connection, let size, let request = context?.pointee else { return .NO }
                guard let line = RequestLine(method, version) else { return .NO }
                let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
                let piece = UnsafeRawBufferPointer(start: upload, count: size.pointee)
                size.pointee = 0
                return core.advance(exchange, ConnectionPointer(raw: connection, bell: core.bell), line, piece)
            },
            { _, target, _ in Unmanaged.passRetained(Exchange(target)).toOpaque() },
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
        _ exchange: Exchange, _ pointer: ConnectionPointer, _ line: RequestLine, _ piece: UnsafeRawBufferPointer
    ) -> MHD_Result {
        if let target = exchange.unreadTarget {
            let head = RequestHead(
                method: line.method, target: target, headers: headers(of: pointer.raw),
                remoteAddress: connection(of: pointer.raw)?.remoteAddress ?? "")
            let isPlain = cmicrohttpd_head_is_plain(pointer.raw, exchange.targetEnd, line.rawVersion)
            let fault =
                isPlain ? HeadRules.fault(of: head, version: line.version) : HeadRules.refusal(400, "a line is continued, or holds a NUL")
            if let fault { return perform(.answer(fault), exchange, pointer) }
            return open(exchange, pointer, head)
        }
        if !piece.isEmpty { return exchange.receive(piece) ? .YES : .NO }
        let step = exchange.proceed(pointer, entering: registry) { head, intake in
            Task { [handler, registry] in
                let response =
                    if let request = ServerRequest(head: head, intake: intake) { await handler(request) } else {
                        ServerResponse.badRequest()
                    }
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
        let intake = intake(for: head)
        exchange.startReading(head, intake)
        guard !intake.refuses(length: length, waits: waits) else {
            return perform(.answer(.tooLarge), exchange, pointer)
        }
        return .YES
    }

    private func intake(for head: RequestHead) -> BodyIntake {
        guard let choose = configuration.reception, ServerRequest.mediaType(head.headers) == "multipart/form-data",
            let request = ServerRequest(head: head), let reception = choose(request)
        else { return BodyIntake(limit: configuration.bodyLimitNow?() ?? configuration.bodyLimit) }
        return BodyIntake(reception, contentType: head.headers.first(named: "Content-Type") ?? "")
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
            // At the limit of connections it listens again from the next round on only.
            bell.ring()
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

/// The first line of a request as the library has it; valid during its call only.
private struct RequestLine {
    private let rawMethod: UnsafePointer<CChar>
    let rawVersion: UnsafePointer<CChar>

    init?(_ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?) {
        guard let method, let version else { return nil }
        (rawMethod, rawVersion) = (method, version)
    }

    var method: String { String(cString: rawMethod) }
    var version: String { String(cString: rawVersion) }
}
