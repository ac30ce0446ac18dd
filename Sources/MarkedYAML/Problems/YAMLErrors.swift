// Govorun: all problems of a YAML file at once. SPDX-License-Identifier: MIT

/// What reading or decoding a file throws: every problem found, in the order of the file.
public struct YAMLErrors: Error, Sendable, Hashable {
    /// Sorted by file and place; empty only where `interpolated` has already told everything.
    public let problems: [YAMLProblem]

    /// Collects problems and sorts them; two with one place and one message become one.
    public init(_ problems: [YAMLProblem]) {
        var seen = Set<YAMLProblem>()
        self.problems = problems.filter { seen.insert($0).inserted }.sorted {
            ($0.file, $0.mark.offset, $0.message) < ($1.file, $1.mark.offset, $1.message)
        }
    }
}

extension YAMLErrors: CustomStringConvertible {
    /// Every problem as people read it.
    public var description: String {
        problems.map(\.rendered).joined(separator: "\n")
    }
}
