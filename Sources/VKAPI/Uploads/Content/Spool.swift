// Govorun: bytes that come in, in memory while they are few. SPDX-License-Identifier: MIT
import CurlClient

/// Keeps what comes in; above a limit in a file without a name.
struct Spool {
    private let memoryLimit: Int
    private let folder: String
    private let thread = FileThread()
    private var bytes: [UInt8] = []
    private var file: BodyFile?
    private var count = 0

    /// The body of `answer`, streamed or not.
    ///
    /// - Throws: `HTTPError`; `BodyFile.Failure`; `CancellationError`.
    static func filled(from answer: HTTPResponse, memoryLimit: Int, folder: String) async throws -> Spool {
        var spool = Spool(memoryLimit: memoryLimit, folder: folder)
        try await spool.append(answer.body)
        guard let stream = answer.stream else { return spool }
        for try await piece in stream { try await spool.append(piece) }
        return spool
    }

    private init(memoryLimit: Int, folder: String) {
        self.memoryLimit = memoryLimit
        self.folder = folder
    }

    /// What came in.
    var store: UploadContent.Store { file.map { .file($0, count: count) } ?? .bytes(bytes) }

    private mutating func append(_ piece: [UInt8]) async throws {
        guard file != nil || bytes.count + piece.count > memoryLimit else {
            bytes += piece
            count += piece.count
            return
        }
        let (known, kept, offset, folder) = (file, bytes, count, folder)
        file = try await thread.perform {
            let file = try known ?? BodyFile(temporaryIn: folder)
            if known == nil { try kept.withUnsafeBytes { try file.write($0, at: 0) } }
            try piece.withUnsafeBytes { try file.write($0, at: offset) }
            return file
        }
        bytes = []
        count += piece.count
    }
}
