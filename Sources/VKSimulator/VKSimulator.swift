// Govorun: VK on this machine. SPDX-License-Identifier: MIT
import MicroServer
import Synchronization

/// Answers like VK: the API under `/method/NAME`, long poll under `/longpoll/GROUP`, control under `/simulator/`.
///
/// It is strict: what VK refuses it refuses with VK's code. The world in it is changed from Swift
/// (``addCommunity(name:token:id:screenName:)``, ``write(_:)-(Writing)`` and their like) or over HTTP, with the same effect.
public final class VKSimulator: Sendable {
    private enum Life {
        case idle
        case running(MicroServer)
        /// Refusing connections for a while, on purpose; the task ends that.
        case refusing(Task<Void, Never>)
    }

    let configuration: Configuration
    private let world: Mutex<World>
    private let bell: CallbackBell
    /// Posts events to callback servers while it runs.
    private let sender = Mutex<Task<Void, Never>?>(nil)
    private let life = Mutex(Life.idle)
    /// The port that was bound first is kept for good.
    private let boundPort = Mutex(0)

    /// Makes an empty world. Nothing listens before ``start()``.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        let world = World(configuration)
        bell = world.bell
        self.world = Mutex(world)
    }

    /// The sender holds no simulator while it waits; awake, it sees that this one is gone.
    deinit { bell.end() }

    /// Starts listening; does nothing when it does already.
    ///
    /// - Throws: `ServerError` of MicroServer when the address cannot be listened on.
    public func start() async throws {
        guard life.withLock({ if case .idle = $0 { true } else { false } }) else { return }
        let server = try listen()
        life.withLock { $0 = .running(server) }
        let sender = CallbackSender(time: configuration.time, timeout: configuration.callbacks.timeout, bell: bell) { [weak self] in self }
        self.sender.withLock { $0 = Task { await sender.run() } }
    }

    /// Stops listening; held polls end. The world stays, and ``start()`` goes on with it at the same port.
    public func stop() async {
        let before = life.withLock { life in
            defer { life = .idle }
            return life
        }
        change { $0.journal.end() }
        let sender = sender.withLock { $0.take() }
        sender?.cancel()
        await sender?.value
        switch before {
        case .idle: break
        case .running(let server): await server.stop()
        case .refusing(let pause):
            pause.cancel()
            await pause.value
        }
    }

    /// Where it is reached: `http://127.0.0.1:PORT`. Empty before ``start()``.
    public var baseURL: String { change { $0.baseURL } }

    /// The port that is listened on; 0 before ``start()``.
    public var port: Int { boundPort.withLock { $0 } }

    /// Changes the world or looks at it; everything goes through here, one at a time.
    func change<Result: Sendable, Failure: Error>(_ body: (inout World) throws(Failure) -> Result) throws(Failure) -> Result {
        nonisolated(unsafe) let body = body  // run inside this call, under the lock
        return try world.withLock { (world: inout World) throws(Failure) -> Result in try body(&world) }
    }

    private func listen() throws(ServerError) -> MicroServer {
        var settings = MicroServer.Configuration()
        settings.host = configuration.host
        settings.port = port == 0 ? configuration.port : port
        settings.reception = { [weak self] request in self.flatMap { UploadEndpoint(simulator: $0).reception(for: request) } }
        let server = try MicroServer(settings) { [weak self] request in
            guard let self else { return .abort }
            return await Site(simulator: self).answer(request)
        }
        boundPort.withLock { $0 = server.port }
        let isAny = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isAny ? "127.0.0.1" : configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        change { $0.baseURL = "http://\(host):\(server.port)" }
        return server
    }

    // MARK: Refusing

    /// Stops listening for a while and drops every connection, then goes on at the same port. Does nothing while it does so already.
    func refuseConnections(for duration: Duration) {
        life.withLock { life in
            guard case .running(let server) = life else { return }
            life = .refusing(Task { await refuse(server, for: duration) })
        }
    }

    private func refuse(_ server: MicroServer, for duration: Duration) async {
        await server.stop()
        var pause = duration
        while true {
            do {
                try await configuration.time.sleep(pause)
                return await resume(with: try listen())
            } catch is ServerError {
                pause = .milliseconds(50)  // somebody took the port meanwhile
            } catch {
                return  // stopped
            }
        }
    }

    private func resume(with server: MicroServer) async {
        let isWanted = life.withLock { life in
            guard case .refusing = life else { return false }
            life = .running(server)
            return true
        }
        if !isWanted { await server.stop() }
    }
}
