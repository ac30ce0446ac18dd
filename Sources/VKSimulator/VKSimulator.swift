// Govorun: VK on this machine. SPDX-License-Identifier: MIT
import MicroServer
import Synchronization
import TapeJSON

/// Answers like VK: the API under `/method/NAME`, long poll under `/longpoll/GROUP`, control under `/simulator/`.
///
/// It is strict: what VK refuses it refuses with VK's code. The world in it is changed from Swift (``addCommunity(name:token:id:screenName:)``,
/// ``write(_:)`` and their like) or over HTTP, with the same effect.
public final class VKSimulator: Sendable {
    /// A listening simulator.
    private enum Life {
        case idle
        case running(MicroServer)
        /// Refusing connections for a while, on purpose.
        case refusing(Task<Void, Never>)
    }

    let configuration: Configuration
    private let world: Mutex<World>
    private let life = Mutex(Life.idle)
    private let boundPort = Mutex(0)

    /// Makes an empty world. Nothing listens before ``start()``.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        world = Mutex(World(configuration))
    }

    /// Starts listening.
    ///
    /// - Throws: `ServerError` when the address cannot be listened on.
    public func start() async throws {
        try listen()
    }

    /// Stops listening; held polls end. The world stays, and ``start()`` goes on with it.
    public func stop() async {
        let before = life.withLock { life in
            defer { life = .idle }
            return life
        }
        change { $0.journal.end() }
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

    private func listen() throws {
        var server = MicroServer.Configuration()
        server.host = configuration.host
        server.port = boundPort.withLock { $0 } == 0 ? configuration.port : boundPort.withLock { $0 }
        let site = Site(simulator: self)
        let running = try MicroServer(server) { request in await site.answer(request) }
        boundPort.withLock { $0 = running.port }
        life.withLock { $0 = .running(running) }
        let isAny = configuration.host == "0.0.0.0" || configuration.host == "::"
        let host = isAny ? "127.0.0.1" : configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        change { $0.baseURL = "http://\(host):\(running.port)" }
    }
}
