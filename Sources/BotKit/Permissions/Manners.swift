// Govorun: how a bot behaves among people. SPDX-License-Identifier: MIT

/// What a bot does about people who write in its place, who write too much, and about plugins that keep failing.
public struct Manners: Sendable, Equatable {
    /// For how long plugins are silent in a conversation after an administrator's line; `nil`: they never are.
    public var takeover: Duration? = .seconds(30 * 60)
    /// Whom it stops listening to; `nil`: nobody.
    public var flood: FloodLimit?
    /// After so many updates in a row with which a plugin's handlers failed it gets no more; `nil`: it always does.
    public var parkAfter: Int? = 20

    /// Half an hour of silence, no limit on writing, twenty failures.
    public init() {}
}
