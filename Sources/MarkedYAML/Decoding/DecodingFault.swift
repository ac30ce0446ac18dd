// Govorun: what goes wrong while a value is decoded. SPDX-License-Identifier: MIT

/// Our own part of a `DecodingError`, carried as its `underlyingError`.
///
/// The errors themselves are `DecodingError`, so that a type may try one shape, catch, and try another.
struct DecodingFault: Error {
    let code: YAMLProblem.Code
    /// What is wrong, without the place: "expected a whole number, found 'many'".
    let reason: String
}

extension DecodingError {
    static func fault(_ code: YAMLProblem.Code, _ reason: String, at path: NodePath) -> DecodingError {
        .dataCorrupted(.init(codingPath: path.steps, debugDescription: reason, underlyingError: DecodingFault(code: code, reason: reason)))
    }

    static func mismatch(_ type: any Any.Type, _ reason: String, at path: NodePath) -> DecodingError {
        let fault = DecodingFault(code: .wrongType, reason: reason)
        return .typeMismatch(type, .init(codingPath: path.steps, debugDescription: reason, underlyingError: fault))
    }

    static func missing(_ key: any CodingKey, at path: NodePath) -> DecodingError {
        let fault = DecodingFault(code: .missingKey, reason: "missing key '\(key.stringValue)'")
        return .keyNotFound(key, .init(codingPath: path.steps, debugDescription: fault.reason, underlyingError: fault))
    }

    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "cannot be read")
        }
    }

    /// Ours if we threw it; nil if the type being decoded did.
    var fault: DecodingFault? { context.underlyingError as? DecodingFault }

    /// Where it is, counting a missing key as a place of its own.
    var path: NodePath {
        var steps = context.codingPath.map { $0 as? PathStep ?? $0.intValue.map(PathStep.index) ?? .key($0.stringValue) }
        if case .keyNotFound(let key, _) = self { steps.append(.key(key.stringValue)) }
        return NodePath(steps: steps)
    }

    /// The same error at another place.
    func moved(to path: NodePath) -> DecodingError {
        let moved = Context(codingPath: path.steps, debugDescription: context.debugDescription, underlyingError: context.underlyingError)
        return switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, moved)
        case .valueNotFound(let type, _): .valueNotFound(type, moved)
        case .keyNotFound(let key, _): .keyNotFound(key, moved)
        default: .dataCorrupted(moved)
        }
    }
}
