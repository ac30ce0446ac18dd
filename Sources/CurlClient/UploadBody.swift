// Govorun: a request's body while it is going out. SPDX-License-Identifier: MIT

/// The bytes to send and how far they have gone.
struct UploadBody {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Moves the next bytes into `buffer`; zero at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
    }

    /// Goes back (or on) to `offset`, so that the body can be sent again; `false` when there is no such place.
    mutating func seek(to offset: Int) -> Bool {
        guard 0...bytes.count ~= offset else { return false }
        position = offset
        return true
    }
}
