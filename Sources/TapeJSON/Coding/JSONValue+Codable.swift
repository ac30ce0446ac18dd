// Govorun: JSON values inside Codable types. SPDX-License-Identifier: MIT

extension JSONValue: Decodable {
    /// Takes any value; exact from a `TapeDecoder`, as good as the decoder allows from any other.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ViewDecoder {
            self.init(decoder.view)
        } else if let members = try? decoder.container(keyedBy: CodingStep.self) {
            self = .object(JSONObject(distinct: try members.allKeys.map { ($0.stringValue, try members.decode(Self.self, forKey: $0)) }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(Self.self)) }
            self = .array(values)
        } else {
            try self.init(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }
}

extension JSONValue: Encodable {
    /// Encodes the value with any encoder; one other than `TapeEncoder` may lose the order of members.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .object(let object):
            var container = encoder.container(keyedBy: CodingStep.self)
            for (key, value) in object { try container.encode(value, forKey: CodingStep(stringValue: key)) }
        default:
            var container = encoder.singleValueContainer()
            try encode(scalarTo: &container)
        }
    }

    private func encode(scalarTo container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .digits(let text): try container.encode(Double(text) ?? .nan)
        case .string(let text): try container.encode(text)
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

extension JSON: Encodable {
    /// Encodes the value as it stands; `null` for the absent view.
    public func encode(to encoder: any Encoder) throws { try JSONValue(self).encode(to: encoder) }
}
