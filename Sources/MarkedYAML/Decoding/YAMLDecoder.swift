// Govorun: from YAML nodes to Swift values, with every mistake at once. SPDX-License-Identifier: MIT

/// Decodes `Decodable` types from nodes.
///
/// Known keys are those a type asks for; any other is an error with a suggestion. Text options take what stands in the file,
/// exactly; numbers and Booleans follow YAML 1.2's core schema, and Boolean keys also take `on off yes no`. `Duration` is
/// written `500ms 10s 5m 2h 1d`. An enum that is `CaseIterable` gets its choices listed in errors.
/// After an error the value at fault is left out and decoding begins again, so a type's `init(from:)` may run many times
/// and see stand-ins (0, an empty text) for what was wrong; what it throws because of those is not reported.
public struct YAMLDecoder: Sendable {
    /// Handed to every `init(from:)`.
    public var userInfo: [CodingUserInfoKey: any Sendable]
    /// How many problems are reported of one decoding.
    public var problemLimit = 100

    /// A decoder; `userInfo` is handed to every `init(from:)`.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.userInfo = userInfo
    }

    /// The value a node stands for.
    ///
    /// - Parameter document: names the file for nodes that were made in code; others know theirs.
    /// - Parameter keyPath: where the node is, for errors: `bots.helpdesk.plugins[1].with`.
    /// - Throws: every problem found, in the order of the file.
    public func decode<T: Decodable>(
        _ type: T.Type, from node: YAMLNode, in document: YAMLDocument? = nil, at keyPath: String = ""
    ) throws(YAMLErrors) -> T {
        let (value, problems) = survey(type, from: node, in: document, at: keyPath)
        guard let value, problems.isEmpty else { throw YAMLErrors(problems) }
        return value
    }

    /// What can be read of a node in spite of its mistakes, and all of them; for files whose parts are checked one by one.
    ///
    /// A value at fault is left out: an optional one is `nil`, any other a stand-in such as 0 or an empty text.
    /// - Returns: the value, `nil` when nothing can be read; and the problems in the order of the file, none for a good one.
    public func survey<T: Decodable>(
        _ type: T.Type, from node: YAMLNode, in document: YAMLDocument? = nil, at keyPath: String = ""
    ) -> (value: T?, problems: [YAMLProblem]) {
        let session = DecodingSession(root: node, userInfo: userInfo)
        var report = DecodingReport(root: node, source: node.source ?? document?.source, keyPath: keyPath, limit: problemLimit)
        while true {
            switch Result(catching: { try session.value(type, of: node, at: NodePath()) }) {
            case .success(let value):
                report.noteUnknownKeys(session.opened)
                return (value, report.errors.problems)
            case .failure(let error):
                guard let faulty = report.note(error, of: session) else { return (nil, report.errors.problems) }
                session.drop(faulty)
            }
        }
    }
}
