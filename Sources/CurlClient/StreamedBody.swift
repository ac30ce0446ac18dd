// Govorun: a request's body that is not in memory. SPDX-License-Identifier: MIT

/// Bytes and parts of files, one after another, read while they are sent: of a file at most half a megabyte is in memory at a time.
public struct StreamedBody: Sendable {
    enum Piece: Sendable {
        case bytes([UInt8])
        case file(BodyFile, offset: Int, count: Int)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, _, let count): count
            }
        }
    }

    private(set) var pieces: [Piece] = []
    /// Bytes in all; what `Content-Length` says.
    public private(set) var count = 0

    /// Nothing yet.
    public init() {}

    /// Adds bytes at the end.
    public mutating func append(_ bytes: [UInt8]) { add(.bytes(bytes)) }

    /// Adds the first `count` bytes of `file` at the end. Should it have fewer when its turn comes, the request ends with `.bodyFailed`.
    public mutating func append(_ file: BodyFile, count: Int) { add(.file(file, offset: 0, count: count)) }

    /// All of it in memory; may wait for the disk. For transports that are no network.
    ///
    /// - Throws: `BodyFile.Failure`.
    public func bytes() throws(BodyFile.Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .bytes(let part): bytes += part
            case .file(let file, let offset, let count): bytes += try file.read(at: offset, count: count)
            }
        }
        return bytes
    }

    private mutating func add(_ piece: Piece) {
        guard piece.count > 0 else { return }
        pieces.append(piece)
        count += piece.count
    }
}
