// Govorun: calls and literals of VKScript, compiled. SPDX-License-Identifier: MIT
import TapeJSON

extension ScriptCompiler {
    /// `API.section.method(…)`
    mutating func call() throws(APIFailure) {
        try advance()
        var parts: [String] = []
        while try take(.dot) { parts.append(try name("a method's name")) }
        guard !parts.isEmpty else { throw unexpected("'.'") }
        try expect(.parenthesis)
        let hasParameters = !isAt(.parenthesisEnd)
        if hasParameters { try expression() }
        try expect(.parenthesisEnd)
        emit(.call(parts.joined(separator: "."), hasParameters: hasParameters))
    }

    /// `Args.name` or `Args["name"]`
    mutating func argument() throws(APIFailure) {
        try advance()
        if try take(.bracket) {
            try expression()
            try expect(.bracketEnd)
        } else {
            try expect(.dot)
            emit(.constant(.string(try name("a parameter's name"))))
        }
        emit(.argument)
    }

    /// `.name(…)` after an operand, the parenthesis coming next; leaves a value.
    mutating func function(_ name: String, of operand: inout Operand) throws(APIFailure) {
        guard let function = ScriptFunction(rawValue: name) else {
            throw .compilation(token.line, "there is no function '\(name.prefix(40))'")
        }
        if !function.isChange { load(operand) }
        try advance()
        let count = try elements(until: .parenthesisEnd) { (compiler) throws(APIFailure) in try compiler.expression() }
        guard function.arity.contains(count) else { throw .compilation(token.line, "'\(name)' does not take \(count) arguments") }
        if function.isChange, case .place(let place) = operand {
            emit(.change(function, place, arguments: count))
        } else {
            emit(.apply(function, arguments: count))
        }
        operand = .value
    }

    mutating func list() throws(APIFailure) {
        try advance()
        let count = try elements(until: .bracketEnd) { (compiler) throws(APIFailure) in try compiler.expression() }
        emit(.list(count: count))
    }

    mutating func object() throws(APIFailure) {
        try advance()
        var keys: [String] = []
        _ = try elements(until: .braceEnd) { (compiler) throws(APIFailure) in
            keys.append(try compiler.literalKey())
            try compiler.expect(.colon)
            try compiler.expression()
        }
        emit(.object(keys: keys))
    }

    private mutating func literalKey() throws(APIFailure) -> String {
        guard case .constant(let value) = token.kind else { return try name("a key") }
        try advance()
        return value.scalarText ?? ""
    }

    /// Elements between commas, one of which may end the list.
    ///
    /// - Returns: how many.
    private mutating func elements(
        until end: ScriptSign, _ element: (inout ScriptCompiler) throws(APIFailure) -> Void
    ) throws(APIFailure) -> Int {
        var count = 0
        while !isAt(end) {
            try element(&self)
            count += 1
            guard try take(.comma) else { break }
        }
        try expect(end)
        return count
    }
}
