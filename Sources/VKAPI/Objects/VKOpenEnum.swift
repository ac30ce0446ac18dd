// Govorun: words and numbers to which VK may add. SPDX-License-Identifier: MIT
public import TapeJSON

/// One of VK's words, `chat_invite_user` for one: the known ones are static members, an unknown one is kept as it came.
public protocol VKWord: RawRepresentable<String>, Hashable, Sendable, ParameterValue, VKResponse, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// What VK writes as `rawValue`.
    init(rawValue: String)
}

extension VKWord {
    /// A string; `nil` for anything else.
    public init?(response json: JSON) {
        guard let word = json.string else { return nil }
        self.init(rawValue: word)
    }

    /// As VK writes it.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// As VK writes it.
    public var description: String { rawValue }

    /// Whether VK writes them alike.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Hashes what VK writes.
    public func hash(into hasher: inout Hasher) { rawValue.hash(into: &hasher) }

    /// The word that VK always sends here; an empty one when it is missing all the same.
    init(orEmpty json: JSON) { self.init(rawValue: json.string ?? "") }
}

/// One of VK's numbers that stand for something: the known ones are static members, an unknown one is kept as it came.
public protocol VKNumber: RawRepresentable<Int>, Hashable, Sendable, ParameterValue, VKResponse, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// What VK writes as `rawValue`.
    init(rawValue: Int)
}

extension VKNumber {
    /// A whole number, also in quotes; `nil` for anything else.
    public init?(response json: JSON) {
        guard let number = json.int else { return nil }
        self.init(rawValue: number)
    }

    /// As VK writes it.
    public init(integerLiteral value: Int) { self.init(rawValue: value) }

    /// The digits.
    public var description: String { String(rawValue) }

    /// Whether VK writes them alike.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Hashes what VK writes.
    public func hash(into hasher: inout Hasher) { rawValue.hash(into: &hasher) }

    /// The number that VK always sends here; 0 when it is missing all the same.
    init(orEmpty json: JSON) { self.init(rawValue: json.int ?? 0) }
}
