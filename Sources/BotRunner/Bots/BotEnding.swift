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
}

/// What a bot is doing.
public enum BotState: Sendable {
    /// It learns who it is and starts its plugins.
    case starting
    /// It reads updates.
    case polling
    /// It does nothing any more.
    case stopped(BotEnding)

    /// One word for `/health`.
    var name: String {
        switch self {
        case .starting: "starting"
        case .polling: "polling"
        case .stopped: "stopped"
        }
    }
}
