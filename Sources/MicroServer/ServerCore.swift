internal import CMicroHTTPDShim
// Govorun: the owner of the library's daemon. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Owns the daemon. It outlives the daemon: the thread that stops it holds the core until it is gone.
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
    let configuration: MicroServer.Configuration
    let handler: MicroServer.Handler
    let watcher: HangupWatcher
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
}
