// Govorun: photos for messages and covers. SPDX-License-Identifier: MIT
import TapeJSON

enum PhotosGetMessagesUploadServer: SimulatedMethod {
    static let name = "photos.getMessagesUploadServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world.checkUpload(of: call)
        return world.photoUploadAnswer(.messagePhoto, call, owner: call.caller.page)
    }
}

enum PhotosSaveMessagesPhoto: SimulatedMethod {
    static let name = "photos.saveMessagesPhoto"
    static let callers = Caller.pages
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let result = try world.takePhotos(call, .messagePhoto, spent: .badHash)
        return world.savePhotos(result, album: UploadFlow.messagePhoto.album, at: call.date)
    }
}

enum PhotosGetOwnerCoverPhotoUploadServer: SimulatedMethod {
    static let name = "photos.getOwnerCoverPhotoUploadServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let page = try call.page(in: world)
        guard page < 0 else { throw .missing("group_id") }
        for corner in ["crop_x", "crop_y", "crop_x2", "crop_y2"] { _ = try call.parameters.int(corner, in: 0...Int.max) }
        return ["upload_url": JSONValue(world.uploadURL(.cover, for: call, owner: page))] as JSONValue
    }
}

enum PhotosSaveOwnerCoverPhoto: SimulatedMethod {
    static let name = "photos.saveOwnerCoverPhoto"
    static let callers = Caller.pages
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let photo = try call.parameters.text(required: "photo")
        let hash = try call.parameters.text(required: "hash")
        let result = try world.takeUpload(hash, [.cover], by: call.caller, unknown: .badPhoto, spent: .badPhoto)
        guard photo == result.photo else { throw .badPhoto }
        world.uploads.markSaved(hash)
        let url = "\(world.baseURL)\(result.files[0].path)"
        let images = [(795, 200), (1590, 400)].map { width, height -> JSONValue in
            ["url": JSONValue("\(url)?size=\(width)x\(height)"), "width": JSONValue(width), "height": JSONValue(height)]
        }
        return ["images": .array(images)] as JSONValue
    }
}

extension World {
    /// Checks the conversation that an upload for a message names.
    func checkUpload(of call: MethodCall) throws(APIFailure) {
        guard let peer = try call.parameters.int("peer_id"), peer != 0, call.caller.kind == .community else { return }
        try checkAccess(of: call.community, to: peer)
    }

    mutating func photoUploadAnswer(_ flow: UploadFlow, _ call: MethodCall, owner: Int, album: Int? = nil) -> JSONValue {
        let url = uploadURL(flow, for: call, owner: owner) { $0.subject = album ?? 0 }
        return [
            "album_id": JSONValue(album ?? flow.album), "upload_url": JSONValue(url), "user_id": JSONValue(max(call.caller.page, 0)),
            "group_id": JSONValue(owner < 0 ? -owner : 0),
        ]
    }

    /// Makes photos of an upload's files.
    mutating func savePhotos(_ result: UploadResult, album: Int, text: String = "", at date: Int) -> JSONValue {
        var photos: [JSONValue] = []
        for file in result.files { photos.append(addPhoto(file, owner: result.ticket.owner, album: album, text: text, at: date).content) }
        return .array(photos)
    }
}
