// Govorun: upload addresses and what came to them. SPDX-License-Identifier: MIT
import CurlClient

/// An upload address that was given out.
struct UploadTicket: Sendable {
    let flow: UploadFlow
    /// Who got it and may save what comes.
    let caller: Caller
    /// Whose the saved object will be: a person, or negative a community.
    let owner: Int
    /// What it is for, as its flow needs: the album, the chat's peer id, the video.
    var subject = 0
    /// The part of a picture that is wanted, in pixels.
    var crop: (x: Int, y: Int, width: Int, height: Int)?
    /// Until when it is good, on the time axis.
    let end: Duration
}

/// What an upload server answered and a save call brings back.
struct UploadResult: Sendable {
    let ticket: UploadTicket
    let files: [StoredFile]
    /// The fields of the answer that must come back unchanged.
    let server: Int
    let photo: String
    var isSaved = false
}

/// The addresses given out and the results not forgotten yet.
struct UploadDesk: Sendable {
    private var tickets = BoundedMemory<String, UploadTicket>(limit: 50_000)
    private var results = BoundedMemory<String, UploadResult>(limit: 50_000)
    /// Tickets before this one have expired, whatever their time.
    private var generation = 0
    private var lastTicket = 0

    /// How long an address is good.
    static let lifetime = Duration.seconds(86_400)

    mutating func issue(_ ticket: UploadTicket, salt: UInt64) -> String {
        lastTicket += 1
        let secret = SHA256.digest(of: Array("ticket \(lastTicket) \(salt)".utf8)).hex.prefix(24)
        let name = "\(generation)-\(secret)"
        tickets.remember(ticket, for: name)
        return name
    }

    /// - Returns: nil when it never was, or is good no more.
    func ticket(_ name: String, at time: Duration) -> UploadTicket? {
        guard name.hasPrefix("\(generation)-"), let ticket = tickets[name], time < ticket.end else { return nil }
        return ticket
    }

    /// Makes every address given out so far worthless.
    mutating func expireAll() { generation += 1 }

    mutating func remember(_ result: UploadResult, as key: String) { results.remember(result, for: key) }

    func result(_ key: String) -> UploadResult? { results[key] }

    mutating func markSaved(_ key: String) {
        guard var result = results[key] else { return }
        result.isSaved = true
        results.remember(result, for: key)
    }
}
