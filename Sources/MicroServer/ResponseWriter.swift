internal import CMicroHTTPDShim
// Govorun: answers as the library wants them. SPDX-License-Identifier: MIT
import Glibc

/// Queues one answer on one connection. Used on the library's thread only.
struct ResponseWriter {
    let pointer: ConnectionPointer
    let registry: HeldRegistry
    let configuration: MicroServer.Configuration

    /// - Returns: `MHD_NO` closes the connection.
    func write(_ response: ServerResponse, to connection: Connection?) -> MHD_Result {
        let raw: OpaquePointer?
        switch response.body {
        case .bytes(let bytes): raw = Self.buffer(bytes)
        case .cut(let bytes, let length): raw = Self.cut(bytes, claiming: length)
        case .events(let stream): raw = events(stream, connection)
        case .abort:
            resetOnClose()
            return .NO
        }
        guard let raw else { return .NO }
        defer { MHD_destroy_response(raw) }
        for field in response.headers { MHD_add_response_header(raw, field.name, field.value) }
        let status = (200...599).contains(response.status) ? response.status : 500
        return MHD_queue_response(pointer.raw, UInt32(status), raw)
    }

    private static func buffer(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY) }
    }

    /// Sends what there is and then fails, which closes the connection short of the announced length.
    private static func cut(_ bytes: [UInt8], claiming length: Int) -> OpaquePointer? {
        final class Piece: Sendable {
            let bytes: [UInt8]
            init(_ bytes: [UInt8]) { self.bytes = bytes }
        }
        let piece = Unmanaged.passRetained(Piece(bytes)).toOpaque()
        let raw = MHD_create_response_from_callback(
            UInt64(max(length, bytes.count + 1)), 16_384,
            { context, position, buffer, size in
                guard let context, let buffer else { return cmicrohttpd_end_with_error }
                let bytes = Unmanaged<Piece>.fromOpaque(context).takeUnretainedValue().bytes.dropFirst(Int(position)).prefix(size)
                guard !bytes.isEmpty else { return cmicrohttpd_end_with_error }
                bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(from: $0) }
                return bytes.count
            }, piece, { context in if let context { Unmanaged<Piece>.fromOpaque(context).release() } })
        if raw == nil { Unmanaged<Piece>.fromOpaque(piece).release() }
        return raw
    }

    private func events(_ stream: AsyncStream<ServerEvent>, _ connection: Connection?) -> OpaquePointer? {
        let feed = EventFeed(pointer, limit: configuration.eventBacklogLimit)
        let source = FeedSource(feed: feed, registry: registry)
        guard registry.enter(feed) else { return nil }
        let context = Unmanaged.passRetained(source).toOpaque()
        let raw = MHD_create_response_from_callback(
            cmicrohttpd_unknown_size, 4096,
            { context, _, buffer, size in
                guard let context, let buffer else { return cmicrohttpd_end_with_error }
                let source = Unmanaged<FeedSource>.fromOpaque(context).takeUnretainedValue()
                return source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
            }, context, { context in if let context { Unmanaged<FeedSource>.fromOpaque(context).takeRetainedValue().close() } })
        guard let raw else {
            Unmanaged<FeedSource>.fromOpaque(context).takeRetainedValue().close()
            return nil
        }
        feed.start(stream, heartbeat: configuration.heartbeat)
        connection?.hold(feed)
        return raw
    }

    /// Makes the coming close a reset. The option is the system's to refuse: then the client sees an orderly end, still no answer.
    private func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(cmicrohttpd_socket(pointer.raw), SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

/// What the library holds while it sends a feed.
private final class FeedSource: Sendable {
    let feed: EventFeed
    let registry: HeldRegistry

    init(feed: EventFeed, registry: HeldRegistry) {
        self.feed = feed
        self.registry = registry
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch feed.read(into: buffer) {
        case .bytes(let count): count
        case .wait: 0
        case .end: cmicrohttpd_end_of_stream
        case .failed: cmicrohttpd_end_with_error
        }
    }

    func close() {
        registry.leave(feed)
        feed.release()
    }
}
