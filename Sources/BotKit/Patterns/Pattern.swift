// Govorun: patterns that cannot hang a bot. SPDX-License-Identifier: MIT
internal import CPCRE2Shim

/// A compiled PCRE2 pattern: UTF-8, Unicode classes, any letter case unless told otherwise, with bounded effort per match.
public final class Pattern: Sendable {
    /// Steps after which a match is given up: about 0.1 ms (measured).
    private static let matchLimit: UInt32 = 100_000
    /// Nesting on the heap, for what is too deep for JIT's stack: `(a|b)*` takes some levels a letter, and a message has up to 9000 letters.
    private static let depthLimit: UInt32 = 100_000

    /// The pattern as written.
    public let source: String
    /// The names of its groups with their numbers; several where `(?J)` lets groups share a name.
    let names: [String: [Int]]
    // Proof for both: a compiled pattern and a match context are only read after `init`, which PCRE2 allows from any thread.
    private nonisolated(unsafe) let code: OpaquePointer
    private nonisolated(unsafe) let context: OpaquePointer

    /// Compiles `source`.
    ///
    /// - Throws: `PatternError` with the place of the mistake.
    public init(_ source: String, ignoresCase: Bool = true) throws(PatternError) {
        var error: Int32 = 0
        var offset = 0
        let bytes = Array(source.utf8)
        guard let code = cpcre2_compile(bytes, bytes.count, ignoresCase ? 1 : 0, &error, &offset) else {
            throw PatternError(code: .syntax, pattern: source, offset: offset, reason: Self.text(of: error))
        }
        guard let context = cpcre2_context(Self.matchLimit, Self.depthLimit) else {
            cpcre2_code_free(code)
            throw PatternError(code: .outOfMemory, pattern: source, offset: nil, reason: "out of memory")
        }
        self.source = source
        self.code = code
        self.context = context
        names = Self.names(of: code)
    }

    deinit {
        cpcre2_context_free(context)
        cpcre2_code_free(code)
    }

    /// The first match in `text`; `nil` when there is none.
    ///
    /// - Throws: `PatternError` when the match takes too many steps: the pattern is at fault, and "no match" would be a guess.
    public func firstMatch(in text: String) throws(PatternError) -> PatternMatch? {
        guard let data = cpcre2_data(code) else {
            throw PatternError(code: .outOfMemory, pattern: source, offset: nil, reason: "out of memory")
        }
        defer { cpcre2_data_free(data) }
        var text = text
        let (found, groups) = text.withUTF8 { bytes -> (Int32, [String?]) in
            // An empty string may have no address; PCRE2 wants one.
            let start = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)
            let found = cpcre2_match(code, start, bytes.count, data, context)
            return (found, found > 0 ? Self.groups(of: data, count: Int(found), in: bytes) : [])
        }
        if found == cpcre2_no_match() { return nil }
        guard found > 0 else { throw PatternError(code: .tooManySteps, pattern: source, offset: nil, reason: Self.text(of: found)) }
        return PatternMatch(groups: groups, names: names)
    }

    private static func groups(of data: OpaquePointer, count: Int, in bytes: UnsafeBufferPointer<UInt8>) -> [String?] {
        guard let offsets = cpcre2_offsets(data) else { return [] }
        return (0..<count).map { group in
            let (start, end) = (offsets[group * 2], offsets[group * 2 + 1])
            guard start != cpcre2_unset(), start <= end, end <= bytes.count else { return nil }
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }

    /// PCRE2's name table: entries of a big-endian group number and a name that ends with a zero.
    private static func names(of code: OpaquePointer) -> [String: [Int]] {
        var table: UnsafePointer<UInt8>?
        var size: UInt32 = 0
        let count = cpcre2_names(code, &table, &size)
        guard let table else { return [:] }
        var names: [String: [Int]] = [:]
        for index in 0..<Int(count) {
            let entry = table + index * Int(size)
            names[String(cString: entry + 2), default: []].append(Int(entry[0]) << 8 | Int(entry[1]))
        }
        return names
    }

    private static func text(of error: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = cpcre2_error_text(error, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer[..<Int(length)], as: UTF8.self) : "PCRE2 error \(error)"
    }
}
