// Govorun: a download that waits to be made. SPDX-License-Identifier: MIT
import CurlClient

/// One file at VK, an inert value: nothing is fetched before `bytes()`, `save(to:)` or the first piece is asked for.
///
/// Also the sequence of the file's pieces, in order and never empty: pulled, so a slow reader slows the server down, and one that stops
/// ends the connection.
public struct Download: AsyncSequence, Sendable {
    /// Some bytes; never none.
    public typealias Element = [UInt8]

    let url: String
    let source: Downloads
    private(set) var limit: Int
    private(set) var report: (@Sendable (RequestProgress) -> Void)?

    init(url: String, from source: Downloads) {
        self.url = url
        self.source = source
        limit = source.limit
    }

    /// The same download with another limit, in bytes.
    public func limit(_ limit: Int) -> Download {
        var copy = self
        copy.limit = limit
        return copy
    }

    /// The same download, which tells how far it is: at the start, after each piece and at the end.
    ///
    /// `total` is the file's size, as far as the server says it.
    public func progress(_ report: @escaping @Sendable (RequestProgress) -> Void) -> Download {
        var copy = self
        copy.report = report
        return copy
    }

    /// The whole file, in memory.
    ///
    /// - Throws: `DownloadError`; `CancellationError`.
    public func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self { bytes += piece }
        return bytes
    }

    /// Writes the file to `path`, where it appears whole or not at all; what stood there before is replaced.
    ///
    /// - Returns: its size in bytes.
    /// - Throws: `DownloadError`; `CancellationError`.
    @discardableResult
    public func save(to path: String) async throws -> Int { try await PartialFile.filled(at: path, from: self) }

    /// The pieces from the beginning; each reader fetches anew.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension Download {
    /// One reader of a download.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case unopened
            case open(BodyStream)
            /// The whole of it came at once, from a transport that does not stream.
            case whole([UInt8])
            case ended
        }

        private let download: Download
        private var state = State.unopened
        private var progress = RequestProgress(sent: 0, total: nil, received: 0)

        init(_ download: Download) { self.download = download }

        /// The next bytes; `nil` at the end.
        ///
        /// - Throws: `DownloadError`; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? {
            do {
                if case .unopened = state { try await open() }
                let piece = try await nextPiece()
                if let piece { progress.received += piece.count } else { progress.total = progress.received }
                download.report?(progress)
                return piece
            } catch {
                state = .ended
                throw (error as? HTTPError).map(DownloadError.init) ?? error
            }
        }

        private mutating func nextPiece() async throws -> [UInt8]? {
            switch state {
            case .open(let stream):
                if let piece = try await stream.next() { return piece }
                state = .ended
                return nil
            case .whole(let bytes):
                state = .ended
                return bytes.isEmpty ? nil : bytes
            case .unopened, .ended: return nil
            }
        }

        private mutating func open() async throws {
            let answer = try await download.answer()
            state = answer.stream.map { .open($0) } ?? .whole(answer.body)
            progress.total = answer.headers["Content-Length"].flatMap { Int($0) }
            download.report?(progress)
        }
    }
}

extension Download {
    /// Redirections that are followed.
    private static let redirections = 5

    /// The answer that has the file: each address on the way to it is checked.
    fileprivate func answer() async throws -> HTTPResponse {
        guard !url.isEmpty else { throw DownloadError(.nothingThere) }
        let hosts = DownloadHosts(domains: source.hosts, api: source.client.configuration.api)
        var address = url
        for _ in 0...Self.redirections {
            guard hosts.allows(address) else {
                throw DownloadError(.foreignHost, detail: RedactedURL(address)?.description ?? "unreadable")
            }
            let answer = try await source.client.fetch(request(for: address), .withoutPins)
            guard let next = answer.redirection else {
                if answer.status == 200 { return answer }
                throw DownloadError(.notFound, detail: "HTTP \(answer.status)")
            }
            address = next
        }
        throw DownloadError(.tooManyRedirects)
    }

    private func request(for address: String) -> HTTPRequest {
        var request = HTTPRequest(address)
        request.streamsAnswer = true
        request.responseLimit = limit
        request.timeout = source.timeout
        request.stallTimeout = .seconds(30)
        return request
    }
}

extension DownloadError {
    /// What a failure of the network means for a download.
    fileprivate init(_ failure: HTTPError) {
        self.init(failure.code == .tooLarge ? .tooLarge : failure.code == .badURL ? .foreignHost : .lost, cause: failure)
    }
}
