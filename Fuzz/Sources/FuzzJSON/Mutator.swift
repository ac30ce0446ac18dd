// Govorun: mutations that know what JSON looks like. SPDX-License-Identifier: MIT

/// libFuzzer's own mutation of bytes.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int) -> Int

/// Every other time leaves the bytes to libFuzzer, else puts a random value where a token stood, or makes a whole new text.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt) -> Int {
    guard let bytes else { return 0 }
    var random = SplitMix(state: UInt64(seed))
    let choice = random.below(8)
    if choice < 4 { return mutateBytes(bytes, count, capacity) }
    var text = Array(UnsafeBufferPointer(start: bytes, count: count))
    if choice == 4 || text.isEmpty {
        text = random.text()
    } else {
        let tokens = text.indices.filter { ",:[]{}\" ".utf8.contains(text[$0]) }
        let start = tokens.isEmpty ? 0 : tokens[random.below(tokens.count)]
        let end = min(text.count, start + random.below(6))
        text.replaceSubrange(
            start..<end, with: choice == 5 ? [",", ":", "[", "]", "{", "}", "\"", "\\u"][random.below(8)].utf8.map { $0 } : random.text())
    }
    for (offset, byte) in text.prefix(capacity).enumerated() { bytes[offset] = byte }
    return min(text.count, capacity)
}

/// A small generator of numbers, so that a seed always makes the same case.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(bound)) }
}

extension SplitMix {
    /// A random text that is nearly always well-formed.
    mutating func text() -> [UInt8] { Array(value(depth: 4).utf8) }

    private mutating func value(depth: Int) -> String {
        switch below(depth > 0 ? 9 : 6) {
        case 0: return ["null", "true", "false"][below(3)]
        case 1, 2: return number()
        case 3, 4, 5: return string()
        case 6, 7:
            return "{" + (0..<below(5)).map { _ in space() + string() + ":" + value(depth: depth - 1) + space() }.joined(separator: ",")
                + "}"
        default: return "[" + (0..<below(6)).map { _ in space() + value(depth: depth - 1) }.joined(separator: ",") + "]"
        }
    }

    private mutating func space() -> String { ["", "", "", " ", "\n", "\t\r"][below(6)] }

    private mutating func number() -> String {
        switch below(6) {
        case 0: return String(Int64(bitPattern: next()))
        case 1: return String(next())
        case 2: return String(below(300) - 20)
        case 3: return "\(Int64(bitPattern: next()) >> below(60)).\(next() >> below(64))"
        case 4: return "\(below(99)).\(next())e\(below(640) - 320)"
        default:
            let value = Double(bitPattern: next())
            return value.isFinite ? "\(value)" : "0"
        }
    }

    private mutating func string() -> String {
        let parts = [
            "a", "b", "peer_id", "Привет", "😀", "é", "e\u{301}", "\\n", "\\\"", "\\u0061", "\\u041f", "\\ud83d\\ude00", "\\ud83d",
            "\\udc00", "/", " ",
        ]
        return "\"" + (0..<below(4)).map { _ in parts[below(parts.count)] }.joined() + "\""
    }
}
