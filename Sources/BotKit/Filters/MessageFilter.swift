// Govorun: questions about a message. SPDX-License-Identifier: MIT

/// A question about a message that hands on what it found: `.photo` a photo, `.replied` the message replied to, `.isChat` nothing.
///
/// Filters are joined: `.photo && .longer(than: 10)`, `.sticker || …` of one type, `!.forwarded`; what both sides found arrives as two
/// values. They stand in `Received`, in `On(message:)`, and behind any handler for messages: `Command("ban") { … }.when(.isChat)`.
public struct MessageFilter<Value: Sendable>: Sendable {
    let find: @Sendable (Message) -> Value?

    /// A question of one's own; `nil` is "no".
    public init(_ find: @escaping @Sendable (Message) -> Value?) { self.find = find }
}

extension MessageFilter where Value == Void {
    /// A question that finds nothing to hand on.
    public init(where isTrue: @escaping @Sendable (Message) -> Bool) { find = { isTrue($0) ? () : nil } }
}

extension MessageFilter {
    /// Both; neither finds anything to hand on.
    public static func && (left: Self, right: Self) -> Self where Value == Void {
        MessageFilter { left.find($0) == nil ? nil : right.find($0) }
    }

    /// Both; what the left one found.
    public static func && (left: Self, right: MessageFilter<Void>) -> Self {
        MessageFilter { message in left.find(message).flatMap { value in right.find(message).map { value } } }
    }

    /// Both; what the right one found.
    @_disfavoredOverload public static func && <Other>(left: Self, right: MessageFilter<Other>) -> MessageFilter<Other>
    where Value == Void {
        MessageFilter<Other> { message in left.find(message).flatMap { right.find(message) } }
    }

    /// Both; what the one found and what the other.
    @_disfavoredOverload public static func && <Other>(left: Self, right: MessageFilter<Other>) -> MessageFilter<(Value, Other)> {
        MessageFilter<(Value, Other)> { message in
            left.find(message).flatMap { value in right.find(message).map { (value, $0) } }
        }
    }

    /// Either; what the left one found, else what the right one did.
    public static func || (left: Self, right: Self) -> Self {
        MessageFilter { message in left.find(message) ?? right.find(message) }
    }

    /// Everything else; nothing is handed on.
    public static prefix func ! (filter: Self) -> MessageFilter<Void> {
        MessageFilter<Void>(where: { filter.find($0) == nil })
    }

    /// The same question with another look at what it found; `nil` is "no".
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other?) -> MessageFilter<Other> {
        MessageFilter<Other> { message in find(message).flatMap(transform) }
    }
}
