// Govorun: expressions of VKScript, compiled. SPDX-License-Identifier: MIT
import TapeJSON

extension ScriptCompiler {
    /// What an operand turned out to be.
    enum Operand {
        /// A place whose keys are on the stack; it is not read yet, since it may be assigned.
        case place(ScriptProgram.Place)
        /// A value on the stack.
        case value
    }

    /// A whole expression; its value ends up on the stack.
    mutating func expression() throws(APIFailure) {
        try nested { (compiler) throws(APIFailure) in try compiler.expression(after: try compiler.operand()) }
    }

    /// The rest of an expression whose first operand has been read.
    mutating func expression(after first: Operand) throws(APIFailure) {
        load(first)
        try operators(from: 1)
        guard try take(.question) else { return }
        let miss = emit(.jumpUnless(to: 0))
        try expression()
        let end = emit(.jump(to: 0))
        land(miss)
        try expect(.colon)
        try expression()
        land(end)
    }

    /// All operators that bind at least so tightly; a long sum is a loop, not a recursion.
    private mutating func operators(from weakest: Int) throws(APIFailure) {
        while case .sign(let sign) = token.kind, let strength = sign.strength, strength >= weakest {
            try advance()
            let jump = sign == .and || sign == .or ? emit(.jumpKeeping(sign == .or, to: 0)) : nil
            load(try operand())
            try operators(from: strength + 1)
            if let jump { land(jump) } else { emit(.binary(sign)) }
        }
    }

    /// An operand with the signs before it.
    mutating func operand() throws(APIFailure) -> Operand {
        var signs: [ScriptProgram.Instruction] = []
        while true {
            if try take(.not) {
                signs.append(.not)
            } else if try take(.minus) {
                signs.append(.negate)
            } else {
                break
            }
        }
        let operand = try primary()
        guard !signs.isEmpty else { return operand }
        load(operand)
        for sign in signs.reversed() { emit(sign) }
        return .value
    }

    mutating func load(_ operand: Operand) {
        if case .place(let place) = operand { emit(.load(place)) }
    }

    // MARK: Operands

    /// A value or place with everything that follows it: members, elements, functions, projections.
    mutating func primary() throws(APIFailure) -> Operand {
        var operand = try start()
        while case .sign(let sign) = token.kind {
            switch sign {
            case .dot:
                try advance()
                let name = try name("a member's name")
                if isAt(.parenthesis) {
                    try function(name, of: &operand)
                } else {
                    try key(of: &operand) { $0.emit(.constant(.string(name))) }
                }
                if isAt(.parenthesis) { throw unexpected("an operator") }
            case .bracket:
                try advance()
                try key(of: &operand) { (compiler) throws(APIFailure) in try compiler.expression() }
                try expect(.bracketEnd)
            case .projection:
                try advance()
                load(operand)
                operand = .value
                emit(.project(try name("a member's name")))
            default: return operand
            }
        }
        return operand
    }

    private mutating func start() throws(APIFailure) -> Operand {
        switch token.kind {
        case .constant(let value):
            try advance()
            emit(.constant(value))
        case .name(let name): return try word(name)
        case .sign(.parenthesis):
            try advance()
            try expression()
            try expect(.parenthesisEnd)
        case .sign(.bracket): try list()
        case .sign(.brace): try object()
        default: throw unexpected("a value")
        }
        return .value
    }

    private mutating func word(_ name: String) throws(APIFailure) -> Operand {
        switch name {
        case "true", "false", "null":
            try advance()
            emit(.constant(name == "null" ? .null : .bool(name == "true")))
        case "API": try call()
        case "Args": try argument()
        case "parseInt", "parseDouble":
            try advance()
            try expect(.parenthesis)
            try expression()
            try expect(.parenthesisEnd)
            emit(.parse(isWhole: name == "parseInt"))
        default:
            let place = try variable(name)
            try advance()
            return .place(place)
        }
        return .value
    }

    /// One key more, by which the operand is read or assigned.
    private mutating func key(
        of operand: inout Operand, _ emitKey: (inout ScriptCompiler) throws(APIFailure) -> Void
    ) throws(APIFailure) {
        try emitKey(&self)
        switch operand {
        case .value: emit(.member)
        case .place(var place):
            guard place.keys < ScriptProgram.deepest else { throw .compilation(token.line, "nested deeper than \(ScriptProgram.deepest)") }
            place.keys += 1
            operand = .place(place)
        }
    }
}

extension ScriptSign {
    /// How tightly an operator binds its operands, from 1; nil for what is none.
    fileprivate var strength: Int? {
        switch self {
        case .or: 1
        case .and: 2
        case .equal, .different: 3
        case .less, .greater, .lessOrEqual, .greaterOrEqual: 4
        case .plus, .minus: 5
        case .times, .divide, .remainder: 6
        default: nil
        }
    }
}
