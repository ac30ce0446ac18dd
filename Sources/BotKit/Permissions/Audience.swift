// Govorun: who may use a plugin. SPDX-License-Identifier: MIT

/// One item of a plugin's `allow:` list, or of a handler's `allow`; it is open to whoever any item covers.
public enum Audience: Sendable, Hashable {
    /// Everybody.
    case everyone
    /// Members of the community.
    case members
    /// Administrators of the chat it is used in; in private, and where the bot is no administrator itself, nobody.
    case chatAdmins
    /// The people under the bot's `admins:`.
    case admins
    /// One person.
    case person(Int)
    /// Those who support the community through VK Donut.
    case donut

    /// Whether VK has to be asked.
    var asksVK: Bool { self == .members || self == .chatAdmins || self == .donut }
}
