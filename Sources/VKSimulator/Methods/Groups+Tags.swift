// Govorun: groups.getTagList, tagAdd, tagUpdate, tagDelete, tagBind, setUserNote, setSettings. SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetTagList: SimulatedMethod {
    static let name = "groups.getTagList"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        JSONValue.array(world[community: try call.ownGroup(in: world)].customers.tags.map(\.json))
    }
}

enum GroupsTagAdd: SimulatedMethod {
    static let name = "groups.tagAdd"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let group = try call.ownGroup(in: world)
        let name = try call.parameters.text(required: "tag_name", atMost: 20)
        let color = call.parameters.text("tag_color") ?? CustomerTags.colors[0]
        guard CustomerTags.colors.contains(color) else { throw .parameter("tag_color") }
        world[community: group].customers.add(name, color)
        return 1
    }
}

enum GroupsTagUpdate: SimulatedMethod {
    static let name = "groups.tagUpdate"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let (group, index) = try call.tag(in: world)
        world[community: group].customers.tags[index].name = try call.parameters.text(required: "tag_name", atMost: 20)
        return 1
    }
}

enum GroupsTagDelete: SimulatedMethod {
    static let name = "groups.tagDelete"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let (group, index) = try call.tag(in: world)
        world[community: group].customers.tags.remove(at: index)
        return 1
    }
}

enum GroupsTagBind: SimulatedMethod {
    static let name = "groups.tagBind"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let (group, index) = try call.tag(in: world)
        let person = try call.person(in: world, limit: 2_000_000_000)
        switch try call.parameters.text(required: "act") {
        case "bind": world[community: group].customers.tags[index].people.insert(person)
        case "unbind": world[community: group].customers.tags[index].people.remove(person)
        default: throw .parameter("act", "should be bind or unbind")
        }
        return 1
    }
}

enum GroupsSetUserNote: SimulatedMethod {
    static let name = "groups.setUserNote"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    /// A note that is left out, or empty, is taken away.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let group = try call.ownGroup(in: world)
        let person = try call.person(in: world)
        let note = call.parameters.text("note")
        if let note, note.unicodeScalars.count > 96 { throw .parameter("note", "is too long") }
        world[community: group].customers.notes[person] = note
        return 1
    }
}

enum GroupsSetSettings: SimulatedMethod {
    static let name = "groups.setSettings"
    static let callers = Caller.pages
    static let right: TokenRight? = .manage

    /// Of what can be set, `bots_capabilities` means something here: without them keyboards are error 912.
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let group = try call.ownGroup(in: world)
        for name in ["messages", "bots_start_button", "bots_add_to_chat", "bot_online_booking_enabled"] {
            _ = try call.parameters.flag(name)
        }
        if let isOn = try call.parameters.flag("bots_capabilities") { world[community: group].hasBotFeatures = isOn }
        return 1
    }
}

extension MethodCall {
    /// The community of a method whose `group_id` is required.
    func ownGroup(in world: World) throws(APIFailure) -> Int {
        guard parameters.text("group_id") != nil else { throw .missing("group_id") }
        return try group(in: world)
    }

    /// The community, and where its tag `tag_id` is.
    fileprivate func tag(in world: World) throws(APIFailure) -> (group: Int, index: Int) {
        let group = try ownGroup(in: world)
        let id = try parameters.int(required: "tag_id", in: 0...Int.max)
        guard let index = world[community: group].customers.index(of: id) else { throw .parameter("tag_id") }
        return (group, index)
    }

    /// The person of `user_id`.
    fileprivate func person(in world: World, limit: Int = .max) throws(APIFailure) -> Int {
        let id = try parameters.int(required: "user_id", in: 1...limit)
        guard world.people[id] != nil else { throw APIFailure(113, "Invalid user id") }
        return id
    }
}

extension Parameters {
    fileprivate func text(required name: String, atMost limit: Int) throws(APIFailure) -> String {
        let text = try text(required: name)
        guard text.unicodeScalars.count <= limit else { throw .parameter(name, "is too long") }
        return text
    }
}
