// Govorun: how much of a request body is read. SPDX-License-Identifier: MIT

/// Collects a body up to its limit, or hands its parts on while they arrive, and decides what happens above the limit.
struct BodyIntake {
    /// What to do with the next piece.
    enum Step: Equatable { case reading, discarding, hangUp }

    /// A client that sends before it listens only sees 413 when its body is read to the end; more than this is not read for courtesy.
    static let courtesy = 4 << 20

    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private var received = 0
    private var stream: MultipartStream?
    /// Who gets the parts; nil collects the whole body.
    let receiver: (any PartReceiver)?

    init(limit: Int) {
        self.limit = limit
        receiver = nil
    }

    /// - Parameter contentType: names the boundary; without one the body is malformed, however it goes on.
    init(_ reception: Reception, contentType: String) {
        limit = reception.limit
        receiver = reception.receiver
        stream = MultipartStream(contentType: contentType)
    }

    /// Whether the parts were handed on to their end. True for a body that was collected.
    var isWellFormed: Bool { receiver == nil || stream?.isComplete == true }

    /// Whether the body passed its limit: the answer is 413.
    var isTooLarge: Bool { received > limit }

    mutating func receive(_ piece: UnsafeRawBufferPointer) -> Step {
        received += piece.count
        guard isTooLarge else { return take(piece) ? .reading : .hangUp }
        bytes = []
        return received > limit + Self.courtesy ? .hangUp : .discarding
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard let receiver else {
            bytes.append(contentsOf: piece)
            return true
        }
        return stream?.receive(piece) { event in
            switch event {
            case .begin(let part): receiver.begin(part)
            case .content(let bytes): return receiver.receive(bytes)
            case .end: receiver.end()
            }
            return true
        } ?? true
    }

    /// Whether a body announced with that length is refused before it is sent.
    ///
    /// - Parameter waits: the client sent `Expect: 100-continue`, so it listens first.
    func refuses(length: Int, waits: Bool) -> Bool { length > (waits ? limit : limit + Self.courtesy) }
}
