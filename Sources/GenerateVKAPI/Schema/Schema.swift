// Govorun: VK's schema in memory. SPDX-License-Identifier: MIT

/// All that is generated from; every list is in the order of its names, so that the output does not depend on the files.
struct Schema: Sendable {
    /// One method of VK.
    struct Method: Sendable {
        /// `messages.send`; `execute` alone has no section.
        let name: String
        /// `user`, `group`, `service`, `open`.
        let tokens: [String]
        let parameters: [Node]
        /// The schema's key of an answer, `extendedResponse` for one, and the answer's definition.
        let answers: [(key: String, definition: String)]
        /// Names of the errors that are not common to all methods.
        let errors: [String]
    }

    /// A named error code.
    struct ErrorCode: Sendable {
        let name: String
        let code: Int
    }

    /// VK's API version that the schema describes, `5.199`.
    var version: String
    var methods: [Method]
    var objects: [String: Node]
    /// The answers, each without the envelope's `response`.
    var responses: [String: Node]
    /// In the order of their codes.
    var errors: [ErrorCode]

    /// An object's or an answer's definition.
    func definition(_ name: String) -> Node? { objects[name] ?? responses[name] }
}
