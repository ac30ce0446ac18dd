// Govorun: the machine that runs a script. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Runs a compiled script up to its next API call. It knows no world: who runs it performs the calls.
struct ScriptMachine: Sendable {
    /// What is to be done next.
    enum Step: Sendable {
        /// A call whose answer is wanted.
        case call(String, [FieldList.Field])
        /// The result, written as JSON.
        case finished([UInt8])
    }

    private let program: ScriptProgram
    private let arguments: Parameters
    private var position = 0
    var stack: [JSONValue] = []
    var variables: [JSONValue]
    var budget = ScriptBudget()

    /// - Parameter arguments: the parameters of the whole call.
    init(_ program: ScriptProgram, arguments: Parameters) {
        self.program = program
        self.arguments = arguments
        variables = Array(repeating: .null, count: program.variables)
    }

    /// Goes on until something is to be done.
    ///
    /// - Parameter answer: of the call that was to be done last.
    /// - Throws: error 13 with the line of what went wrong.
    mutating func run(answer: JSONValue? = nil) throws(APIFailure) -> Step {
        if let answer { stack.append(answer) }
        do {
            while true {
                let instruction = program.instructions[position]
                position += 1
                try budget.spendWork()
                if let step = try perform(instruction) { return step }
            }
        } catch {
            throw APIFailure(13, "Script failed at run time: line \(program.lines[position - 1]): \(error.reason)")
        }
    }

    /// What leads elsewhere; all else is about values.
    private mutating func perform(_ instruction: ScriptProgram.Instruction) throws(ScriptFault) -> Step? {
        switch instruction {
        case .jump(let target):
            try budget.spendOperation()
            position = target
        case .jumpUnless(let target): if !stack.removeLast().isTrue { position = target }
        case .jumpKeeping(let truth, let target):
            try budget.spendOperation()
            if stack[stack.count - 1].isTrue == truth { position = target } else { stack.removeLast() }
        case .drop: stack.removeLast()
        case .call(let method, let hasParameters):
            try budget.spendOperation()
            try budget.spendCall()
            return .call(method, try fields(hasParameters ? stack.removeLast() : .null))
        case .finish:
            var writer = JSONWriter()
            try writer.writeBounded(stack.removeLast())
            return .finished(writer.bytes)
        default: try evaluate(instruction)
        }
        return nil
    }

    private mutating func evaluate(_ instruction: ScriptProgram.Instruction) throws(ScriptFault) {
        switch instruction {
        case .constant(let value): stack.append(value)
        case .argument: stack.append(argument(try text(of: stack.removeLast())))
        case .load(let place): stack.append(try load(place))
        case .list(let count): stack.append(.array(try take(count)))
        case .object(let keys): stack.append(.object(try object(keys)))
        case .member:
            let key = stack.removeLast()
            stack.append(try member(key, of: stack.removeLast()))
        case .project(let name): stack.append(try project(name, stack.removeLast()))
        default:
            try budget.spendOperation()
            try operate(instruction)
        }
    }

    /// What counts as an operation.
    private mutating func operate(_ instruction: ScriptProgram.Instruction) throws(ScriptFault) {
        switch instruction {
        case .store(let place): try store(place)
        case .delete(let place): try delete(place)
        case .change(let function, let place, let count): stack.append(try change(function, place, try take(count)))
        case .apply(let function, let count):
            let arguments = try take(count)
            stack.append(try apply(function, to: stack.removeLast(), arguments))
        case .not: stack.append(.bool(!stack.removeLast().isTrue))
        case .negate: stack.append(try ScriptNumber.whole(0).applying(.minus, try number(stack.removeLast())).value)
        case .binary(let sign):
            let right = stack.removeLast()
            stack.append(try binary(stack.removeLast(), sign, right))
        case .parse(let isWhole): stack.append(try parse(stack.removeLast(), isWhole: isWhole))
        default: preconditionFailure("every other instruction is performed above")
        }
    }

    /// The last values of the stack, the first of them first.
    mutating func take(_ count: Int) throws(ScriptFault) -> [JSONValue] {
        try budget.spendWork(count)
        let values = Array(stack.suffix(count))
        stack.removeLast(count)
        return values
    }

    /// A parameter of the whole call; never its token.
    private func argument(_ name: String) -> JSONValue {
        name == "access_token" ? .null : arguments.text(name).map(JSONValue.string) ?? .null
    }
}
