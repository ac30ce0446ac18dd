// Govorun: documents, voice messages, graffiti. SPDX-License-Identifier: MIT
import TapeJSON

enum DocsGetMessagesUploadServer: SimulatedMethod {
    static let name = "docs.getMessagesUploadServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .docs

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let flows: [String: UploadFlow] = ["doc": .messageDocument, "audio_message": .voice, "graffiti": .graffiti]
        guard let flow = flows[call.parameters.text("type") ?? "doc"] else { throw .parameter("type") }
        try world.checkUpload(of: call)
        // A community's document in a private dialog belongs to the person there.
        let peer = try call.parameters.int("peer_id") ?? 0
        let owner = call.caller.kind == .community && world.people[peer] != nil ? peer : call.caller.page
        return ["upload_url": JSONValue(world.uploadURL(flow, for: call, owner: owner))] as JSONValue
    }
}

enum DocsGetWallUploadServer: SimulatedMethod {
    static let name = "docs.getWallUploadServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .docs

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        ["upload_url": JSONValue(world.uploadURL(.wallDocument, for: call, owner: try call.page(in: world)))] as JSONValue
    }
}

enum DocsGetUploadServer: SimulatedMethod {
    static let name = "docs.getUploadServer"
    static let callers: Set<Caller.Kind> = [.person]
    static let right: TokenRight? = .docs

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        ["upload_url": JSONValue(world.uploadURL(.fileDocument, for: call, owner: try call.page(in: world)))] as JSONValue
    }
}

enum DocsSave: SimulatedMethod {
    static let name = "docs.save"
    static let callers = Caller.pages
    static let right: TokenRight? = .docs

    private static let flows: Set<UploadFlow> = [.messageDocument, .wallDocument, .fileDocument, .voice, .graffiti]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let key = try call.parameters.text(required: "file")
        let result = try world.takeUpload(key, flows, by: call.caller, unknown: .fileNotSaved, spent: .fileNotSaved)
        world.uploads.markSaved(key)
        let (file, owner, uploader) = (result.files[0], result.ticket.owner, call.caller.page)
        let saved =
            switch result.ticket.flow {
            case .voice: world.addVoice(file, owner: owner, by: uploader)
            case .graffiti: world.addGraffiti(file, owner: owner, by: uploader)
            default: world.addDocument(file, owner: owner, by: uploader, title: call.parameters.text("title"), at: call.date)
            }
        var content = saved.content
        if try call.parameters.flag("return_tags") == true {
            content["tags"] = .array((try call.parameters.list("tags") ?? []).map { JSONValue($0) })
        }
        return ["type": JSONValue(saved.kind), saved.kind: content] as JSONValue
    }
}

enum DocsGetByID: SimulatedMethod {
    static let name = "docs.getById"
    static let callers = Caller.pages
    static let right: TokenRight? = .docs

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        guard let names = try call.parameters.list("docs") else { throw .missing("docs") }
        var found: [JSONValue] = []
        for name in names {
            guard let named = AttachmentName("doc" + name) else { throw .parameter("docs") }
            guard let document = world.media["doc", named.ownerID, named.id], document.isOpen(to: call.caller.page, named.accessKey)
            else { continue }
            found.append(document.content)
        }
        return JSONValue.array(found)
    }
}
