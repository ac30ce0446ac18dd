// Govorun: the owner of the library's daemon. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Owns the daemon. It outlives the daemon, whose thread holds the core until it is gone.
final class ServerCore: Sendable {
    private enum Life {
        case starting
        case running(DaemonLoop)
        case stopping([CheckedContinuation<Void, Never>])
        case stopped
    }

    let port: Int
    let configuration: MicroServer.Configuration
    let handler: MicroServer.Handler
    let watcher: HangupWatcher
    let bell: LoopBell
    let registry = HeldRegistry()
    private let life = Mutex(Life.starting)

    init(_ configuration: MicroServer.Configuration, handler: @escaping MicroServer.Handler) throws(ServerError) {
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        guard let bell = LoopBell(), let watcher = HangupWatcher() else {
            throw ServerError(.unavailable, host: configuration.host, port: configuration.port, systemError: errno)
        }
        (self.watcher, self.bell) = (watcher, bell)
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
        guard let loop = DaemonLoop(daemon, bell) else {
            let systemError = errno
            watcher.stop()
            throw ServerError(.unavailable, host: configuration.host, port: configuration.port, systemError: systemError)
        }
        life.withLock { $0 = .running(loop) }
    }

    func stop() async {
        guard let loop = takeLoop() else { return await stopped() }
        let held = registry.close()
        for one in held { one.release() }
        await withCheckedContinuation { continuation in
            loop.stop { [self] in
                watcher.stop()
                continuation.resume()
            }
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
        guard let loop = takeLoop() else { return }
        for one in registry.close() { one.release() }
        loop.stop { [self] in watcher.stop() }
    }

    private func takeLoop() -> DaemonLoop? {
        life.withLock { life in
            guard case .running(let loop) = life else { return nil }
            life = .stopping([])
            return loop
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
}
