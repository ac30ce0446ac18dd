// Govorun: one TCP connection. SPDX-License-Identifier: MIT
import Synchronization

/// Something that waits inside a suspended connection.
protocol Held: AnyObject, Sendable {
    /// The client has left: let go of its work. May be called more than once.
    func clientLeft()
    /// The server stops: let go at once, and never suspend again. May be called more than once.
    func release()
    /// Returns when the work has ended.
    func ended() async
}

/// One TCP connection, from accept to close.
final class Connection: Sendable {
    private struct State {
        var hasHungUp = false
        var held: (any Held)?
        var token: UInt64 = 0
    }

    private let state = Mutex(State())
    let remoteAddress: String

    init(remoteAddress: String) { self.remoteAddress = remoteAddress }

    var token: UInt64 {
        get { state.withLock { $0.token } }
        set { state.withLock { $0.token = newValue } }
    }

    /// Names who is to hear that the client left; nil at the end of a request. Tells at once when it has left already.
    func hold(_ held: (any Held)?) {
        let isLate = state.withLock { state in
            state.held = held
            return state.hasHungUp
        }
        if isLate { held?.clientLeft() }
    }

    /// The peer has closed its side.
    func hangUp() {
        let held = state.withLock { state in
            state.hasHungUp = true
            return state.held
        }
        held?.clientLeft()
    }
}
