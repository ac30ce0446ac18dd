// Govorun: a post with pictures, in one call. SPDX-License-Identifier: MIT
import Synchronization

/// What goes onto a wall.
public struct WallDraft: Sendable {
    /// VK's bound on what one post carries, pictures and the link together (source: VK's JSON schema 5.199, `wall.post`).
    static let attachmentLimit = 10

    /// The text.
    public var text: String
    /// The pictures, in the order they are shown; uploaded side by side.
    public var images: [UploadSource] = []
    /// A page to show beneath, `https://…`.
    public var link: String?
    /// What is there already, as attachments: `photo1_2`.
    public var attachments: [String] = []
    /// When it appears, in seconds since 1970-01-01 00:00 UTC; `nil`: now.
    public var date: Int?
    /// Whose wall: a person's id, or a community's as a negative number; `nil`: the token's own.
    public var ownerID: Int?
    /// On a community's wall: whether the community is shown as the author, as administrators may.
    public var isFromCommunity = true

    /// A post of `text` alone.
    public init(_ text: String = "") { self.text = text }
}

extension VKClient.Wall {
    /// Uploads the pictures of `draft` side by side and posts it; for people, on the walls of their communities too.
    ///
    /// When a picture is refused nothing is posted. VK drops a second post of the same sending by its `guid`. Its options, tag and
    /// observers are those of all its calls: a mock is asked for each picture's `photos.saveWallPhoto`, too. Its progress is that of the
    /// pictures together.
    public func publish(_ draft: WallDraft) -> Request<WallPostResponse> {
        let client = client
        return Request(client: client, name: "wall.publish") { sending in
            try draft.check()
            let pictures = try await draft.upload(through: client, sending)
            let attachments = pictures + draft.attachments + [draft.link].compactMap(\.self)
            let isCommunity = (draft.ownerID ?? 0) < 0
            var last = sending
            if !draft.images.isEmpty { last.progress = nil }
            return try await last.send(
                client.wall.post(
                    ownerID: draft.ownerID, fromGroup: isCommunity ? draft.isFromCommunity : nil,
                    message: draft.text.isEmpty ? nil : draft.text, attachments: attachments.isEmpty ? nil : attachments,
                    publishDate: draft.date, guid: RandomText.make(32)))
        }
    }
}

extension WallDraft {
    /// What VK would refuse after all pictures had been uploaded.
    fileprivate func check() throws(VKError) {
        let count = images.count + attachments.count + (link == nil ? 0 : 1)
        if count == 0, text.isEmpty {
            throw VKError(.badRequest, method: "wall.publish", message: "a post needs a text, a picture, a link or an attachment")
        }
        if count > Self.attachmentLimit {
            throw VKError(
                .badRequest, method: "wall.publish", message: "a post carries at most \(Self.attachmentLimit) attachments, not \(count)")
        }
    }

    /// The pictures as attachments, in their order.
    fileprivate func upload(through client: VKClient, _ sending: Sending) async throws -> [String] {
        try await ProgressMeter.watching(sending.progress) { meter in
            let progress = meter.map { SharedProgress(of: images.count, on: $0) }
            let requests = images.map { request(for: $0, client) }
            return try await Self.upload(requests, sending, progress)
        }
    }

    private static func upload(_ requests: [Request<PhotosPhoto>], _ sending: Sending, _ progress: SharedProgress?) async throws -> [String]
    {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (place, request) in requests.enumerated() {
                let part = progress?.part(place, of: sending) ?? sending
                group.addTask { (place, try await part.send(request).attachment) }
            }
            var attachments = [String](repeating: "", count: requests.count)
            for try await (place, attachment) in group { attachments[place] = attachment }
            return attachments
        }
    }

    private func request(for image: UploadSource, _ client: VKClient) -> Request<PhotosPhoto> {
        // VK refuses a wall that cannot be, the least number's among them.
        let communityID = ownerID.flatMap { $0 < 0 ? 0 &- $0 : nil }
        return client.uploads.wallPhoto(image, groupID: communityID, userID: communityID == nil ? ownerID : nil)
    }
}

/// Adds up the progress of uploads that go side by side.
private final class SharedProgress: Sendable {
    private let parts: Mutex<[RequestProgress]>
    private let meter: ProgressMeter

    init(of count: Int, on meter: ProgressMeter) {
        parts = Mutex(Array(repeating: RequestProgress(sent: 0, total: nil, received: 0), count: count))
        self.meter = meter
    }

    /// `sending` for the upload at `place`.
    func part(_ place: Int, of sending: Sending) -> Sending {
        var part = sending
        part.progress = { [self] in note($0, at: place) }
        return part
    }

    /// Takes the progress of one; the total of all is known when that of each is.
    private func note(_ progress: RequestProgress, at place: Int) {
        // Under the lock, so that sums arrive in the order they grow.
        parts.withLock { parts in
            parts[place] = progress
            let totals = parts.compactMap(\.total)
            let total: Int? = totals.count == parts.count ? totals.reduce(0, +) : nil
            let sum = RequestProgress(sent: parts.reduce(0) { $0 + $1.sent }, total: total, received: parts.reduce(0) { $0 + $1.received })
            meter.note { $0 = sum }
        }
    }
}
