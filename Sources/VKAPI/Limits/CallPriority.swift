// Govorun: who goes first when calls wait. SPDX-License-Identifier: MIT

/// How urgent a call is among those that wait for a slot of the same token.
///
/// Whatever waits long enough goes before what is more urgent and has just come: nobody starves.
public enum CallPriority: Int, Sendable, CaseIterable {
    /// The answer to a button press: the button spins until it comes, and VK takes it for a minute.
    case press
    /// The answer to a person, and everything else unless told otherwise.
    case reply
    /// Nobody waits for it: mailings, schedules, pages of a long list.
    case background

    /// How much later than it came a call of this priority counts as come.
    var handicap: Duration {
        switch self {
        case .press: .seconds(-5)
        case .reply: .zero
        case .background: .seconds(5)
        }
    }

    /// The priority of `method` when nothing else is said.
    static func usual(for method: String) -> CallPriority { method == "messages.sendMessageEventAnswer" ? .press : .reply }
}
