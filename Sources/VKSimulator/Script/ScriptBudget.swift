// Govorun: what a script may spend. SPDX-License-Identifier: MIT
import TapeJSON

/// Why a running script fails; the machine adds the line.
struct ScriptFault: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// What is left of a script's allowance.
struct ScriptBudget: Sendable {
    /// API calls inside one code (protocol reference, section 4.2).
    static let calls = 25
    /// Operators, assignments, functions and turns of loops; VK publishes no number.
    static let operations = 1_000
    /// Elements and bytes touched: some tenths of a second. It bounds what few operations can do to large values.
    static let work = 32_000_000
    /// Bytes of the response, and of any one text made from a list or an object.
    static let size = 5 << 20

    private var calls = Self.calls
    private var operations = Self.operations
    private var work = Self.work

    mutating func spendCall() throws(ScriptFault) {
        calls -= 1
        guard calls >= 0 else { throw ScriptFault("more than \(Self.calls) API calls") }
    }

    mutating func spendOperation() throws(ScriptFault) {
        operations -= 1
        guard operations >= 0 else { throw ScriptFault("more than \(Self.operations) operations") }
    }

    /// - Parameter amount: elements or bytes that are about to be looked at, copied or moved.
    mutating func spendWork(_ amount: Int = 1) throws(ScriptFault) {
        work -= amount
        guard work >= 0 else { throw ScriptFault("too much work for one code") }
    }

    /// A name is compared with those of all members.
    mutating func spendWork(lookingUp name: String, in object: JSONObject) throws(ScriptFault) {
        try spendWork(object.count * (1 + name.utf8.count))
    }
}
