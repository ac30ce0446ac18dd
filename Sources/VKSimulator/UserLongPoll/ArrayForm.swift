// Govorun: how user long poll writes its answers. SPDX-License-Identifier: MIT
import TapeJSON

/// Arrays of codes in version 3, cut to what `mode` asks for (protocol reference, section 8).
struct ArrayForm: PollForm {
    private static let versions = 0...19

    private let mode: Int
    private let version: Int

    init(_ parameters: Parameters) {
        mode = parameters.text("mode").flatMap { Int($0) } ?? 0
        version = parameters.text("version").flatMap { Int($0) } ?? 0
    }

    var refusal: JSONValue? {
        guard !Self.versions.contains(version) else { return nil }
        return ["failed": 4, "min_version": JSONValue(Self.versions.lowerBound), "max_version": JSONValue(Self.versions.upperBound)]
    }

    func position(_ ts: Int) -> JSONValue { JSONValue(ts) }

    func extras(_ ts: Int) -> JSONObject { mode & 32 != 0 ? ["pts": JSONValue(ts)] : [:] }

    /// Messages are kept with all that a mode can ask for.
    func event(_ kept: [UInt8]) -> [UInt8] {
        guard mode & 130 != 130, let root = try? JSONDocument(kept).root, root[0].int == 4 || root[0].int == 5 else { return kept }
        var values = Array(root.items)
        if mode & 128 == 0, values.count > 8 { values.removeLast() }
        if mode & 2 == 0, values.count > 7 { values.remove(at: 7) }
        return JSONValue.array(values.map { JSONValue($0) }).bytes
    }
}
