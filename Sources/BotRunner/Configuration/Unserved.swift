// Govorun: keys of the contract that this build does not serve yet. SPDX-License-Identifier: MIT

/// A key that is known and not served: said to be so at its place, never silently accepted. `false` and `null` switch off what is not there.
struct Unserved: Decodable, Sendable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() { return }
        do {
            if try value.decode(Bool.self) == false { return }
        } catch is DecodingError {
            // Anything but a Boolean asks for the feature.
        }
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "this build does not serve this key yet; leave it out")
    }
}
