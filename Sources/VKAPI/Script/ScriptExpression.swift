// Govorun: what a script computes, before it is written. SPDX-License-Identifier: MIT

/// A value of a script, as a tree; it holds no answer, only how VK comes to one.
indirect enum ScriptExpression: Sendable {
    /// A variable of the script, by its number.
    case variable(Int)
    case text(String)
    case number(Int)
    case flag(Bool)
    /// A member by VK's name.
    case member(ScriptExpression, String)
    case element(ScriptExpression, ScriptExpression)
    /// The list of a member of a list's elements.
    case projection(ScriptExpression, String)
    case binary(ScriptExpression, ScriptOperator, ScriptExpression)
    case not(ScriptExpression)
    /// Pieces one after the other, as text.
    case joined([ScriptExpression])
    case list([ScriptExpression])
    case object([(name: String, value: ScriptExpression)])
}

/// An operator of VKScript between two values.
enum ScriptOperator: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divide = "/"
    case remainder = "%"
    case equal = "=="
    case different = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
}

/// One step of a script.
enum ScriptStatement: Sendable {
    /// A call whose answer becomes a variable.
    case call(Int, ScriptCall)
    /// A variable gets a value.
    case assign(Int, ScriptExpression)
    case branch(ScriptExpression, then: [ScriptStatement], otherwise: [ScriptStatement])
}

/// A call inside a script: parameters that are known, and those that VK computes.
struct ScriptCall: Sendable {
    let call: Call
    let computed: [(name: String, value: ScriptExpression)]
}

extension [ScriptStatement] {
    /// Every call, of all branches.
    var calls: [ScriptCall] {
        flatMap { statement -> [ScriptCall] in
            switch statement {
            case .call(_, let call): [call]
            case .assign: []
            case .branch(_, let then, let otherwise): then.calls + otherwise.calls
            }
        }
    }

    /// How many calls VK makes at most: of two branches it takes one.
    var mostCalls: Int {
        reduce(0) { sum, statement -> Int in
            switch statement {
            case .call: sum + 1
            case .assign: sum
            case .branch(_, let then, let otherwise): sum + Swift.max(then.mostCalls, otherwise.mostCalls)
            }
        }
    }

    /// The variables that are set here, in branches too.
    var variables: [Int] {
        flatMap { statement -> [Int] in
            switch statement {
            case .call(let variable, _), .assign(let variable, _): [variable]
            case .branch(_, let then, let otherwise): then.variables + otherwise.variables
            }
        }
    }
}
