// Govorun: stories.get, getById, delete. SPDX-License-Identifier: MIT
import TapeJSON

enum StoriesGet: SimulatedMethod {
    static let name = "stories.get"
    static let callers = Caller.pages
    static let right: TokenRight? = .stories

    /// The stories of one page that have not expired, in one entry of the feed; without `owner_id` the caller's own.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let owner = try call.parameters.int("owner_id") ?? call.caller.page
        let stories = world.media.stories(of: owner).filter { !$0.isExpired(at: call.date) }.map(\.content)
        let entry: JSONValue = [
            "type": "stories", "owner_id": JSONValue(owner), "stories": .array(stories), "has_unseen": false,
        ]
        var answer: JSONObject = ["count": JSONValue(stories.isEmpty ? 0 : 1), "items": .array(stories.isEmpty ? [] : [entry])]
        try call.addPages(of: [owner], to: &answer, in: world)
        return answer
    }
}

enum StoriesGetByID: SimulatedMethod {
    static let name = "stories.getById"
    static let callers = Caller.pages
    static let right: TokenRight? = .stories

    /// Those that are there; one that has expired is seen by its owner alone, and is error 1600 when nothing else was asked for.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard let names = try call.parameters.list("stories", limit: 100), !names.isEmpty else { throw .missing("stories") }
        var found: [MediaObject] = []
        var isExpired = false
        for name in names {
            guard let name = StoryName(name) else { throw .parameter("stories") }
            guard let story = world.media.story(name.owner, name.id) else { continue }
            let isOwn = name.owner == call.caller.page
            guard isOwn || story.accessKey == nil || story.accessKey == name.accessKey else { continue }
            if !isOwn, story.isExpired(at: call.date) { isExpired = true } else { found.append(story) }
        }
        guard !found.isEmpty || !isExpired else { throw APIFailure(1600, "Story has already expired") }
        var answer: JSONObject = ["count": JSONValue(found.count), "items": .array(found.map(\.content))]
        try call.addPages(of: found.map(\.ownerID), to: &answer, in: world)
        return answer
    }
}

enum StoriesDelete: SimulatedMethod {
    static let name = "stories.delete"
    static let callers = Caller.pages
    static let right: TokenRight? = .stories

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let named = try names(call.parameters)
        for name in named {
            _ = try call.page(name.owner, in: world)
            guard world.media.story(name.owner, name.id) != nil else { throw .parameter("story_id") }
        }
        for name in named { world.media.removeStory(name.owner, name.id) }
        return 1
    }

    private static func names(_ parameters: Parameters) throws(APIFailure) -> [StoryName] {
        guard let texts = try parameters.list("stories", limit: 100) else {
            let owner = try parameters.int(required: "owner_id")
            return [StoryName(owner: owner, id: try parameters.int(required: "story_id", in: 0...Int.max))]
        }
        let names = texts.compactMap { StoryName($0) }
        guard names.count == texts.count else { throw .parameter("stories") }
        return names
    }
}

/// `-1_456239019`, or with the access key behind another `_`.
private struct StoryName {
    let owner: Int
    let id: Int
    var accessKey: String?

    init(owner: Int, id: Int) { (self.owner, self.id) = (owner, id) }

    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let owner = Int(parts[0]), let id = Int(parts[1]) else { return nil }
        (self.owner, self.id) = (owner, id)
        accessKey = parts.count == 3 ? String(parts[2]) : nil
    }
}

extension MediaObject {
    fileprivate func isExpired(at date: Int) -> Bool {
        guard case .integer(let end) = content["expires_at"] else { return false }
        return end <= date
    }
}

extension MethodCall {
    /// With `extended` or `fields`, who the owners are.
    fileprivate func addPages(of owners: [Int], to answer: inout JSONObject, in world: World) throws(APIFailure) {
        let fields = try parameters.list("fields")
        guard try parameters.flag("extended") == true || fields != nil else { return }
        (answer["profiles"], answer["groups"]) = world.pages(Array(Set(owners)).sorted(), fields: Set(fields ?? []))
    }
}
