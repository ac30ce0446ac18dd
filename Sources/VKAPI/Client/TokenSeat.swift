// Govorun: one token of a client, with the queue of its calls. SPDX-License-Identifier: MIT
import Synchronization

/// A token, whose it is, and the calls that wait to be sent with it. VK counts each token for itself.
struct TokenSeat: Sendable {
    let kind: TokenKind
    let token: TokenInUse
    let queue: CallQueue
}

/// The token that calls go out with; a person's validation yields another.
final class TokenInUse: Sendable {
    private let secret: Mutex<Secret>

    init(_ secret: Secret) { self.secret = Mutex(secret) }

    var current: Secret {
        get { secret.withLock { $0 } }
        set { secret.withLock { $0 = newValue } }
    }
}

/// Which of a client's tokens a call is sent with.
struct TokenSeats: Sendable {
    /// The client's own.
    let main: TokenSeat
    /// The others.
    var more: [TokenSeat] = []

    var all: [TokenSeat] { [main] + more }

    /// The seat for `call`: the one it asks for, else the client's own if VK opens the method to it, else one that VK does.
    ///
    /// - Throws: `VKError` with `.authorization`, before anything is sent, when there is none.
    func seat(for call: Call) throws(VKError) -> TokenSeat {
        if let wanted = call.options.token {
            guard let seat = all.first(where: { $0.kind == wanted }) else { throw Self.missing(wanted.kinds, for: call.method) }
            return seat
        }
        // A method nobody knows, or that is said to be for VK's own programs: VK itself will answer.
        guard let kinds = TokenKinds.kinds(calling: call.method), !kinds.isEmpty, !kinds.contains(.open) else { return main }
        guard let seat = all.first(where: { kinds.contains($0.kind.kinds) }) else { throw Self.missing(kinds, for: call.method) }
        return seat
    }

    private static func missing(_ kinds: TokenKinds, for method: String) -> VKError {
        let remedy =
            if kinds.contains(.user) {
                "VK opens it to people only: give this bot the token of one as `user_token`"
            } else if kinds.contains(.community) {
                "VK opens it to communities only: it needs a community's token as `token`"
            } else {
                "VK opens it to applications only: it needs a service token"
            }
        return VKError(.authorization, method: method, message: "there is no token for it; \(remedy)")
    }
}
