// Govorun: stories. SPDX-License-Identifier: MIT
import TapeJSON

enum StoriesGetPhotoUploadServer: SimulatedMethod {
    static let name = "stories.getPhotoUploadServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .stories

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try address(.storyPhoto, call, in: &world)
    }

    /// What both kinds of stories ask.
    static func address(_ flow: UploadFlow, _ call: MethodCall, in world: inout World) throws(APIFailure) -> JSONValue {
        let people = try call.parameters.ints("user_ids") ?? []
        guard try call.parameters.flag("add_to_news") == true || !people.isEmpty else { throw .missing("add_to_news") }
        if let url = call.parameters.text("link_url") {
            guard url.unicodeScalars.count <= 2048 else { throw .parameter("link_url", "is too long") }
            guard url.hasPrefix("https://vk.com/") || url.hasPrefix("https://vk.ru/") else { throw .parameter("link_url") }
        }
        _ = try call.parameters.json("clickable_stickers")
        let url = world.uploadURL(flow, for: call, owner: try call.page(in: world))
        return ["upload_url": JSONValue(url), "user_ids": .array(people.map { JSONValue($0) })]
    }
}

enum StoriesGetVideoUploadServer: SimulatedMethod {
    static let name = "stories.getVideoUploadServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .stories

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try StoriesGetPhotoUploadServer.address(.storyVideo, call, in: &world)
    }
}

enum StoriesSave: SimulatedMethod {
    static let name = "stories.save"
    static let callers = Caller.pages
    static let right: TokenRight? = .stories

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard let keys = try results(call.parameters), !keys.isEmpty else { throw .missing("upload_results") }
        let unknown = APIFailure.parameter("upload_results")
        var results: [UploadResult] = []
        for key in keys {
            results.append(try world.takeUpload(key, [.storyPhoto, .storyVideo], by: call.caller, unknown: unknown, spent: unknown))
        }
        for key in keys { world.uploads.markSaved(key) }
        let items = results.map { world.addStory($0, at: call.date) }
        return ["count": JSONValue(items.count), "items": .array(items)] as JSONValue
    }

    private static func results(_ parameters: Parameters) throws(APIFailure) -> [String]? {
        guard let json = try parameters.json("upload_results_json") else { return try parameters.list("upload_results") }
        return json.items.compactMap { $0["upload_result"].string }
    }
}

extension World {
    fileprivate mutating func addStory(_ result: UploadResult, at date: Int) -> JSONValue {
        let (file, owner) = (result.files[0], result.ticket.owner)
        let id = media.nextID("story")
        let key = file.digest(16, "story")
        var story: JSONObject = [
            "id": JSONValue(id), "owner_id": JSONValue(owner), "date": JSONValue(date), "expires_at": JSONValue(date + 86_400),
            "access_key": JSONValue(key), "can_see": 1, "can_share": 1, "can_comment": 1,
        ]
        if result.ticket.flow == .storyPhoto {
            story["type"] = "photo"
            story["photo"] = addPhoto(file, owner: owner, album: UploadFlow.storyPhoto.album, at: date).content
        } else {
            story["type"] = "video"
            story["video"] = addVideo(file, owner: owner, title: file.name, at: date).content
        }
        return add(MediaObject(kind: "story", ownerID: owner, id: id, accessKey: key, content: .object(story))).content
    }
}
