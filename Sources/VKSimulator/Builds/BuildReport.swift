// Govorun: how the bots are being rebuilt. SPDX-License-Identifier: MIT
import TapeJSON

/// What the web chat shows while somebody edits plugins: whether the bots are being rebuilt, and what keeps them from it.
public struct BuildReport: Sendable, Equatable {
    /// How far it has come.
    public enum Stage: String, Sendable {
        /// Compiling or starting.
        case building
        /// The bots as they were before go on.
        case failed
        /// The bots are the newest.
        case running
    }

    /// Something wrong, and where.
    public struct Problem: Sendable, Equatable {
        /// The file; empty when the problem is of none.
        public var file: String
        /// 1 and up; 0 when unknown.
        public var line: Int
        /// 1 and up; 0 when unknown.
        public var column: Int
        /// What is wrong.
        public var message: String
        /// The line of the file, if there is one; under it a caret may stand.
        public var excerpt: String

        /// A problem at a place.
        public init(file: String = "", line: Int = 0, column: Int = 0, message: String, excerpt: String = "") {
            (self.file, self.line, self.column) = (file, line, column)
            (self.message, self.excerpt) = (message, excerpt)
        }
    }

    /// How far it has come.
    public var stage: Stage
    /// What is wrong; empty unless it failed.
    public var problems: [Problem]
    /// How long it took from the saving of the file; `nil` before the end.
    public var took: Duration?

    /// A report.
    public init(_ stage: Stage, problems: [Problem] = [], took: Duration? = nil) {
        (self.stage, self.problems, self.took) = (stage, problems, took)
    }

    var json: JSONValue {
        let list = problems.map { problem -> JSONValue in
            [
                "file": JSONValue(problem.file), "line": JSONValue(problem.line), "column": JSONValue(problem.column),
                "message": JSONValue(problem.message), "excerpt": JSONValue(problem.excerpt),
            ]
        }
        var json: JSONObject = ["stage": JSONValue(stage.rawValue), "problems": .array(list)]
        if let took { json["took_ms"] = JSONValue(Int(took / .milliseconds(1))) }
        return .object(json)
    }
}

extension VKSimulator {
    /// Shows in the web chat how the bots are being rebuilt; the event `build`, and `build` in `state`.
    public func show(_ report: BuildReport) {
        change { world in
            world.build = report
            world.journal.note("build") { $0.member("build", report.json) }
        }
    }
}
