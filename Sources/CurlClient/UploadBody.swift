// Govorun: a request's body while it is going out. SPDX-License-Identifier: MIT

/// The bytes to send and how far they have gone; used by the loop's thread only.
struct UploadBody {
    /// What a reader gets.
    enum Read: Equatable {
        /// So many bytes; zero at the end.
        case bytes(Int)
        /// Nothing yet: `FileAhead` tells when there is more.
        case wait
        /// The file cannot be read, or has become shorter.
        case failed
    }

    private let pieces: [StreamedBody.Piece]
    private let ahead: FileAhead?
    /// The piece being sent, and how much of it has gone.
    private var index = 0
    private var offset = 0
    /// A part of a file that has been read, and how much of it has gone.
    private var chunk: [UInt8] = []
    private var position = 0

    /// Bytes handed out since the beginning, or since the last `seek`.
    private(set) var sent = 0

    init(_ bytes: [UInt8] = []) {
        pieces = bytes.isEmpty ? [] : [.bytes(bytes)]
        ahead = nil
    }

    /// A body of files; `ahead` reads them.
    init(_ body: StreamedBody, ahead: FileAhead) {
        pieces = body.pieces
        self.ahead = ahead
    }

    /// Moves the next bytes into `buffer`.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        guard index < pieces.count else { return .bytes(0) }
        let taken: Read
        switch pieces[index] {
        case .bytes(let bytes): taken = .bytes(Self.move(bytes[offset...], into: buffer))
        case .file(let file, let start, let count): taken = readFile(file, from: start, count, into: buffer)
        }
        guard case .bytes(let count) = taken else { return taken }
        sent += count
        offset += count
        if offset == pieces[index].count { (index, offset) = (index + 1, 0) }
        return taken
    }

    /// Goes back (or on) to `target`, so that the body can be sent again; `false` when there is no such place.
    mutating func seek(to target: Int) -> Bool {
        guard 0...pieces.reduce(0, { $0 + $1.count }) ~= target else { return false }
        (index, offset, sent) = (0, target, target)
        while index < pieces.count, offset >= pieces[index].count {
            offset -= pieces[index].count
            index += 1
        }
        (chunk, position) = ([], 0)
        ahead?.forget()
        return true
    }

    private mutating func readFile(_ file: BodyFile, from start: Int, _ count: Int, into buffer: UnsafeMutableRawBufferPointer) -> Read {
        if position == chunk.count {
            (chunk, position) = ([], 0)
            switch ahead?.take(file, at: start + offset, upTo: start + count) ?? .failed {
            case .ready(let bytes): chunk = bytes
            case .reading: return .wait
            case .failed: return .failed
            }
        }
        let moved = Self.move(chunk[position...], into: buffer)
        position += moved
        return .bytes(moved)
    }

    private static func move(_ bytes: ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count)
        buffer.copyBytes(from: bytes.prefix(count))
        return count
    }
}
