// Govorun: an answer in the cache, in memory and as stored. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// What can be kept.
enum CacheContent: Sendable {
    /// An answer of the API.
    case answer(APIAnswer)
    /// What lies under an address.
    case bytes([UInt8])

    /// A copy that holds nothing but itself; `nil` for what is not to be kept, an `execute` that failed in part.
    ///
    /// An answer is a view: of a pack of 25 for one, which it would keep whole.
    func kept() -> (content: CacheContent, bytes: [UInt8])? {
        switch self {
        case .bytes(let bytes): return (self, bytes)
        case .answer(let answer):
            guard answer.executeErrors.kind == .absent else { return nil }
            let bytes = answer.response.rawBytes
            return CacheContent(bytes, isAnswer: true).map { ($0, bytes) }
        }
    }

    /// What was kept as `bytes`.
    init?(_ bytes: [UInt8], isAnswer: Bool) {
        guard isAnswer else {
            self = .bytes(bytes)
            return
        }
        guard let json = try? JSONDocument(bytes).root else { return nil }
        self = .answer(APIAnswer(response: json))
    }
}

/// A thing kept, and since when.
struct KeptAnswer: Sendable {
    let content: CacheContent
    /// Its own bytes.
    let size: Int
    /// When it came, since 1970.
    let since: Duration
}

/// One row of a storage: a line that says what it is, then the bytes.
enum CacheRow {
    private static let version = "1"
    private static let longestHead = 128

    /// `1 HASH MILLISECONDS a`, a line break, and `bytes`.
    static func bytes(_ bytes: [UInt8], of digest: SHA256.Digest, isAnswer: Bool, since: Duration) -> [UInt8] {
        let milliseconds = since / .milliseconds(1)
        return Array("\(version) \(digest) \(Int64(milliseconds)) \(isAnswer ? "a" : "b")\n".utf8) + bytes
    }

    /// What `row` keeps for `digest`; `nil` when it keeps something else, or was written by another version.
    static func read(_ row: [UInt8], of digest: SHA256.Digest) -> KeptAnswer? {
        guard let end = row.prefix(longestHead).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = String(decoding: row[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 4, words[0] == version, words[1] == digest.description, let since = Int64(words[2]) else { return nil }
        let bytes = Array(row[(end + 1)...])
        guard let content = CacheContent(bytes, isAnswer: words[3] == "a") else { return nil }
        return KeptAnswer(content: content, size: bytes.count, since: .milliseconds(since))
    }
}
