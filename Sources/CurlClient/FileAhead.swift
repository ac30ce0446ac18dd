// Govorun: the next part of a file, read before it is wanted. SPDX-License-Identifier: MIT
import Synchronization

/// Reads a file in chunks on a `FileThread`, one ahead of whoever takes them.
///
/// `take` never waits: it is the loop's. When it has to say `.reading`, `wake` is called once the chunk is there.
final class FileAhead: Sendable {
    /// How much is read at once; two such chunks are in memory.
    static let chunkSize = 256 << 10

    enum Taken: Equatable {
        case ready([UInt8])
        case reading
        case failed
    }

    private enum Chunk {
        case none
        case coming(at: Int)
        case ready([UInt8], at: Int)
        case failed
    }

    private let chunk = Mutex(Chunk.none)
    private let thread: FileThread
    private let wake: @Sendable () -> Void

    init(on thread: FileThread, wake: @escaping @Sendable () -> Void) {
        self.thread = thread
        self.wake = wake
    }

    /// Takes the chunk of `file` at `offset` and has the one after it read, as far as `end`.
    func take(_ file: BodyFile, at offset: Int, upTo end: Int) -> Taken {
        let (taken, wanted) = chunk.withLock { chunk -> (Taken, Int?) in
            switch chunk {
            case .ready(let bytes, at: offset):
                let next = offset + bytes.count
                chunk = next < end ? .coming(at: next) : .none
                return (.ready(bytes), next < end ? next : nil)
            case .coming(at: offset): return (.reading, nil)
            case .failed: return (.failed, nil)
            case .none, .coming, .ready:
                chunk = .coming(at: offset)
                return (.reading, offset)
            }
        }
        if let wanted { read(file, at: wanted, upTo: end) }
        return taken
    }

    /// Drops what was read ahead: another place is wanted next.
    func forget() { chunk.withLock { $0 = .none } }

    private func read(_ file: BodyFile, at offset: Int, upTo end: Int) {
        let count = min(Self.chunkSize, end - offset)
        thread.post { [self] in
            let bytes = Self.bytes(of: file, at: offset, count: count)
            let isWanted = chunk.withLock { chunk in
                guard case .coming(at: offset) = chunk else { return false }
                chunk = bytes.map { .ready($0, at: offset) } ?? .failed
                return true
            }
            if isWanted { wake() }
        }
    }

    /// Exactly `count` bytes; `nil` when the file has fewer, or cannot be read.
    private static func bytes(of file: BodyFile, at offset: Int, count: Int) -> [UInt8]? {
        let bytes = try? file.read(at: offset, count: count)
        return bytes?.count == count ? bytes : nil
    }
}
