// Govorun: how a bot's life ended. SPDX-License-Identifier: MIT
import BotKit

/// Why a bot runs no more.
public enum BotEnding: Sendable {
    /// It was asked to stop and had finished what it had.
    case drained
    /// Something in `bots.yaml` or in the community's settings has to change: a bad token, long poll switched off, a clash of plugins.
    case misconfigured(String)
    /// Something outside failed for good.
    case failed(String)

    /// The end that `error` is.
    init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .drained
        case let error as BotProblem: self = .misconfigured(error.message)
        case let error as VKError: self = error.isTheTokensFault ? .misconfigured(error.description) : .failed(error.description)
        default: self = .failed("\(error)")
        }
    }
}

/// What keeps a bot from starting and is neither VK's nor the network's.
struct BotProblem: Error {
    let message: String
}

extension VKError {
    /// Whether only a person can mend it: another token, another right, another setting (source: the reference, "Failures" of long poll).
    var isTheTokensFault: Bool {
        failure == .authorization || [.permission, .access, .param].contains(code)
    }
}
