// Govorun: a file that is ready to be sent. SPDX-License-Identifier: MIT
import CurlClient

/// What a source turned out to be: there, of a size that VK takes, with a name and a type.
struct UploadContent: Sendable {
    /// Where the bytes are.
    enum Store: Sendable {
        case bytes([UInt8])
        case file(BodyFile, count: Int)
    }

    let store: Store
    /// For the form's part, with an extension.
    let name: String
    /// For the form's part.
    let mediaType: String
    /// SHA-256 of the bytes, where it was asked for.
    let digest: SHA256.Digest?

    /// Looks at the bytes: type by content, else by the name's extension; may wait for the disk.
    ///
    /// - Throws: `BodyFile.Failure`.
    init(_ store: Store, name: String, hashing: Bool) throws(BodyFile.Failure) {
        let format = FileFormat(head: try store.head(512))
        self.store = store
        self.name = FileName.completed(name, format?.fileExtension)
        mediaType = format?.mediaType ?? FileFormat.mediaType(ofExtension: FileName.fileExtension(of: name)) ?? "application/octet-stream"
        digest = hashing ? try store.digest() : nil
    }
}

extension UploadContent.Store {
    /// Bytes in all.
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let count): count
        }
    }

    /// The first bytes, at most `limit`.
    func head(_ limit: Int) throws(BodyFile.Failure) -> [UInt8] {
        switch self {
        case .bytes(let bytes): return Array(bytes.prefix(limit))
        case .file(let file, let count): return try file.read(at: 0, count: min(limit, count))
        }
    }

    /// SHA-256 of all bytes, a quarter of a megabyte in memory at a time.
    func digest() throws(BodyFile.Failure) -> SHA256.Digest {
        var hash = SHA256()
        switch self {
        case .bytes(let bytes): bytes.withUnsafeBytes { hash.update($0) }
        case .file(let file, let count):
            var offset = 0
            while offset < count {
                let bytes = try file.read(at: offset, count: min(256 << 10, count - offset))
                // Shorter than it was: whoever sends it will notice.
                if bytes.isEmpty { break }
                bytes.withUnsafeBytes { hash.update($0) }
                offset += bytes.count
            }
        }
        return hash.finish()
    }
}
