// Govorun: multipart bodies, taken apart while they arrive. SPDX-License-Identifier: MIT
internal import CMicroHTTPDShim

/// Takes a multipart body apart piece by piece. It keeps no more than a part's headers and the length of a boundary.
///
/// (The C library's own parser works beside the count of the body, and copies.)
struct MultipartStream: Sendable {
    /// What was found.
    enum Event {
        case begin(PartHead)
        case content(UnsafeRawBufferPointer)
        case end
    }

    private enum Phase { case preamble, afterDelimiter, headers, content, closed, broken }

    /// What to do with the bytes at hand.
    private enum Step { case again, needsMore, stop }

    /// The longest headers of a part, and the longest padding after a delimiter, in bytes.
    private static let headLimit = 16 << 10

    /// A line end, two hyphens and the boundary; the body is read as if a line end stood before it.
    private let delimiter: [UInt8]
    private var waiting: [UInt8] = [13, 10]
    private var position = 0
    private var phase = Phase.preamble

    /// - Returns: nil when the content type names no boundary of 1...70 characters (RFC 2046).
    init?(contentType: String) {
        guard let boundary = headerParameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Whether the closing boundary was seen and everything before it was well formed.
    var isComplete: Bool { phase == .closed }

    /// Takes the next piece.
    ///
    /// - Parameter emit: returns false to stop.
    /// - Returns: false when `emit` did.
    mutating func receive(_ piece: UnsafeRawBufferPointer, _ emit: (Event) -> Bool) -> Bool {
        guard phase != .closed, phase != .broken else { return true }
        waiting.append(contentsOf: piece)
        var step = Step.again
        while step == .again { step = advance(emit) }
        waiting.removeFirst(position)
        position = 0
        return step != .stop
    }

    private mutating func advance(_ emit: (Event) -> Bool) -> Step {
        switch phase {
        case .preamble: skipPreamble()
        case .afterDelimiter: readDelimiterEnd()
        case .headers: readHeaders(emit)
        case .content: readContent(emit)
        case .closed, .broken: discard()
        }
    }

    private mutating func skipPreamble() -> Step {
        guard let found = find(delimiter) else {
            position = max(position, waiting.count - delimiter.count + 1)
            return .needsMore
        }
        return enter(.afterDelimiter, at: found + delimiter.count)
    }

    /// Two hyphens close the body; a line end, which white space may precede, begins a part.
    private mutating func readDelimiterEnd() -> Step {
        let rest = waiting[position...]
        if rest.starts(with: [45, 45]) { return enter(.closed, at: waiting.count) }
        let afterPadding = rest.drop { $0 == 32 || $0 == 9 }
        if afterPadding.starts(with: [13, 10]) { return enter(.headers, at: afterPadding.startIndex + 2) }
        let isOpen = afterPadding.isEmpty || (afterPadding.count == 1 && (afterPadding.first == 13 || rest.first == 45))
        return isOpen && rest.count < Self.headLimit ? .needsMore : enter(.broken, at: waiting.count)
    }

    private mutating func readHeaders(_ emit: (Event) -> Bool) -> Step {
        guard let end = find([13, 10, 13, 10]) else {
            return waiting.count - position < Self.headLimit ? .needsMore : enter(.broken, at: waiting.count)
        }
        guard let head = PartHead(waiting[position..<end]) else { return enter(.broken, at: waiting.count) }
        guard emit(.begin(head)) else { return .stop }
        return enter(.content, at: end + 4)
    }

    private mutating func readContent(_ emit: (Event) -> Bool) -> Step {
        let found = find(delimiter)
        let end = found ?? waiting.count - delimiter.count + 1
        if end > position {
            guard hand(position..<end, emit) else { return .stop }
            position = end
        }
        guard let found else { return .needsMore }
        return emit(.end) ? enter(.afterDelimiter, at: found + delimiter.count) : .stop
    }

    private mutating func discard() -> Step {
        position = waiting.count
        return .needsMore
    }

    private func hand(_ range: Range<Int>, _ emit: (Event) -> Bool) -> Bool {
        waiting.withUnsafeBytes { emit(.content(UnsafeRawBufferPointer(rebasing: $0[range]))) }
    }

    private mutating func enter(_ phase: Phase, at position: Int) -> Step {
        self.phase = phase
        self.position = position
        return .again
    }

    private func find(_ pattern: [UInt8]) -> Int? {
        waiting.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = cmicrohttpd_find(base + position, bytes.count - position, pattern, pattern.count)
            else { return nil }
            return found - base
        }
    }
}
