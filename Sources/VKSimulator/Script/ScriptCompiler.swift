// Govorun: statements of VKScript, compiled. SPDX-License-Identifier: MIT
import TapeJSON

/// Compiles a script in one pass.
struct ScriptCompiler: Sendable {
    private var lexer: ScriptLexer
    /// The word that comes next.
    private(set) var token: ScriptToken
    /// Where the word before it stands.
    private var line = 1
    private(set) var program = ScriptProgram()
    private var slots: [String: Int] = [:]
    private var depth = 0
    private var returns = false

    /// - Throws: error 12 with the line of what is wrong.
    static func compile(_ code: String) throws(APIFailure) -> ScriptProgram {
        var compiler = try ScriptCompiler(code)
        while compiler.token.kind != .end { try compiler.statement() }
        guard compiler.returns else { throw .compilation(compiler.token.line, "nothing is returned") }
        compiler.emit(.constant(.null))
        compiler.emit(.finish)
        return compiler.program
    }

    private init(_ code: String) throws(APIFailure) {
        lexer = ScriptLexer(code)
        token = try lexer.next()
    }

    // MARK: Words

    mutating func advance() throws(APIFailure) {
        line = token.line
        token = try lexer.next()
    }

    func isAt(_ sign: ScriptSign) -> Bool { token.kind == .sign(sign) }

    /// Steps over a sign when it comes next.
    mutating func take(_ sign: ScriptSign) throws(APIFailure) -> Bool {
        guard isAt(sign) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ sign: ScriptSign) throws(APIFailure) {
        guard try take(sign) else { throw unexpected("'\(sign.rawValue)'") }
    }

    mutating func name(_ what: String) throws(APIFailure) -> String {
        guard case .name(let name) = token.kind else { throw unexpected(what) }
        try advance()
        return name
    }

    func unexpected(_ wanted: String) -> APIFailure { .compilation(token.line, "\(wanted) expected, not \(token.spelling)") }

    // MARK: Emitting

    /// - Returns: where the instruction stands.
    @discardableResult
    mutating func emit(_ instruction: ScriptProgram.Instruction) -> Int {
        program.append(instruction, line: line)
        return program.end - 1
    }

    mutating func land(_ jump: Int) { program.land(jump) }

    /// Everything that recurses goes through here.
    mutating func nested(_ body: (inout ScriptCompiler) throws(APIFailure) -> Void) throws(APIFailure) {
        guard depth < ScriptProgram.deepest else { throw .compilation(token.line, "nested deeper than \(ScriptProgram.deepest)") }
        depth += 1
        try body(&self)
        depth -= 1
    }

    func variable(_ name: String) throws(APIFailure) -> ScriptProgram.Place {
        guard let slot = slots[name] else { throw .compilation(token.line, "there is no variable '\(name.prefix(40))'") }
        return ScriptProgram.Place(variable: slot)
    }

    // MARK: Statements

    private mutating func statement() throws(APIFailure) {
        if try take(.semicolon) { return }
        if isAt(.brace) { return try nested { (compiler) throws(APIFailure) in try compiler.block() } }
        guard case .name(let word) = token.kind else { return try expressionStatement() }
        switch word {
        case "var": try declaration()
        case "if": try condition()
        case "while": try loop()
        case "return": try result()
        case "delete": try removal()
        case "for", "break", "continue", "function", "do", "switch", "else":
            throw .compilation(token.line, "unexpected '\(word)'")
        default: try expressionStatement()
        }
    }

    private mutating func body() throws(APIFailure) {
        try nested { (compiler) throws(APIFailure) in try compiler.statement() }
    }

    private mutating func block() throws(APIFailure) {
        try expect(.brace)
        while !isAt(.braceEnd) {
            guard token.kind != .end else { throw unexpected("'}'") }
            try statement()
        }
        try advance()
    }

    private mutating func declaration() throws(APIFailure) {
        try advance()
        repeat {
            let name = try name("a variable's name")
            guard !Self.reserved.contains(name) else { throw .compilation(token.line, "'\(name)' is no name for a variable") }
            if try take(.assign) { try expression() } else { emit(.constant(.null)) }
            emit(.store(ScriptProgram.Place(variable: slot(of: name))))
        } while try take(.comma)
        try expect(.semicolon)
    }

    private static let reserved: Set = [
        "var", "if", "else", "while", "return", "delete", "true", "false", "null", "API", "Args", "parseInt", "parseDouble", "for", "break",
        "continue", "function", "do", "switch",
    ]

    private mutating func slot(of name: String) -> Int {
        if let slot = slots[name] { return slot }
        slots[name] = program.variables
        program.variables += 1
        return program.variables - 1
    }

    /// A chain of `else if` is one statement, not a nest.
    private mutating func condition() throws(APIFailure) {
        var ends: [Int] = []
        while true {
            try advance()
            let miss = try test()
            try body()
            guard token.kind == .name("else") else {
                land(miss)
                break
            }
            ends.append(emit(.jump(to: 0)))
            land(miss)
            try advance()
            guard token.kind == .name("if") else {
                try body()
                break
            }
        }
        for end in ends { land(end) }
    }

    private mutating func loop() throws(APIFailure) {
        try advance()
        let start = program.end
        let miss = try test()
        try body()
        emit(.jump(to: start))
        land(miss)
    }

    /// A condition in parentheses.
    ///
    /// - Returns: the jump that is taken when it is false.
    private mutating func test() throws(APIFailure) -> Int {
        try expect(.parenthesis)
        try expression()
        try expect(.parenthesisEnd)
        return emit(.jumpUnless(to: 0))
    }

    private mutating func result() throws(APIFailure) {
        try advance()
        try expression()
        emit(.finish)
        try expect(.semicolon)
        returns = true
    }

    private mutating func removal() throws(APIFailure) {
        try advance()
        guard case .place(let place) = try primary(), place.keys > 0 else { throw .compilation(token.line, "only a member can be deleted") }
        emit(.delete(place))
        try expect(.semicolon)
    }

    private mutating func expressionStatement() throws(APIFailure) {
        let start = try operand()
        if isAt(.assign) {
            guard case .place(let place) = start else { throw .compilation(token.line, "only a variable or a member can be assigned") }
            try advance()
            try expression()
            emit(.store(place))
        } else {
            try expression(after: start)
            emit(.drop)
        }
        try expect(.semicolon)
    }
}
