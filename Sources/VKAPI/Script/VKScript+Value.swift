// Govorun: what a script refers to. SPDX-License-Identifier: MIT
public import TapeJSON

/// What can stand in a script: a text, a number, a flag, or a value that VK computes.
public protocol VKScriptOperand: Sendable {
    /// How a script writes it.
    var operand: VKScript.Operand { get }
}

extension String: VKScriptOperand {
    /// The text itself; it can never be read as code.
    public var operand: VKScript.Operand { VKScript.Operand(.text(self)) }
}
extension Int: VKScriptOperand {
    /// The number.
    public var operand: VKScript.Operand { VKScript.Operand(.number(self)) }
}
extension Bool: VKScriptOperand {
    /// `true` or `false`.
    public var operand: VKScript.Operand { VKScript.Operand(.flag(self)) }
}

extension VKScript {
    /// A piece of a script.
    public struct Operand: Sendable {
        let expression: ScriptExpression
        init(_ expression: ScriptExpression) { self.expression = expression }
    }

    /// A value that VK will know when the script runs: an answer, or what is made of answers.
    ///
    /// Members are VK's: `users[0].firstName` is `first_name` of the first of `users`, `list.length` the number of its elements. What is not
    /// there is VK's `null`, as is everything of a call that failed.
    @dynamicMemberLookup
    public struct Value<Answer: VKResponse>: VKScriptOperand {
        let expression: ScriptExpression
        init(_ expression: ScriptExpression) { self.expression = expression }

        /// How a script writes it.
        public var operand: Operand { Operand(expression) }

        /// A member, its name in Swift's casing or VK's: `userID` and `user_id` are the same.
        public subscript(dynamicMember name: String) -> Value<JSON> { self[name.snakeCased] }
        /// A member by VK's very name.
        public subscript(_ name: String) -> Value<JSON> { Value<JSON>(.member(expression, name)) }
        /// An element; the first is 0.
        public subscript(_ position: Int) -> Value<JSON> { Value<JSON>(.element(expression, .number(position))) }
        /// An element whose position VK computes.
        public subscript<Number>(_ position: Value<Number>) -> Value<JSON> { Value<JSON>(.element(expression, position.expression)) }

        /// The list of one member of all elements: `friends.all("id", as: Int.self)`.
        ///
        /// - Parameter name: VK's, in letters, digits and underscores.
        public func all<Member: VKResponse>(_ name: String, as type: Member.Type = JSON.self) -> Value<[Member]> {
            Value<[Member]>(.projection(expression, name))
        }

        /// The same value, read as `type` when it comes back.
        public func `as`<Other: VKResponse>(_ type: Other.Type) -> Value<Other> { Value<Other>(expression) }

        /// The same value, which may be missing when it comes back.
        public var optional: Value<Answer?> { Value<Answer?>(expression) }
    }
}

extension VKScript.Value {
    /// An object of the list; the first is 0.
    public subscript<Element>(_ position: Int) -> VKScript.Value<Element> where Answer == VKList<Element> {
        VKScript.Value<Element>(.element(expression, .number(position)))
    }

    /// An element of the list; the first is 0.
    public subscript<Element>(_ position: Int) -> VKScript.Value<Element> where Answer == [Element] {
        VKScript.Value<Element>(.element(expression, .number(position)))
    }
}

extension VKScript.Value where Answer: VKObject & VKListing, Answer.Items: VKResponse {
    /// The elements of this page of a list.
    public var items: VKScript.Value<Answer.Items> { VKScript.Value<Answer.Items>(.member(expression, "items")) }
}

extension Optional: VKResponse where Wrapped: VKResponse {
    /// What can be read, else `nil`.
    public init?(response json: JSON) { self = json.exists ? Wrapped(response: json) : nil }
}

/// A value of a script put into a text by mistake.
enum ScriptReference {
    /// What such a text holds: nothing that a text from outside could hold.
    static let mark = "<known to VK alone, \(UInt64.random(in: .min ... .max))>"
}

extension VKScript.Value: CustomStringConvertible, CustomDebugStringConvertible {
    /// No value: only VK will know it. In a text for VK write `script.text("… \(value) …")`.
    public var description: String { ScriptReference.mark }
    /// The same as `description`.
    public var debugDescription: String { description }
}
