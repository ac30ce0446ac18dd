// Govorun: how much of a request body is read. SPDX-License-Identifier: MIT

/// Collects a body up to its limit and decides what happens above it.
struct BodyIntake {
    /// What to do with the next piece.
    enum Step: Equatable { case reading, discarding, hangUp }

    /// A client that sends before it listens only sees 413 when its body is read to the end; more than this is not read for courtesy.
    static let courtesy = 4 << 20

    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private var received = 0

    init(limit: Int) { self.limit = limit }

    /// Whether the body passed its limit: the answer is 413.
    var isTooLarge: Bool { received > limit }

    mutating func receive(_ piece: UnsafeRawBufferPointer) -> Step {
        received += piece.count
        guard isTooLarge else {
            bytes.append(contentsOf: piece)
            return .reading
        }
        bytes = []
        return received > limit + Self.courtesy ? .hangUp : .discarding
    }

    /// Whether a body announced with that length is refused before it is sent.
    ///
    /// - Parameter waits: the client sent `Expect: 100-continue`, so it listens first.
    func refuses(length: Int, waits: Bool) -> Bool { length > (waits ? limit : limit + Self.courtesy) }
}
