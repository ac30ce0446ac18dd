// Govorun: keys that take false, or a mapping, where a word stands. SPDX-License-Identifier: MIT
import MarkedYAML

extension Decoder {
    /// Refuses a word where `true`, `false` or a mapping is read: `flood: never`.
    func refuseWord(_ advice: String) throws {
        guard let value = try? singleValueContainer(), let word = try? value.decode(String.self), !word.isEmpty else { return }
        throw DecodingError.dataCorruptedError(in: value, debugDescription: advice)
    }
}
