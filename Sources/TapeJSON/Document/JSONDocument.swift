// Govorun: an immutable JSON document. SPDX-License-Identifier: MIT

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

    /// The source.
    ///
    /// Both rows are memory of this object alone, filled before `init` returns, never changed, freed in `deinit`: so any
    /// thread may read them. Not arrays, since each read of a view would count three references instead of one.
    private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>
    /// Word 0 is the absent value, word 1 begins the root.
    private nonisolated(unsafe) let tape: UnsafeMutablePointer<TapeWord>
    private let count: Int

    /// Reads one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, at most `maximumBytes`.
    ///   - maximumDepth: arrays and objects inside each other, 0...`deepestNesting`; a number outside is moved inside.
    /// - Throws: `JSONError` with the reason and its place.
    public convenience init(_ bytes: [UInt8], maximumDepth: Int = 128) throws(JSONError) {
        try self.init(contiguous: bytes, maximumDepth)
    }

    /// Reads one JSON text; as `init(_:maximumDepth:)` of its UTF-8.
    ///
    /// - Throws: `JSONError` with the reason and its place.
    public convenience init(_ text: String, maximumDepth: Int = 128) throws(JSONError) {
        try self.init(contiguous: Array(text.utf8), maximumDepth)
    }

    private init(contiguous source: [UInt8], _ maximumDepth: Int) throws(JSONError) {
        let depth = min(max(maximumDepth, 0), Self.deepestNesting)
        switch source.withUnsafeBufferPointer({ Self.tape(of: $0, maximumDepth: depth) }) {
        case .success(let words): tape = words
        case .failure(let fault): throw JSONError(fault, in: source)
        }
        count = source.count
        bytes = .allocate(capacity: count)
        source.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { bytes.initialize(from: base, count: source.count) }
        }
    }

    /// The document of `JSON.absent`.
    private init() {
        count = 0
        bytes = .allocate(capacity: 1)
        tape = .allocate(capacity: 1)
        tape.initialize(to: TapeWord(.absent, length: 0, offset: 0))
    }

    deinit {
        bytes.deallocate()
        tape.deallocate()
    }

    static let nothing = JSONDocument()

    /// The one value of the document.
    public var root: JSON { JSON(document: self, index: count == 0 ? 0 : 1) }

    /// Lends tape and source; they stay while the closure runs, and no longer.
    @inline(__always) func read<Result>(
        _ body: (_ tape: UnsafePointer<TapeWord>, _ bytes: UnsafePointer<UInt8>) -> Result
    ) -> Result {
        withExtendedLifetime(self) { body(tape, bytes) }
    }

    private static func tape(
        of source: UnsafeBufferPointer<UInt8>, maximumDepth: Int
    ) -> Result<UnsafeMutablePointer<TapeWord>, ParseFault> {
        guard source.count <= maximumBytes else { return .failure(ParseFault(code: .tooLarge, offset: maximumBytes)) }
        guard let base = source.baseAddress else { return .failure(ParseFault(code: .empty, offset: 0)) }
        var parser = DocumentParser(base, count: source.count, maximumDepth: maximumDepth)
        do {
            try parser.parse()
            return .success(parser.tape.copy())
        } catch {
            return .failure(error)
        }
    }
}
