// Govorun: fetches what a link leads to. SPDX-License-Identifier: MIT
import CurlClient

/// Fetches a link that is to be uploaded, within limits of size, time and reach.
///
/// Addresses are checked where connections are made, so no name, redirection or second answer of a name server leads around it.
struct LinkFetch: Sendable {
    /// What is larger waits in a file.
    static let memoryLimit = 1 << 20

    let loader: ContentLoader
    let meter: ProgressMeter?

    /// The content behind `link` and the name it goes by.
    ///
    /// - Throws: `UploadError`; `CancellationError`.
    func content(of link: String, _ reach: LinkReach) async throws -> (store: UploadContent.Store, name: String) {
        guard let url = RedactedURL(link), url.scheme == "http" || url.scheme == "https" else { throw loader.error(.badLink, nil) }
        let name = PercentText.decoded(FileName.last(ofPath: url.path))
        do {
            let answer = try await loader.client.fetch(request(for: link, reach), .direct)
            guard answer.status == 200 else { throw loader.error(.linkFailed, name, "HTTP \(answer.status)") }
            let spool = try await Spool.filled(from: answer, memoryLimit: Self.memoryLimit, folder: loader.settings.temporaryFolder)
            return (spool.store, name)
        } catch let failure as HTTPError {
            throw loader.error(code(for: failure), name, cause: failure)
        } catch let failure as BodyFile.Failure {
            throw loader.error(.linkFailed, name, "it cannot be kept in \(loader.settings.temporaryFolder): \(failure.words)")
        }
    }

    private func request(for link: String, _ reach: LinkReach) -> HTTPRequest {
        var request = HTTPRequest(link)
        request.streamsAnswer = true
        request.followsRedirects = true
        request.reachesPublicHostsOnly = reach == .publicHosts
        request.responseLimit = min(loader.settings.sizeLimit(of: loader.kind), loader.settings.linkSizeLimit)
        request.timeout = loader.settings.linkTimeout
        request.stallTimeout = .seconds(30)
        request.progress = meter?.noteReceived
        return request
    }

    private func code(for failure: HTTPError) -> UploadError.Code {
        switch failure.code {
        case .badURL: .badLink
        case .forbiddenAddress: .privateAddress
        case .tooLarge: .tooLarge
        default: .linkFailed
        }
    }
}
