// Govorun: a file that is not whole yet. SPDX-License-Identifier: MIT
import CurlClient

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A download on its way to disk, under another name until it is whole.
struct PartialFile: Sendable {
    private let path: String
    private let partialPath: String
    private let thread = FileThread()

    /// Writes `download` to `path` and says how many bytes that are; on every failure what was written is removed.
    ///
    /// - Throws: `DownloadError`; `CancellationError`.
    static func filled(at path: String, from download: Download) async throws -> Int {
        let partial = PartialFile(path: path)
        do {
            return try await partial.fill(from: download)
        } catch let failure as BodyFile.Failure {
            throw DownloadError(.cannotWrite, detail: failure.words)
        }
    }

    private init(path: String) {
        self.path = path
        partialPath = "\(path).\(UInt32.random(in: 0 ... .max)).part"
    }

    private func fill(from download: Download) async throws -> Int {
        let file = try await thread.perform { [partialPath] in try BodyFile(writing: partialPath) }
        do {
            var count = 0
            for try await piece in download {
                try await thread.perform { [count] in try piece.withUnsafeBytes { try file.write($0, at: count) } }
                count += piece.count
            }
            try await thread.perform { [partialPath, path] in
                guard rename(partialPath, path) == 0 else { throw BodyFile.Failure.last }
            }
            return count
        } catch {
            // Not cancelled with the download: a file half written is of no use to anybody.
            _ = try? await thread.perform { [partialPath] in unlink(partialPath) }
            throw error
        }
    }
}
