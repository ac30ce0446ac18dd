// Govorun: groups.getCallbackConfirmationCode, getCallbackServers, addCallbackServer, editCallbackServer, … SPDX-License-Identifier: MIT
import TapeJSON

enum GroupsGetCallbackConfirmationCode: CallbackMethod {
    static let name = "groups.getCallbackConfirmationCode"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        ["code": JSONValue(world[community: community].callbacks.code)] as JSONValue
    }
}

enum GroupsGetCallbackServers: CallbackMethod {
    static let name = "groups.getCallbackServers"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let wanted = try call.parameters.ints("server_ids")
        let servers = world[community: community].callbacks.servers.filter { wanted?.contains($0.id) ?? true }
        return ["count": JSONValue(servers.count), "items": .array(servers.map(\.json))] as JSONValue
    }
}

enum GroupsAddCallbackServer: CallbackMethod {
    static let name = "groups.addCallbackServer"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let draft = try CallbackDraft(call.parameters)
        let creator = call.caller.kind == .person ? call.caller.page : 0
        let id = try world[community: community].callbacks
            .add(title: draft.title, url: draft.url, secret: draft.secret, by: creator, rules: world.configuration.callbacks)
        world.bell.ring()
        return ["server_id": JSONValue(id)] as JSONValue
    }
}

enum GroupsEditCallbackServer: CallbackMethod {
    static let name = "groups.editCallbackServer"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let id = try call.parameters.int(required: "server_id")
        let draft = try CallbackDraft(call.parameters)
        try world[community: community].callbacks.edit(id, title: draft.title, url: draft.url, secret: draft.secret)
        world.bell.ring()
        return 1
    }
}

enum GroupsDeleteCallbackServer: CallbackMethod {
    static let name = "groups.deleteCallbackServer"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        try world[community: community].callbacks.delete(try call.parameters.int(required: "server_id"))
        return 1
    }
}

enum GroupsGetCallbackSettings: CallbackMethod {
    static let name = "groups.getCallbackSettings"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let id = try call.parameters.int(required: "server_id")
        guard let server = world[community: community].callbacks.server(id) else { throw CallbackDesk.notFound }
        return server.settings
    }
}

enum GroupsSetCallbackSettings: CallbackMethod {
    static let name = "groups.setCallbackSettings"

    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let id = try call.parameters.int(required: "server_id")
        let version = try call.parameters.settingsVersion()
        var wanted: [String: Bool] = [:]
        for type in CallbackServer.types { wanted[type] = try call.parameters.flag(type) }
        try world[community: community].callbacks.change(id) { server in
            if let version { server.apiVersion = version }
            for (type, isOn) in wanted {
                if isOn { server.on.insert(type) } else { server.on.remove(type) }
            }
        }
        return 1
    }
}

/// A method about a community's callback servers: the right `manage`, and `group_id`.
protocol CallbackMethod: SimulatedMethod {
    static func answer(_ call: MethodCall, of community: Int, in world: inout World) throws(APIFailure) -> any JSONWritable
}

extension CallbackMethod {
    static var callers: Set<Caller.Kind> { Caller.pages }
    static var right: TokenRight? { .manage }

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard try call.parameters.int("group_id") != nil else { throw .missing("group_id") }
        return try answer(call, of: try call.group(in: world), in: &world)
    }
}

/// What is said of a server that is added or changed (source: VK's JSON schema 5.199, `groups.addCallbackServer`).
private struct CallbackDraft {
    let title: String
    let url: String
    let secret: String

    init(_ parameters: Parameters) throws(APIFailure) {
        url = try parameters.text(required: "url")
        title = try parameters.text(required: "title")
        secret = parameters.text("secret_key") ?? ""
        guard ["http://", "https://"].contains(where: { url.lowercased().hasPrefix($0) && url.utf8.count > $0.utf8.count }) else {
            throw .parameter("url")
        }
        guard title.unicodeScalars.count <= 14 else { throw .parameter("title", "should be at most 14 characters") }
        guard secret.unicodeScalars.count <= 50 else { throw .parameter("secret_key", "should be at most 50 characters") }
    }
}

extension Parameters {
    /// `api_version`, as far as the settings take it.
    fileprivate func settingsVersion() throws(APIFailure) -> String? {
        guard let text = text("api_version") else { return nil }
        guard let version = APIVersion(text), version.major == 5, version.minor <= 199 else { throw .parameter("api_version") }
        return text
    }
}
