// Govorun: an answer while it is coming in. SPDX-License-Identifier: MIT

/// Collects head and body of an answer, never more than allowed.
struct AnswerBuffer {
    /// The most bytes of header fields to take.
    static let headLimit = 256 << 10

    /// The most bytes that room is made for on a server's word.
    private static let trust = 4 << 20

    private(set) var head: [UInt8] = []
    private(set) var body: [UInt8] = []
    /// Whether the blank line after the header fields has come: libcurl calls a head that was cut off a success.
    private(set) var isHeadWhole = false
    /// Whether something was refused for its size.
    private(set) var isTooLarge = false
    /// Bytes of the body that were taken, kept here or given on.
    private(set) var received = 0
    private let bodyLimit: Int

    init(bodyLimit: Int = 0) { self.bodyLimit = bodyLimit }

    /// Takes one line of a head; `false` to stop the transfer.
    mutating func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // A status line begins a head: what came before was a redirection or a 1xx.
        if line.starts(with: "HTTP/".utf8) {
            isHeadWhole = false
            head.removeAll(keepingCapacity: true)
            body.removeAll(keepingCapacity: true)
            received = 0
            return true
        }
        if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
            isHeadWhole = true
            return true
        }
        guard head.count + line.count <= Self.headLimit else { return refuse() }
        head.append(contentsOf: line)
        return true
    }

    /// Takes decoded bytes of the body; `false` to stop the transfer.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard allows(bytes.count) else { return refuse() }
        body.append(contentsOf: bytes)
        received += bytes.count
        return true
    }

    /// The body is said to have so many bytes in all: room is made at once, so that it is not moved while it grows. A word that is not kept
    /// costs little.
    mutating func expectBody(of count: Int) {
        if body.isEmpty, count > 0, count <= bodyLimit { body.reserveCapacity(min(count, Self.trust)) }
    }

    /// Gives bytes of the body on to `intake`; `nil` when that is full and they are to be offered again.
    mutating func pass(_ bytes: UnsafeRawBufferPointer, to intake: BodyIntake) -> Bool? {
        guard allows(bytes.count) else { return refuse() }
        guard intake.take(bytes) else { return nil }
        received += bytes.count
        return true
    }

    private func allows(_ count: Int) -> Bool { count <= bodyLimit - received }

    private mutating func refuse() -> Bool {
        isTooLarge = true
        body = []
        return false
    }
}
