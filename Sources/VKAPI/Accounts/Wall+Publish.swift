// Govorun: a post with pictures, in one call. SPDX-License-Identifier: MIT

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
    /// When a picture is refused nothing is posted. VK drops a second post of the same sending by its `guid`.
    public func publish(_ draft: WallDraft) -> Request<WallPostResponse> {
        let client = client
        return Request(client: client, name: "wall.publish") { sending in
            try draft.check()
            let pictures = try await draft.upload(through: client)
            let attachments = pictures + draft.attachments + [draft.link].compactMap(\.self)
            let isCommunity = (draft.ownerID ?? 0) < 0
            return try await sending.send(
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
    fileprivate func upload(through client: VKClient) async throws -> [String] {
        let communityID = ownerID.flatMap { $0 < 0 ? -$0 : nil }
        return try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (place, image) in images.enumerated() {
                group.addTask {
                    (
                        place,
                        try await client.uploads.wallPhoto(image, groupID: communityID, userID: communityID == nil ? ownerID : nil).send()
                            .attachment
                    )
                }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
