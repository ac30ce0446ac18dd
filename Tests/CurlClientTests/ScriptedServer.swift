// Govorun: a TCP server for tests that does what its script says, well or badly. SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// A server on a free port of this machine: a thread accepts, a thread per connection runs the script.
///
/// It ends with its last reference: every connection is shut down, so that no script waits for ever.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (Connection) throws -> Void

    fileprivate struct State {
        var requests: [ReceivedRequest] = []
        var open: Set<Int32> = []
        var connections = 0
        var ended = 0
        var waiters: [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeMet() -> [CheckedContinuation<Void, Never>] {
            let met = waiters.filter { $0.isMet(self) }.map(\.continuation)
            waiters = waiters.filter { !$0.isMet(self) }
            return met
        }
    }

    /// What the listening thread shares with the server, so that it does not keep the server alive.
    final class Record: Sendable {
        private let state = Mutex(State())

        fileprivate func update<R: Sendable>(_ change: (inout State) -> R) -> R {
            let (result, met) = state.withLock { state in
                let result = change(&state)
                return (result, state.takeMet())
            }
            for waiter in met { waiter.resume() }
            return result
        }

        func append(_ request: ReceivedRequest) { update { $0.requests.append(request) } }
    }

    let port: UInt16
    private let listener: Int32
    private let record = Record()

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [ReceivedRequest] { record.update { $0.requests } }
    var connectionCount: Int { record.update { $0.connections } }

    convenience init(_ script: @escaping Script) throws {
        let (listener, port) = try Sockets.listen()
        self.init(listener, port, script)
    }

    /// A server on a Unix-domain socket.
    convenience init(listeningAt path: String, _ script: @escaping Script) throws {
        self.init(try Sockets.listen(at: path), 0, script)
    }

    private init(_ listener: Int32, _ port: UInt16, _ script: @escaping Script) {
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread { [listener, record] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                record.update {
                    $0.connections += 1
                    $0.open.insert(socket)
                }
                Thread.detachNewThread {
                    let connection = Connection(socket, record)
                    try? script(connection)  // a script that cannot go on has ended; its test looks at the client's side
                    record.update {
                        $0.open.remove(socket)
                        $0.ended += 1
                    }
                    close(socket)
                }
            }
        }
    }

    deinit { stop() }

    /// Refuses new connections and ends those there are.
    func stop() {
        stopListening()
        record.update { for socket in $0.open { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    /// Refuses new connections; those there are go on.
    func stopListening() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Waits until so many requests have been read, ever.
    func requests(reach count: Int) async { await wait { $0.requests.count >= count } }

    /// Waits until so many connections have ended, ever.
    func endedConnections(reach count: Int) async { await wait { $0.ended >= count } }

    private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            record.update { $0.waiters.append((isMet, continuation)) }
        }
    }
}

/// One request as the server read it.
struct ReceivedRequest: Sendable {
    let method: String
    let target: String
    /// Names in lower case; the last of equal ones.
    let headers: [String: String]
    let body: [UInt8]
}

extension ScriptedServer {
    /// Answers every request of every connection.
    static func answering(_ reply: @escaping @Sendable (ReceivedRequest) -> Reply = { _ in Reply("ok") }) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while let request = try connection.nextRequest() { try connection.send(reply(request)) }
        }
    }

    /// Reads requests and never answers.
    static func holding() throws -> ScriptedServer {
        try ScriptedServer { connection in while try connection.nextRequest() != nil {} }
    }
}
