// Govorun: a script made ready to run. SPDX-License-Identifier: MIT
import TapeJSON

/// A script as flat instructions for a machine with a stack: neither running nor releasing it recurses, however it is nested.
struct ScriptProgram: Sendable {
    /// Where a value is kept: a variable, and as many keys inside it as wait on the stack, the innermost on top.
    struct Place: Sendable, Equatable {
        let variable: Int
        var keys = 0
    }

    enum Instruction: Sendable, Equatable {
        /// Puts a value on the stack.
        case constant(JSONValue)
        /// Takes a name, puts the parameter of the whole call of that name.
        case argument
        /// Takes a place's keys, puts its value.
        case load(Place)
        /// Takes a value and a place's keys.
        case store(Place)
        case delete(Place)
        /// Takes arguments and a place's keys, changes the list there, puts the result.
        case change(ScriptFunction, Place, arguments: Int)
        /// Takes arguments and the value whose function it is, puts the result.
        case apply(ScriptFunction, arguments: Int)
        /// Takes a key and a value, puts the member.
        case member
        /// Takes a list, puts the list of its elements' members.
        case project(String)
        case list(count: Int)
        case object(keys: [String])
        case not
        case negate
        case binary(ScriptSign)
        case parse(isWhole: Bool)
        /// Takes the parameters of an API call when there are any, puts its answer.
        case call(String, hasParameters: Bool)
        case jump(to: Int)
        /// Takes a value and jumps when it is false.
        case jumpUnless(to: Int)
        /// Jumps, leaving the value, when its truth is this one; else takes it.
        case jumpKeeping(Bool, to: Int)
        case drop
        /// Takes the result and ends.
        case finish
    }

    /// How deep expressions and statements may be nested.
    static let deepest = 100

    private(set) var instructions: [Instruction] = []
    private(set) var lines: [Int] = []
    var variables = 0

    mutating func append(_ instruction: Instruction, line: Int) {
        instructions.append(instruction)
        lines.append(line)
    }

    /// Where the next instruction will stand.
    var end: Int { instructions.count }

    /// Lets a jump that was appended earlier lead to what comes next.
    mutating func land(_ jump: Int) {
        switch instructions[jump] {
        case .jump: instructions[jump] = .jump(to: end)
        case .jumpUnless: instructions[jump] = .jumpUnless(to: end)
        case .jumpKeeping(let truth, _): instructions[jump] = .jumpKeeping(truth, to: end)
        default: preconditionFailure("only a jump lands")
        }
    }
}
