// Govorun: a community of the simulator, for who made it. SPDX-License-Identifier: MIT

/// A community that was added: its identity and its token.
public struct Community: Sendable {
    /// The community id, positive.
    public let id: Int
    /// Its name.
    public let name: String
    /// Its short name.
    public let screenName: String
    /// The token that acts as it. Made up, worth nothing outside the simulator.
    public let token: String
}
