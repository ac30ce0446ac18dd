// Govorun: what a plugin remembers. SPDX-License-Identifier: MIT

/// Something a plugin remembers between messages: `struct Cart: PluginState { var items: [String] = [] }`.
///
/// It is kept as JSON, and with it the version of its type. A property that was added since, and has a default, gets it; whatever else
/// changes is for `migrate`. One value lives under each key of a ``StateScope``, and is absent until it is first changed: then it is `init()`.
public protocol PluginState: Codable, Sendable {
    /// What it is before anything was stored.
    init()

    /// What it is stored under; another name is another value. By default the type's.
    static var name: String { get }

    /// Counted up when what is stored changes its meaning; 1 by default.
    static var version: Int { get }

    /// How long it stays after its last change; `nil`, by default: for ever.
    static var lifetime: Duration? { get }

    /// What was stored by an older `version`, as this version stores it; as it is by default.
    ///
    /// - Throws: anything; the handler that asked then fails, and what is stored stays.
    static func migrate(_ stored: JSON, from version: Int) throws -> JSONValue
}

extension PluginState {
    /// The type's name.
    public static var name: String { String(describing: Self.self) }
    /// The first.
    public static var version: Int { 1 }
    /// For ever.
    public static var lifetime: Duration? { nil }
    /// Taken where the compiler writes none by itself, because a property has no default: tells so at the type's line.
    @available(*, unavailable, message: "every property needs a default, as in: var items: [String] = []")
    public init() { self.init() }
    /// As it is.
    public static func migrate(_ stored: JSON, from version: Int) throws -> JSONValue { JSONValue(stored) }
}

/// Whose a state is.
public enum StateScope: Sendable, Hashable {
    /// One person in one conversation. Stored together with the mark that the update is done: exactly once per update.
    case personHere
    /// The conversation, whoever writes in it. Stored as `personHere`.
    case conversation
    /// One person in all conversations. Stored at once, and once per update.
    case person
    /// All of the bot. Stored at once, and once per update.
    case bot
}
