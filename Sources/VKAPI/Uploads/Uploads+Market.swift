// Govorun: uploads for goods. SPDX-License-Identifier: MIT

extension Uploads {
    /// A photo of goods by the older methods, at least 400 × 400; its `id` goes into `market.add`. Person.
    ///
    /// - Parameters:
    ///   - isMain: whether it is the main photo.
    ///   - crop: the square to show, at least 400 pixels wide; `nil`: VK chooses.
    public func marketPhoto(_ source: UploadSource, groupID: Int, isMain: Bool = false, crop: SquareCrop? = nil) -> Request<PhotosPhoto> {
        let server = Call(
            "photos.getMarketUploadServer",
            ["group_id": groupID, "main_photo": isMain, "crop_x": crop?.x, "crop_y": crop?.y, "crop_width": crop?.width])
        return photo(
            source,
            UploadRoute(
                kind: .marketPhoto, server: server, field: "file", proof: "photo",
                saving: .call(
                    Call("photos.saveMarketPhoto", ["group_id": groupID]), taking: ["photo", "server", "hash", "crop_data", "crop_hash"])))
    }

    /// A photo of goods by the methods of 5.199; its `photoID` goes into `market.add`. Person.
    public func productPhoto(_ source: UploadSource, groupID: Int) -> Request<MarketPhotoIDResponse> {
        upload(
            source,
            UploadRoute(
                kind: .productPhoto, server: Call("market.getProductPhotoUploadServer", ["group_id": groupID]), field: "file", proof: nil,
                saving: .whole(Call("market.saveProductPhoto"), parameter: "upload_response")))
    }

    /// The photo of a collection of goods, 1280 × 720; its `id` goes into `market.addAlbum`. Person.
    public func marketAlbumPhoto(_ source: UploadSource, groupID: Int) -> Request<PhotosPhoto> {
        photo(
            source,
            UploadRoute(
                kind: .marketAlbumPhoto, server: Call("photos.getMarketAlbumUploadServer", ["group_id": groupID]), field: "file",
                proof: "photo",
                saving: .call(Call("photos.saveMarketAlbumPhoto", ["group_id": groupID]), taking: ["photo", "server", "hash"])))
    }
}
