// Govorun: tables of codes, of token kinds and of lists, as Swift. SPDX-License-Identifier: MIT

enum TablePrinter {
    /// `VKErrorCode` by name.
    static func errors(_ errors: [Schema.ErrorCode]) -> [String] {
        var lines = ["extension VKErrorCode {"]
        for error in errors {
            let name = SwiftName.member(plainName(of: error))
            lines += ["    /// VK's code \(error.code).", "    public static let \(name) = VKErrorCode(rawValue: \(error.code))"]
        }
        lines += ["", "    /// Codes with VK's names of them: `1=unknown`.", "    static let list = \"\"\""]
        return lines + words(errors.map { "\($0.code)=\(plainName(of: $0))" }, depth: 2) + ["        \"\"\"", "}"]
    }

    private static func plainName(of error: Schema.ErrorCode) -> String {
        error.name.hasPrefix("api_error_") ? String(error.name.dropFirst(10)) : error.name
    }

    /// The kinds of token by method: for each set of kinds the methods that it may call, as words of one text.
    static func tokens(_ methods: [Schema.Method]) -> [String] {
        var groups: [String: [String]] = [:]
        for method in methods {
            let kinds = ["user", "community", "service", "open"].filter { method.tokens.contains($0 == "community" ? "group" : $0) }
            groups["[" + kinds.map { ".\($0)" }.joined(separator: ", ") + "]", default: []].append(method.name)
        }
        var lines = [
            "extension TokenKinds {", "    /// Kinds, and the methods that tokens of these kinds may call.",
            "    static let methods: [(kinds: TokenKinds, names: String)] = [",
        ]
        for (kinds, names) in groups.sorted(by: { $0.key < $1.key }) {
            lines += ["        (", "            \(kinds),", "            \"\"\""]
            lines += words(names, depth: 3) + ["            \"\"\"", "        ),"]
        }
        return lines + ["    ]", "}"]
    }

    /// The methods that give a list page by page: for each parameter that turns the pages, and each size of the largest page, 0 where the
    /// schema knows none, their names.
    static func lists(_ methods: [Schema.Method]) -> [String] {
        var groups: [Int: [String: [String]]] = [:]
        for method in methods {
            guard let count = method.parameters.first(where: { $0.name == "count" }) else { continue }
            let turns = ["start_from", "offset"].first { turn in method.parameters.contains { $0.name == turn } }
            guard let turns else { continue }
            groups[count.limits.maximum.flatMap { Int($0) } ?? 0, default: [:]][turns, default: []].append(method.name)
        }
        var lines = [
            "extension PageRules {",
            "    /// The most elements of a page, 0 where that is not known, what turns the pages, and the methods.",
            "    static let methods: [(most: Int, turn: Turn, names: String)] = [",
        ]
        for (most, turns) in groups.sorted(by: { $0.key < $1.key }) {
            for (turn, names) in turns.sorted(by: { $0.key < $1.key }) {
                lines += ["        (", "            \(most), .\(SwiftName.member(turn)),", "            \"\"\""]
                lines += words(names, depth: 3) + ["            \"\"\"", "        ),"]
            }
        }
        return lines + ["    ]", "}"]
    }

    /// Lines of a multi-line literal that reads as one line.
    private static func words(_ words: [String], depth: Int) -> [String] {
        var lines: [String] = []
        var line = Layout.indent(depth)
        for word in words {
            if line.count + word.count + 3 > Layout.width {
                lines.append(line + "\\")
                line = Layout.indent(depth)
            }
            line += word + " "
        }
        return lines + [String(line.dropLast())]
    }
}
