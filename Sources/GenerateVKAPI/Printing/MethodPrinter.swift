// Govorun: functions that make requests, as Swift. SPDX-License-Identifier: MIT

enum MethodPrinter {
    static func lines(_ function: Function) -> [String] {
        comment(function) + signature(function) + body(function) + ["    }"]
    }

    private static func comment(_ function: Function) -> [String] {
        let fixed = function.fixed.map { $0.value == "true" ? " with `\($0.key)`" : " with `\($0.key)` \($0.value)" }.joined()
        var lines = ["    /// VK's `\(function.method)`\(fixed); \(audience(function.tokens))."]
        let noted = function.parameters.filter { !$0.limits.note.isEmpty }
        if !function.codes.isEmpty {
            let codes = function.codes.map(String.init).joined(separator: ", ")
            lines += ["    ///"] + Layout.comment("Errors beside the common ones: \(codes).", depth: 1)
        }
        guard !noted.isEmpty else { return lines }
        lines += ["    ///", "    /// - Parameters:"]
        for parameter in noted {
            lines += Layout.comment("  - \(parameter.label): \(parameter.limits.note).", depth: 1, continuation: "    ", keeping: 2)
        }
        return lines
    }

    private static func audience(_ tokens: [String]) -> String {
        let names = ["user": "people", "group": "communities", "service": "applications", "open": "anyone"]
        let known = ["user", "group", "service", "open"].filter(tokens.contains).compactMap { names[$0] }
        return known.isEmpty ? "for no usual token" : "for " + known.joined(separator: ", ")
    }

    private static func signature(_ function: Function) -> [String] {
        let parameters = function.parameters.map { parameter in
            guard !parameter.isRequired else { return "\(parameter.name): \(parameter.type.parameterName)" }
            let type = parameter.type.parameterName.hasPrefix("any ") ? "(\(parameter.type.parameterName))" : parameter.type.parameterName
            return "\(parameter.name): \(type)? = nil"
        }
        let answer = "-> Request<\(function.answer.name)> {"
        let line = "    public func \(function.name)(\(parameters.joined(separator: ", "))) \(answer)"
        guard line.count > Layout.width else { return [line] }
        return ["    public func \(function.name)("] + Layout.filled(parameters, depth: 2) + ["    ) \(answer)"]
    }

    private static func body(_ function: Function) -> [String] {
        let client = function.method.contains(".") ? "client." : ""
        let pairs =
            function.fixed.map { "\"\($0.key)\": \($0.value)" }
            + function.parameters.map { "\"\($0.key)\": \($0.argument)" }
        guard !pairs.isEmpty else { return ["        \(client)request(\"\(function.method)\")"] }
        let list = "[\(pairs.joined(separator: ", "))]"
        let line = "        \(client)request(\"\(function.method)\", \(list))"
        // The formatter wants one column more for a call that ends its line.
        if line.count < Layout.width { return [line] }
        let opening = ["        \(client)request(", "            \"\(function.method)\","]
        if 12 + list.count + 1 <= Layout.width { return opening + ["            \(list))"] }
        return opening + ["            ["] + Layout.filled(pairs, depth: 4, trailingComma: true) + ["            ])"]
    }
}

extension Function.Parameter {
    /// The name as callers write it.
    var label: String { name.replacing("`", with: "") }

    /// The value for the dictionary of parameters.
    fileprivate var argument: String { type == .list(.identifier) ? "joined(\(name))" : name }
}

extension Limits {
    /// What a parameter's line in the documentation says; empty when there is nothing to say.
    fileprivate var note: String {
        let facts = sentence.dropFirst(2)
        guard let fallback, !fallback.isEmpty else { return String(facts) }
        return (facts.isEmpty ? "" : facts + "; ") + "\(fallback) if left out"
    }
}
