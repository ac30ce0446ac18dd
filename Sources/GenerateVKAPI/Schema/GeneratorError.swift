// Govorun: why nothing could be generated. SPDX-License-Identifier: MIT

/// The one error of the generator.
struct GeneratorError: Error, CustomStringConvertible {
    enum Code: Sendable {
        /// A file or folder cannot be read or written.
        case unreadable
        /// The folder holds no schema, or a part of one.
        case incomplete
        /// A reference leads nowhere.
        case undefined
        /// A definition is made of itself.
        case circular
        /// Two things would get one Swift name.
        case nameTaken
        /// An amendment names what the schema does not have.
        case staleAmendment
    }

    let code: Code
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
