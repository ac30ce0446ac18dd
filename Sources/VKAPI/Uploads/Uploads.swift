// Govorun: uploads of one client. SPDX-License-Identifier: MIT
import TapeJSON

/// Every upload VK has, each as one request: it asks for an address, sends the file there and saves it.
///
/// Nothing is opened or sent before `send()`. It throws `UploadError` for a file that cannot be used or was refused, and `VKError` for
/// what VK says to the calls before and after. Of a file on disk or behind a link at most half a megabyte is in memory at a time. Which
/// token a call needs is said at each; ids of communities are positive here.
public struct Uploads: Sendable {
    /// The client that asks for addresses and saves.
    public let client: VKClient
    /// Limits, and what is remembered.
    public var settings: UploadSettings

    /// Uploads through `client`.
    public init(_ client: VKClient, settings: UploadSettings = UploadSettings()) {
        self.client = client
        self.settings = settings
    }

    /// The same, but what was uploaded before is uploaded again.
    public var withoutReuse: Uploads {
        var copy = self
        copy.settings.reusesUploads = false
        return copy
    }

    /// An upload on `route` whose saved result is read by `read`.
    func upload<Response>(
        _ sources: [UploadSource], _ route: UploadRoute, read: @escaping @Sendable (JSON) -> Response?
    ) -> Request<Response> {
        let (client, settings) = (client, settings)
        return Request(client: client, name: "uploads.\(route.kind.rawValue)") { sending in
            let work = UploadWork(client: client, settings: settings, route: route, sources: sources, sending: sending)
            let answer = try await ProgressMeter.watching(sending.progress) { try await work.run($0) }
            if let response = read(answer) { return response }
            let message = "the answer is \(answer.kind), which is not what was expected"
            throw VKError(.server, method: route.lastMethod, message: message, mayHaveBeenPerformed: true)
        }
    }

    /// An upload whose result is an object, or a list.
    func upload<Response: VKResponse>(_ source: UploadSource, _ route: UploadRoute) -> Request<Response> {
        upload([source], route) { Response(response: $0) }
    }

    /// An upload whose result is a list of one photo.
    func photo(_ source: UploadSource, _ route: UploadRoute) -> Request<PhotosPhoto> {
        upload([source], route) { json in VKList<PhotosPhoto>(response: json)?.first }
    }
}

extension VKClient {
    /// Uploads through this client.
    public var uploads: Uploads { Uploads(self, settings: configuration.uploads) }
}
