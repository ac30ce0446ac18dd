// Govorun: libyaml's complaints in plain words. SPDX-License-Identifier: MIT

extension SyntaxError {
    /// The complaint as a problem: where the cause is, and what to do about it.
    func explained(in source: YAMLSource) -> YAMLProblem {
        if let (mark, message) = badIndentation(in: source) { return YAMLProblem(.syntax, in: source, at: mark, message: message) }
        let opening = source.mark(at: contextOffset)
        if problem == "found unexpected end of stream", context?.contains("quoted scalar") == true {
            return YAMLProblem(.syntax, in: source, at: opening, message: "the quote that opens here is never closed")
        }
        let isName = problem == "did not find expected alphabetic or numeric character"
        let mark = isName ? opening : source.mark(at: offset)
        return YAMLProblem(.syntax, in: source, at: mark, message: sentence(at: mark, opening: opening, source))
    }

    /// A tab or a no-break space before the first word of the line that broke: what the eye does not see is told first.
    private func badIndentation(in source: YAMLSource) -> (YAMLMark, String)? {
        let mark = source.mark(at: offset)
        guard let line = source.line(mark.line) else { return nil }
        let indent = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
        guard let bad = indent.firstIndex(where: { $0 != " " }) else { return nil }
        let column = indent.distance(from: indent.startIndex, to: bad)
        let name = indent[bad] == "\t" ? "tabs" : "no-break spaces (U+00A0)"
        let place = YAMLMark(line: mark.line, column: column + 1, offset: mark.offset - mark.column + 1 + column)
        return (place, "this line is indented with \(name); YAML takes only ordinary spaces there")
    }

    private func sentence(at mark: YAMLMark, opening: YAMLMark, _ source: YAMLSource) -> String {
        let since = opening.line == mark.line ? "" : " that begins in line \(opening.line)"
        switch problem {
        case "mapping values are not allowed in this context":
            return "a ':' is not allowed here; check the indentation, and put a text that holds ': ' in quotes"
        case "did not find expected key":
            return "this does not fit the mapping\(since): check indentation, quotes and commas"
        case "did not find expected '-' indicator":
            return "this does not fit the list\(since): every item begins with '- ' in the same column"
        case "could not find expected ':'": return "a ':' is missing after the key in line \(opening.line)"
        case "did not find expected ',' or ']'": return "a ',' or ']' is missing in the list\(since)"
        case "did not find expected ',' or '}'": return "a ',' or '}' is missing in the mapping\(since)" + colonAdvice(at: mark, source)
        case "found character that cannot start any token": return unquoted(at: mark, source)
        case "block sequence entries are not allowed in this context":
            return "a list cannot begin here; put its '- ' items on lines of their own under the key"
        case "found unknown escape character":
            return "unknown escape in a text with double quotes; write \\\\ for a backslash, or use single quotes"
        case "did not find expected <document start>": return "this text belongs to nothing above it; check the indentation"
        case "did not find expected node content": return "a value is missing here"
        case "found undefined tag handle": return "unknown tag; a text that begins with '!' needs quotes"
        case "did not find expected alphabetic or numeric character":
            return "a text that begins with '*' or '&' needs quotes"
        default: return context.map { "\(problem) (\($0))" } ?? problem
        }
    }

    /// `{ a: b: c }`: the second ':' is where it breaks.
    private func colonAdvice(at mark: YAMLMark, _ source: YAMLSource) -> String {
        let character = source.line(mark.line)?.unicodeScalars.dropFirst(mark.column - 1).first
        return character == ":" ? "; put quotes around a text that holds ': '" : ""
    }

    private func unquoted(at mark: YAMLMark, _ source: YAMLSource) -> String {
        let scalars = source.line(mark.line).map { Array($0.unicodeScalars) } ?? []
        guard scalars.indices.contains(mark.column - 1) else { return "a value is missing here" }
        guard scalars[mark.column - 1] != "\t" else { return "a tab cannot stand here; use spaces" }
        return "'\(scalars[mark.column - 1])' cannot begin a value; put the text in quotes"
    }
}
