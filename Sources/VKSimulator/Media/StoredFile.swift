// Govorun: files that were uploaded. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// A file somebody uploaded.
public struct StoredFile: Sendable {
    /// Its number, from 1, in the order of arrival.
    public let number: Int
    /// What it was uploaded as, by the control API's names: `message_photo`, `message_doc`, …
    public let flow: String
    /// Whose upload it was: `community 200000001`, `person 510001001`.
    public let caller: String
    /// The name it was sent with.
    public let name: String
    /// The content type: of a picture or voice by its bytes, else as it was sent.
    public let type: String
    /// In bytes.
    public let size: Int
    /// SHA-256 of the content, in hexadecimal.
    public let hash: String
    /// Unix seconds.
    public let date: Int
    /// The path at which the simulator gives it back, as long as its bytes are kept.
    public let path: String
    let picture: PictureHeader?
    let voice: VoiceHeader?

    /// A picture's width and height in pixels.
    public var pixels: (width: Int, height: Int)? { picture.map { ($0.width, $0.height) } }

    /// A made-up identity that only who knows the content could guess.
    func digest(_ length: Int, _ use: String) -> String {
        String(SHA256.digest(of: Array("\(use) \(number) \(hash) \(path)".utf8)).hex.prefix(length))
    }
}

/// The files of late, and the bytes of those that fit.
struct FileStore: Sendable {
    private var files: [Int: StoredFile] = [:]
    private var contents: [Int: [UInt8]] = [:]
    private var oldestKept = 1
    private var oldestFile = 1
    private var keptBytes = 0
    private(set) var lastNumber = 0

    /// Files that are listed; of older ones nothing is known.
    private static let listLimit = 10_000

    /// Files, oldest first.
    var all: [StoredFile] { (oldestFile..<lastNumber + 1).compactMap { files[$0] } }

    subscript(number: Int) -> StoredFile? { files[number] }

    func content(of number: Int) -> [UInt8]? { contents[number] }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// - Parameter content: nil when it was too large to keep.
    /// - Parameter limit: bytes kept of all files together; the oldest go first.
    mutating func add(_ file: StoredFile, content: [UInt8]?, limit: Int) {
        files[file.number] = file
        if let content {
            contents[file.number] = content
            keptBytes += content.count
        }
        while keptBytes > limit, oldestKept <= lastNumber {
            keptBytes -= contents.removeValue(forKey: oldestKept)?.count ?? 0
            oldestKept += 1
        }
        while files.count > Self.listLimit {
            files[oldestFile] = nil
            oldestFile += 1
        }
    }
}
