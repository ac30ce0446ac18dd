// Govorun: an upload while it arrives. SPDX-License-Identifier: MIT
import CurlClient
import MicroServer
import Synchronization

/// A part of an upload: what it was called, how large it was, and as much of it as is kept.
struct UploadedPart: Sendable {
    let field: String
    let filename: String?
    let type: String?
    let size: Int
    /// SHA-256, in hexadecimal.
    let hash: String
    /// All of it, or only its beginning when it was large.
    let bytes: [UInt8]

    var isWhole: Bool { bytes.count == size }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Hashes and counts the parts of an upload; keeps small ones, and of large ones the beginning, where a picture says its size.
final class UploadIntake: PartReceiver {
    private struct Open {
        let head: PartHead
        var size = 0
        var hash = SHA256()
        var bytes: [UInt8] = []

        mutating func take(_ piece: UnsafeRawBufferPointer, keepLimit: Int) {
            size += piece.count
            hash.update(piece)
            if size <= keepLimit {
                bytes.append(contentsOf: piece)
            } else if bytes.count > UploadIntake.beginning {
                bytes = Array(bytes.prefix(UploadIntake.beginning))
            }
        }
    }

    private struct State {
        var parts: [UploadedPart] = []
        var open: Open?
        var total = 0
    }

    private static let beginning = 1 << 20
    private static let partLimit = 64

    private let state = Mutex(State())
    private let keepLimit: Int
    private let cutAfter: Int?

    /// - Parameter keepLimit: bytes up to which a part is kept whole.
    /// - Parameter cutAfter: the connection is closed after so many bytes; nil for never.
    init(keepLimit: Int, cutAfter: Int?) {
        self.keepLimit = keepLimit
        self.cutAfter = cutAfter
    }

    var parts: [UploadedPart] { state.withLock { $0.parts } }

    func begin(_ part: PartHead) { state.withLock { $0.open = Open(head: part) } }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        nonisolated(unsafe) let bytes = bytes  // read inside this call only
        return state.withLock { state in
            state.total += bytes.count
            state.open?.take(bytes, keepLimit: keepLimit)
            return cutAfter.map { state.total <= $0 } ?? true
        }
    }

    func end() {
        state.withLock { state in
            guard let open = state.open, state.parts.count < Self.partLimit else { return }
            state.open = nil
            state.parts.append(
                UploadedPart(
                    field: open.head.name, filename: open.head.filename, type: open.head.type, size: open.size,
                    hash: open.hash.finish().description, bytes: open.bytes))
        }
    }
}
