// Govorun: makes a source ready to be sent. SPDX-License-Identifier: MIT
import CurlClient

/// Opens, fetches and checks the sources of one upload.
struct ContentLoader: Sendable {
    let client: VKClient
    let kind: UploadKind
    let settings: UploadSettings
    /// Whether the content's digest is wanted.
    let hashing: Bool

    /// The content of `source`: there, not empty, not too large.
    ///
    /// - Throws: `UploadError`; `CancellationError`.
    func load(_ source: UploadSource, _ meter: ProgressMeter?) async throws -> UploadContent {
        switch source {
        case .bytes(let bytes, let name): return try await prepared(name: name) { .bytes(bytes) }
        case .file(let path, let name):
            return try await prepared(name: name ?? FileName.last(ofPath: path)) {
                let file = try BodyFile(reading: path)
                return .file(file, count: file.size)
            }
        case .url(let link, let name, let reach):
            let fetched = try await LinkFetch(loader: self, meter: meter).content(of: link, reach)
            return try await prepared(name: name ?? fetched.name) { fetched.store }
        }
    }

    /// Looks at what `open` gives, on a thread that may wait for the disk.
    private func prepared(
        name: String, _ open: @escaping @Sendable () throws -> UploadContent.Store
    ) async throws -> UploadContent {
        do {
            return try await FileThread().perform { [self] in
                let store = try open()
                if store.count == 0 { throw error(.empty, name) }
                try check(store.count, name)
                return try UploadContent(store, name: name, hashing: hashing)
            }
        } catch let failure as BodyFile.Failure {
            throw error(failure.number == 0 ? .notAFile : .cannotRead, name, failure.number == 0 ? "" : failure.words)
        }
    }

    /// Refuses what is larger than VK takes.
    func check(_ count: Int, _ name: String) throws(UploadError) {
        let limit = settings.sizeLimit(of: kind)
        if count > limit { throw error(.tooLarge, name, "at most \(limit) bytes") }
    }

    /// An error of this upload.
    func error(_ code: UploadError.Code, _ name: String?, _ detail: String = "", cause: HTTPError? = nil) -> UploadError {
        UploadError(code, kind: kind, name: name, detail: detail, cause: cause)
    }
}
