// Govorun: photos of a person's token: wall, albums, pages. SPDX-License-Identifier: MIT
import TapeJSON

enum PhotosGetWallUploadServer: SimulatedMethod {
    static let name = "photos.getWallUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        world.photoUploadAnswer(.wallPhoto, call, owner: try call.page(in: world))
    }
}

enum PhotosSaveWallPhoto: SimulatedMethod {
    static let name = "photos.saveWallPhoto"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let result = try world.takePhotos(call, .wallPhoto, spent: .uploadRejected)
        return world.savePhotos(result, album: UploadFlow.wallPhoto.album, text: call.parameters.text("caption") ?? "", at: call.date)
    }
}

enum PhotosGetUploadServer: SimulatedMethod {
    static let name = "photos.getUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard let album = try call.parameters.int("album_id", in: 1...Int.max) else { throw APIFailure(114, "Invalid album id") }
        return world.photoUploadAnswer(.albumPhoto, call, owner: try call.page(in: world), album: album)
    }
}

enum PhotosSave: SimulatedMethod {
    static let name = "photos.save"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let hash = try call.parameters.text(required: "hash")
        let album = try call.parameters.int(required: "album_id")
        let isWrongAlbum = world.uploads.result(hash).map { $0.ticket.subject != album } ?? false
        guard !isWrongAlbum else { throw APIFailure(114, "Invalid album id") }
        let result = try world.takePhotos(call, .albumPhoto, field: "photos_list", spent: .uploadRejected)
        return world.savePhotos(result, album: album, text: call.parameters.text("caption") ?? "", at: call.date)
    }
}

enum PhotosGetOwnerPhotoUploadServer: SimulatedMethod {
    static let name = "photos.getOwnerPhotoUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let owner = try call.parameters.int("owner_id") ?? call.caller.page
        return ["upload_url": JSONValue(world.uploadURL(.ownerPhoto, for: call, owner: try call.page(owner, in: world)))] as JSONValue
    }
}

enum PhotosSaveOwnerPhoto: SimulatedMethod {
    static let name = "photos.saveOwnerPhoto"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let result = try world.takePhotos(call, .ownerPhoto, spent: .badPhoto)
        let url = "\(world.baseURL)\(result.files[0].path)"
        let post = world.media.nextID("wall")
        return [
            "photo_hash": JSONValue(result.files[0].digest(18, "owner")), "photo_src": JSONValue("\(url)?size=200x200"),
            "photo_src_big": JSONValue(url), "photo_src_small": JSONValue("\(url)?size=50x50"), "saved": 1, "post_id": JSONValue(post),
        ] as JSONValue
    }
}
