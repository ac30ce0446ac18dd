// Govorun: photos of goods, collections and polls. SPDX-License-Identifier: MIT
import TapeJSON

enum PhotosGetMarketUploadServer: SimulatedMethod {
    static let name = "photos.getMarketUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.goodsUpload(.marketPhoto, call)
    }
}

enum PhotosSaveMarketPhoto: SimulatedMethod {
    static let name = "photos.saveMarketPhoto"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let result = try world.takePhotos(call, .marketPhoto, spent: .badHash)
        return world.savePhotos(result, album: UploadFlow.marketPhoto.album, at: call.date)
    }
}

enum PhotosGetMarketAlbumUploadServer: SimulatedMethod {
    static let name = "photos.getMarketAlbumUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.goodsUpload(.collectionPhoto, call)
    }
}

enum PhotosSaveMarketAlbumPhoto: SimulatedMethod {
    static let name = "photos.saveMarketAlbumPhoto"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let result = try world.takePhotos(call, .collectionPhoto, spent: .badHash)
        return world.savePhotos(result, album: UploadFlow.collectionPhoto.album, at: call.date)
    }
}

enum MarketGetProductPhotoUploadServer: SimulatedMethod {
    static let name = "market.getProductPhotoUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = UserScope.market

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.goodsUpload(.productPhoto, call)
    }
}

enum MarketSaveProductPhoto: SimulatedMethod {
    static let name = "market.saveProductPhoto"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = UserScope.market

    /// The upload's whole answer comes back as text.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let unknown = APIFailure.parameter("upload_response")
        guard let answer = try call.parameters.json("upload_response") else { throw .missing("upload_response") }
        let hash = answer["meta"]["hash"].string ?? ""
        let result = try world.takeUpload(hash, [.productPhoto], by: call.caller, unknown: unknown, spent: unknown)
        world.uploads.markSaved(hash)
        let photo = world.addPhoto(result.files[0], owner: result.ticket.owner, album: UploadFlow.productPhoto.album, at: call.date)
        return ["photo_id": JSONValue(photo.id), "photo": photo.content] as JSONValue
    }
}

enum PollsGetPhotoUploadServer: SimulatedMethod {
    static let name = "polls.getPhotoUploadServer"
    static let callers: Set<Caller.Kind> = [.person]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let owner = try call.parameters.int("owner_id") ?? call.caller.page
        return ["upload_url": JSONValue(world.uploadURL(.pollPhoto, for: call, owner: try call.page(owner, in: world)))] as JSONValue
    }
}

enum PollsSavePhoto: SimulatedMethod {
    static let name = "polls.savePhoto"
    static let callers: Set<Caller.Kind> = [.person]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let photo = try call.parameters.text(required: "photo")
        let hash = try call.parameters.text(required: "hash")
        let result = try world.takeUpload(hash, [.pollPhoto], by: call.caller, unknown: .badPhoto, spent: .badPhoto)
        guard photo == result.photo else { throw .badPhoto }
        world.uploads.markSaved(hash)
        let file = result.files[0]
        let images = PhotoSize.all(of: file).map { $0.json(file, at: world.baseURL) }
        return [
            "id": JSONValue(world.media.nextID("photo")), "type": "tile", "color": "4a76a8", "images": .array(images),
            "width": JSONValue(file.pixels?.width ?? 0), "height": JSONValue(file.pixels?.height ?? 0),
        ] as JSONValue
    }
}

extension World {
    /// An address for a photo of a community's shop.
    fileprivate mutating func goodsUpload(_ flow: UploadFlow, _ call: MethodCall) throws(APIFailure) -> JSONValue {
        guard try call.parameters.int("group_id", in: 1...Int.max) != nil else { throw .missing("group_id") }
        return ["upload_url": JSONValue(uploadURL(flow, for: call, owner: try call.page(in: self)))]
    }
}
