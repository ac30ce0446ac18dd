// Govorun: the photo of a chat. SPDX-License-Identifier: MIT
import TapeJSON

enum PhotosGetChatUploadServer: SimulatedMethod {
    static let name = "photos.getChatUploadServer"
    static let right: TokenRight? = .photos

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = World.firstChat + (try call.parameters.int(required: "chat_id", in: 1...100_000_000))
        try world.checkAccess(of: call.community, to: peer)
        let x = try call.parameters.int("crop_x", in: 0...Int.max) ?? 0
        let y = try call.parameters.int("crop_y", in: 0...Int.max) ?? 0
        let width = try call.parameters.int("crop_width", in: 200...Int.max)
        let url = world.uploadURL(.chatPhoto, for: call, owner: call.caller.page) { ticket in
            ticket.subject = peer
            ticket.crop = width.map { (x, y, $0, $0) }
        }
        return ["upload_url": JSONValue(url)] as JSONValue
    }
}

enum MessagesSetChatPhoto: SimulatedMethod {
    static let name = "messages.setChatPhoto"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let key = try call.parameters.text(required: "file")
        let result = try world.takeUpload(key, [.chatPhoto], by: call.caller, unknown: .uploadRejected, spent: .uploadRejected)
        let peer = result.ticket.subject
        try world.checkAdmin(of: call.community, in: peer)
        world.uploads.markSaved(key)
        let message = world.setPhoto("\(world.baseURL)\(result.files[0].path)", of: peer, in: call.community, at: call.date)
        return world.chatPhotoAnswer(message, peer, call.community)
    }
}

enum MessagesDeleteChatPhoto: SimulatedMethod {
    static let name = "messages.deleteChatPhoto"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let peer = World.firstChat + (try call.parameters.int(required: "chat_id", in: 1...100_000_000))
        try world.checkAdmin(of: call.community, in: peer)
        let message = world.setPhoto(nil, of: peer, in: call.community, at: call.date)
        return world.chatPhotoAnswer(message, peer, call.community)
    }
}

extension World {
    /// Refuses a chat in which the community is no administrator.
    func checkAdmin(of community: Int, in peer: Int) throws(APIFailure) {
        try checkAccess(of: community, to: peer)
        guard self[community: community].conversations[peer]?.chat?.isAdmin(-community) == true else {
            throw APIFailure(925, "You are not admin of this chat")
        }
    }

    /// - Parameter url: nil removes the photo.
    fileprivate mutating func setPhoto(_ url: String?, of peer: Int, in community: Int, at date: Int) -> Message {
        self[community: community].conversations[peer]?.chat?.photo = url
        var action: JSONObject = ["type": url == nil ? "chat_photo_remove" : "chat_photo_update"]
        if let url { action["photo"] = .object(Chat.photoJSON(url)) }
        var draft = Draft()
        draft.action = .object(action)
        return append(draft, from: -community, to: peer, in: community, at: date)
    }

    fileprivate func chatPhotoAnswer(_ message: Message, _ peer: Int, _ community: Int) -> JSONValue {
        guard let chat = self[community: community].conversations[peer]?.chat else { return .null }
        var json: JSONObject = [
            "admin_id": JSONValue(chat.ownerID), "id": JSONValue(peer - Self.firstChat), "type": "chat", "title": JSONValue(chat.title),
            "members_count": JSONValue(chat.members.count), "users": .array(chat.members.map { JSONValue($0.id) }),
        ]
        if let photo = chat.photo { for (key, value) in Chat.photoJSON(photo) { json[key] = value } }
        json["is_default_photo"] = JSONValue(chat.photo == nil)
        return ["message_id": JSONValue(message.number), "chat": .object(json)]
    }
}

extension Chat {
    static func photoJSON(_ url: String) -> JSONObject {
        var photo = JSONObject()
        for side in [50, 100, 200] { photo["photo_\(side)"] = JSONValue("\(url)?size=\(side)x\(side)") }
        return photo
    }
}
