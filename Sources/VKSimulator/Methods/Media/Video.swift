// Govorun: videos. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

enum VideoSave: SimulatedMethod {
    static let name = "video.save"
    static let callers: Set<Caller.Kind> = [.person]
    static let scope = UserScope.video

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let owner = try call.page(in: world)
        let id = world.media.nextID("video")
        let url = world.uploadURL(.video, for: call, owner: owner) { $0.subject = id }
        let title = call.parameters.text("name") ?? "Без названия"
        let key = String(SHA256.digest(of: Array("video \(id) \(world.salt)".utf8)).hex.prefix(18))
        let video: JSONValue = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "title": JSONValue(title), "date": JSONValue(call.date), "duration": 0,
            "description": JSONValue(call.parameters.text("description") ?? ""), "access_key": JSONValue(key), "views": 0,
        ]
        world.media.add(MediaObject(kind: "video", ownerID: owner, id: id, accessKey: key, content: video))
        return [
            "access_key": JSONValue(key), "description": JSONValue(call.parameters.text("description") ?? ""), "owner_id": JSONValue(owner),
            "title": JSONValue(title), "upload_url": JSONValue(url), "video_id": JSONValue(id),
        ] as JSONValue
    }
}

extension World {
    mutating func addVideo(_ file: StoredFile, owner: Int, title: String, at date: Int) -> MediaObject {
        let id = media.nextID("video")
        let key = file.digest(18, "key")
        let video: JSONValue = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "title": JSONValue(title), "date": JSONValue(date), "duration": 0,
            "description": "", "access_key": JSONValue(key), "views": 0, "player": JSONValue("\(baseURL)\(file.path)"),
        ]
        return add(MediaObject(kind: "video", ownerID: owner, id: id, accessKey: key, content: video))
    }
}
