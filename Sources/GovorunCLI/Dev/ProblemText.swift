// Govorun: what a compiler or `govorun check` has printed, read. SPDX-License-Identifier: MIT
import VKSimulator

/// Finds the errors in what a build has printed: `path:line:column: error: message`, and under it the line of the file.
enum ProblemText {
    /// The errors, each once, in the order they were printed; when there are none, the last lines of `text`.
    ///
    /// - Parameter folder: taken off paths that begin with it.
    static func problems(in text: String, under folder: String = "") -> [BuildReport.Problem] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { plain($0) }
        var problems: [BuildReport.Problem] = []
        for (index, line) in lines.enumerated() {
            guard var problem = problem(in: line, under: folder) else { continue }
            problem.excerpt = excerpt(in: lines[(index + 1)...], line: problem.line)
            if !problems.contains(where: { $0.isSamePlace(as: problem) }) { problems.append(problem) }
        }
        if !problems.isEmpty { return problems }
        if let crash = CrashText(lines, under: folder) { return [crash.problem] }
        // What has no place says itself that it is an error, as whoever shows it does.
        let rest = lines.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(8).map { $0.hasPrefix("error: ") ? String($0.dropFirst(7)) : $0 }
        return [BuildReport.Problem(message: rest.isEmpty ? "the build failed and said nothing" : rest.joined(separator: "\n"))]
    }

    private static func problem(in line: String, under folder: String) -> BuildReport.Problem? {
        guard let mark = line.firstRange(of: ": error: ") else { return nil }
        let message = String(line[mark.upperBound...])
        var place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
        guard place.count >= 3, let column = Int(place.removeLast()), let number = Int(place.removeLast()) else { return nil }
        var file = place.joined(separator: ":")
        if !folder.isEmpty, file.hasPrefix(folder + "/") { file.removeFirst(folder.count + 1) }
        return BuildReport.Problem(file: file, line: number, column: column, message: message)
    }

    /// The line of the file and the caret under it, in the compiler's form (`12 |   text`) or ours (the text alone).
    private static func excerpt(in lines: ArraySlice<String>, line number: Int) -> String {
        guard let first = lines.first, !first.contains(": error: ") else { return "" }
        let numbered = lines.prefix(6).first { $0.hasPrefix("\(number) |") || $0.contains(" \(number) |") }
        if let numbered, let bar = numbered.firstIndex(of: "|") {
            return String(numbered[numbered.index(after: bar)...].drop { $0 == " " })
        }
        guard let second = lines.dropFirst().first, second.contains("^") else { return "" }
        return first + "\n" + second
    }

    /// Without a terminal's colours.
    private static func plain(_ line: Substring) -> String {
        guard line.utf8.contains(0x1b) else { return String(line) }
        var (text, isEscaped) = ("", false)
        for scalar in line.unicodeScalars {
            if scalar == "\u{1b}" {
                isEscaped = true
            } else if isEscaped {
                isEscaped = !scalar.properties.isAlphabetic
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension BuildReport.Problem {
    fileprivate func isSamePlace(as other: Self) -> Bool {
        file == other.file && line == other.line && column == other.column && message == other.message
    }
}
