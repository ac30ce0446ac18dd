// Govorun: a node as a Codable value, to be decoded later by someone else. SPDX-License-Identifier: MIT

extension YAMLNode: Codable {
    /// Captures the node as it stands, with its places; every key in it counts as known.
    ///
    /// - Throws: `DecodingError.typeMismatch` when the decoder is not `YAMLDecoder`'s.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? NodeDecoder else {
            throw DecodingError.typeMismatch(
                YAMLNode.self, .init(codingPath: decoder.codingPath, debugDescription: "only YAMLDecoder can give a YAMLNode"))
        }
        self = decoder.node
    }

    /// Encodes what the node says: scalars as text or nil, lists and mappings as such.
    public func encode(to encoder: any Encoder) throws {
        switch content {
        case .scalar(let text):
            var container = encoder.singleValueContainer()
            if isNull { try container.encodeNil() } else { try container.encode(text) }
        case .sequence(let items): try items.encode(to: encoder)
        case .mapping(let mapping):
            var container = encoder.container(keyedBy: PathStep.self)
            for entry in mapping { try container.encode(entry.value, forKey: .key(entry.name)) }
        }
    }
}
