// Govorun: why a program died, by what it printed. SPDX-License-Identifier: MIT
import VKSimulator

/// The reason of a trap and the plugin's lines that led there, out of a backtrace full of registers and libraries.
struct CrashText {
    let problem: BuildReport.Problem

    /// As many lines of plugins as say where it happened.
    private static let frames = 6

    /// `nil` when nothing in `lines` is a fatal error.
    ///
    /// - Parameter folder: taken off paths that begin with it.
    init?(_ lines: [String], under folder: String) {
        guard let line = lines.first(where: { $0.contains("Fatal error: ") || $0.hasSuffix("Fatal error") }) else { return nil }
        let start = line.firstRange(of: "Fatal error")?.lowerBound ?? line.startIndex
        let places = lines.compactMap { Place($0, under: folder) }.prefix(Self.frames)
        let message = ([String(line[start...])] + places.dropFirst().map { "  called at \($0.text)" }).joined(separator: "\n")
        guard let first = places.first else {
            problem = BuildReport.Problem(message: String(line[start...]))
            return
        }
        problem = BuildReport.Problem(file: first.file, line: first.line, column: first.column, message: message)
    }

    /// A line of a plugin in a frame: `3 [ra] 0x… Shop.total() + 24 in govorun at /bots/Plugins/Shop/Shop.swift:12:9`.
    private struct Place {
        let file: String
        let line: Int
        let column: Int
        var text: String { "\(file):\(line):\(column)" }

        init?(_ frame: String, under folder: String) {
            guard let at = frame.firstRange(of: " at "), let plugins = frame.firstRange(of: "Plugins/"), plugins.lowerBound >= at.upperBound
            else { return nil }
            var parts = frame[at.upperBound...].split(separator: ":")
            guard parts.count >= 3, let column = Int(parts.removeLast()), let line = Int(parts.removeLast()) else { return nil }
            let path = parts.joined(separator: ":")
            file = !folder.isEmpty && path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
            (self.line, self.column) = (line, column)
        }
    }
}
