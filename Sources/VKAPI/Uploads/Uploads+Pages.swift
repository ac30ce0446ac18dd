// Govorun: uploads for walls, files, albums and the looks of a page. SPDX-License-Identifier: MIT

extension Uploads {
    /// A document for a wall, at most 200 MB. Person or community.
    ///
    /// - Parameter groupID: the community whose wall it is; `nil`: the person's own.
    public func wallDocument(
        _ source: UploadSource, groupID: Int? = nil, title: String? = nil, tags: String? = nil
    ) -> Request<DocsSaveResponse> {
        document(source, as: .wallDocument, "docs.getWallUploadServer", groupID, title, tags)
    }

    /// A document in the files of a community or, with `nil`, of the person, at most 200 MB. Person.
    public func document(
        _ source: UploadSource, groupID: Int? = nil, title: String? = nil, tags: String? = nil
    ) -> Request<DocsSaveResponse> {
        document(source, as: .document, "docs.getUploadServer", groupID, title, tags)
    }

    /// A photo for a wall. Person: a community's token has no such upload, an administrator's has.
    ///
    /// - Parameters:
    ///   - groupID: the community whose wall it is; `nil`: a person's.
    ///   - userID: the person whose wall it is; `nil`: the token's own, or the community's.
    public func wallPhoto(
        _ source: UploadSource, groupID: Int? = nil, userID: Int? = nil, caption: String? = nil, latitude: Double? = nil,
        longitude: Double? = nil
    ) -> Request<PhotosPhoto> {
        let save = Call(
            "photos.saveWallPhoto",
            ["group_id": groupID, "user_id": userID, "caption": caption, "latitude": latitude, "longitude": longitude])
        return photo(
            source,
            UploadRoute(
                kind: .wallPhoto, server: Call("photos.getWallUploadServer", ["group_id": groupID]), field: "photo", proof: "photo",
                saving: .call(save, taking: ["photo", "server", "hash"])))
    }

    /// One to five photos in an album, in one request. Person.
    ///
    /// - Parameter groupID: the community whose album it is; `nil`: the person's own.
    public func albumPhotos(
        _ sources: [UploadSource], albumID: Int, groupID: Int? = nil, caption: String? = nil, latitude: Double? = nil,
        longitude: Double? = nil
    ) -> Request<VKList<PhotosPhoto>> {
        let save = Call(
            "photos.save",
            ["album_id": albumID, "group_id": groupID, "caption": caption, "latitude": latitude, "longitude": longitude])
        return upload(
            sources,
            UploadRoute(
                kind: .albumPhotos, server: Call("photos.getUploadServer", ["album_id": albumID, "group_id": groupID]), field: "file",
                proof: "photos_list", saving: .call(save, taking: ["server", "photos_list", "hash"]))
        ) { VKList(response: $0) }
    }

    /// Sets the cover of a community, at least 795 × 200, best 1590 × 400. Person or community.
    ///
    /// - Parameter crop: the part of the picture to show, from its upper left to its lower right corner; `nil`: 795 × 200 from the corner.
    public func communityCover(_ source: UploadSource, groupID: Int, crop: CoverCrop? = nil) -> Request<PhotosSaveOwnerCoverPhotoResponse> {
        let crop = crop ?? CoverCrop(x: 0, y: 0, x2: 795, y2: 200)
        return upload(
            source,
            UploadRoute(
                kind: .communityCover,
                server: Call(
                    "photos.getOwnerCoverPhotoUploadServer",
                    ["group_id": groupID, "crop_x": crop.x, "crop_y": crop.y, "crop_x2": crop.x2, "crop_y2": crop.y2]),
                field: "photo", proof: "photo", saving: .call(Call("photos.saveOwnerCoverPhoto"), taking: ["photo", "hash"])))
    }

    /// Sets the main photo of a person or a community, at least 200 × 200, ratio of sides 0.25 to 3. Person.
    ///
    /// - Parameters:
    ///   - ownerID: whose photo: `nil` for the person's own, minus the community's id for a community.
    ///   - squareCrop: the square that stands for it in small; `nil`: VK chooses.
    public func ownerPhoto(_ source: UploadSource, ownerID: Int? = nil, squareCrop: SquareCrop? = nil) -> Request<
        PhotosSaveOwnerPhotoResponse
    > {
        var route = UploadRoute(
            kind: .ownerPhoto, server: Call("photos.getOwnerPhotoUploadServer", ["owner_id": ownerID]), field: "photo", proof: "photo",
            saving: .call(Call("photos.saveOwnerPhoto"), taking: ["server", "photo", "hash"]))
        if let squareCrop { route.texts = [("_square_crop", "\(squareCrop.x),\(squareCrop.y),\(squareCrop.width)")] }
        return upload(source, route)
    }

    /// The background of a poll. Person.
    public func pollPhoto(_ source: UploadSource, ownerID: Int? = nil) -> Request<PollsBackground> {
        upload(
            source,
            UploadRoute(
                kind: .pollPhoto, server: Call("polls.getPhotoUploadServer", ["owner_id": ownerID]), field: "photo", proof: "photo",
                saving: .call(Call("polls.savePhoto"), taking: ["photo", "hash"])))
    }

    private func document(
        _ source: UploadSource, as kind: UploadKind, _ method: String, _ groupID: Int?, _ title: String?, _ tags: String?
    ) -> Request<DocsSaveResponse> {
        upload(
            source,
            UploadRoute(
                kind: kind, server: Call(method, ["group_id": groupID]), field: "file", proof: "file",
                saving: .call(Call("docs.save", ["title": title, "tags": tags]), taking: ["file"])))
    }
}

/// The part of a picture that becomes a cover, in its pixels.
public struct CoverCrop: Sendable, Hashable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The right edge.
    public var x2: Int
    /// The lower edge.
    public var y2: Int

    /// The part between two corners.
    public init(x: Int, y: Int, x2: Int, y2: Int) {
        (self.x, self.y, self.x2, self.y2) = (x, y, x2, y2)
    }
}
