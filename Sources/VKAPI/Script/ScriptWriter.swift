// Govorun: scripts as VKScript. SPDX-License-Identifier: MIT
import TapeJSON

/// Writes a script as code (source: the reference, "execute", language).
///
/// Every text is written as a JSON string, which is one of VKScript, and every name is either a word or such a string: so nothing that
/// comes from outside can be read as code.
struct ScriptWriter {
    private var code: [UInt8] = []
    /// Why it cannot be written.
    private var obstacle: String?

    /// The code that does `statements` and returns the list of `results`.
    ///
    /// - Throws: `VKError` with `.badRequest` for what cannot be written.
    static func code(_ statements: [ScriptStatement], returning results: [ScriptExpression]) throws(VKError) -> String {
        var writer = ScriptWriter()
        for statement in statements { writer.write(statement, isNested: false) }
        writer.write("return ")
        writer.write(.list(results))
        writer.write(";")
        if let obstacle = writer.obstacle { throw VKError(.badRequest, method: "execute", message: obstacle) }
        return String(decoding: writer.code, as: UTF8.self)
    }

    // MARK: Statements

    private mutating func write(_ statement: ScriptStatement, isNested: Bool) {
        switch statement {
        case .call(let variable, let call):
            write(isNested ? "a\(variable)=" : "var a\(variable)=")
            write(call)
            write(";")
        case .assign(let variable, let value):
            write(isNested ? "a\(variable)=" : "var a\(variable)=")
            write(value)
            write(";")
        case .branch(let condition, let then, let otherwise):
            // What a branch sets can be read behind it, so it is there before it.
            if !isNested { for variable in Set((then + otherwise).variables).sorted() { write("var a\(variable)=null;") } }
            write("if(")
            write(condition)
            write(")")
            block(then)
            guard !otherwise.isEmpty else { return }
            write("else")
            block(otherwise)
        }
    }

    private mutating func block(_ statements: [ScriptStatement]) {
        write("{")
        for statement in statements { write(statement, isNested: true) }
        write("}")
    }

    private mutating func write(_ call: ScriptCall) {
        let computed = Set(call.computed.map(\.name))
        let known = call.call.parameters.items.filter { !computed.contains($0.name) }
        write("API.\(call.call.method)(")
        write(.object(known.map { ($0.name, .text($0.value)) } + call.computed))
        write(")")
    }

    // MARK: Values

    private mutating func write(_ expression: ScriptExpression) {
        switch expression {
        case .variable(let number): write("a\(number)")
        case .text(let text): quote(text)
        case .number(let number): write(number < 0 ? "(\(number))" : "\(number)")
        case .flag(let flag): write(flag ? "true" : "false")
        case .member(let owner, let name): member(name, of: owner)
        case .element(let list, let position):
            write(list)
            write("[")
            write(position)
            write("]")
        case .projection(let list, let name):
            if !Self.isWord(name) { obstacle = "VK makes no list of a member that is no word" }
            write(list)
            write("@.\(name)")
        case .binary(let left, let sign, let right): chain([left, right], sign.rawValue)
        case .not(let value):
            write("(!")
            write(value)
            write(")")
        // A text before all else: from there on everything is joined as text.
        case .joined(let pieces): chain([.text("")] + pieces, "+")
        case .list(let elements):
            write("[")
            separated(elements) { $0.write($1) }
            write("]")
        case .object(let members):
            write("{")
            separated(members) { writer, member in
                writer.quote(member.name)
                writer.write(":")
                writer.write(member.value)
            }
            write("}")
        }
    }

    private mutating func member(_ name: String, of owner: ScriptExpression) {
        write(owner)
        if Self.isWord(name) { return write(".\(name)") }
        write("[")
        quote(name)
        write("]")
    }

    private mutating func chain(_ operands: [ScriptExpression], _ sign: String) {
        write("(")
        for (index, operand) in operands.enumerated() {
            if index > 0 { write(sign) }
            write(operand)
        }
        write(")")
    }

    private mutating func separated<Part>(_ parts: [Part], _ body: (inout ScriptWriter, Part) -> Void) {
        for (index, part) in parts.enumerated() {
            if index > 0 { write(",") }
            body(&self, part)
        }
    }

    private mutating func quote(_ text: String) {
        if text.contains(ScriptReference.mark) { obstacle = "a text names what only VK will know; write it as `script.text(\"…\")`" }
        code += JSONValue.string(text).bytes
    }

    private mutating func write(_ text: String) { code += text.utf8 }

    /// Whether `name` can stand behind a point: letters, digits and underscores, and none of the words that mean something.
    static func isWord(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first), !reserved.contains(name) else { return false }
        return name.utf8.allSatisfy {
            isDigit($0) || $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static let reserved: Set = [
        "var", "if", "else", "while", "return", "delete", "true", "false", "null", "for", "break", "continue", "function", "do", "switch",
    ]
}
