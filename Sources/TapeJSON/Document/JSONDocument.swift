// Govorun: an immutable JSON document. SPDX-License-Identifier: MIT
import Glibc

/// An immutable JSON document: its bytes, and a tape that says where each value stands.
///
/// Parsing checks everything RFC 8259 asks for, so reading a view can neither fail nor trap. A byte order mark is
/// skipped; bytes that are not UTF-8 are refused; an escape of half a surrogate pair reads as U+FFFD.
/// A view keeps its whole document alive: copy out (`JSONValue`, `string`) what is to be kept.
public final class JSONDocument: Sendable {
    /// The largest document that is read: one byte under 256 MiB, so that positions fit the tape.
    public static let maximumBytes = 1 << 28 - 1
    /// The deepest nesting a caller may ask for.
    ///
    /// The parser itself does not recurse, but `JSONValue` and most `Decodable` types do.
    public static let deepestNesting = 1_024

    private let source: [UInt8]
    /// Word 0 is the absent value, word 1 begins the root.
    ///
    /// Memory of this object alone, filled before `init` returns, never changed, freed in `deinit`: so any thread may read it.
    private nonisolated(unsafe) let tape: UnsafePointer<TapeWord>

    /// Reads one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, at most `maximumBytes`.
    ///   - maximumDepth: arrays and objects inside each other, 0...`deepestNesting`; a number outside is moved inside.
    /// - Throws: `JSONError` with the reason and its place.
    public init(_ bytes: [UInt8], maximumDepth: Int = 128) throws(JSONError) {
        let depth = min(max(maximumDepth, 0), Self.deepestNesting)
        switch bytes.withUnsafeBufferPointer({ Self.tape(of: $0, maximumDepth: depth) }) {
        case .success(let words): tape = words
        case .failure(let fault): throw JSONError(fault, in: bytes)
        }
        source = bytes
    }

    /// Reads one JSON text; as `init(_:maximumDepth:)` of its UTF-8.
    ///
    /// - Throws: `JSONError` with the reason and its place.
    public convenience init(_ text: String, maximumDepth: Int = 128) throws(JSONError) {
        try self.init(Array(text.utf8), maximumDepth: maximumDepth)
    }

    /// The document of `JSON.absent`.
    private init() {
        var builder = TapeBuilder(capacity: 1)
        builder.append(TapeWord(.absent, length: 0, offset: 0))
        tape = builder.finish()
        source = []
    }

    deinit { free(UnsafeMutableRawPointer(mutating: tape)) }

    static let nothing = JSONDocument()

    /// The one value of the document.
    public var root: JSON { JSON(document: self, index: source.isEmpty ? 0 : 1) }

    /// Lends tape and source; they stay while the closure runs, and no longer.
    @inline(__always) func read<Result>(
        _ body: (_ tape: UnsafePointer<TapeWord>, _ bytes: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withExtendedLifetime(self) { source.withUnsafeBufferPointer { bytes in body(tape, bytes) } }
    }

    private static func tape(of source: UnsafeBufferPointer<UInt8>, maximumDepth: Int) -> Result<UnsafePointer<TapeWord>, ParseFault> {
        guard source.count <= maximumBytes else { return .failure(ParseFault(code: .tooLarge, offset: 0)) }
        guard let base = source.baseAddress else { return .failure(ParseFault(code: .empty, offset: 0)) }
        var parser = DocumentParser(base, count: source.count, maximumDepth: maximumDepth)
        do {
            try parser.parse()
            return .success(parser.finish())
        } catch {
            return .failure(error)
        }
    }
}
