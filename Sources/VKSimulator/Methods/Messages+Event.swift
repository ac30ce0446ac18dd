// Govorun: messages.sendMessageEventAnswer. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesSendMessageEventAnswer: SimulatedMethod {
    static let name = "messages.sendMessageEventAnswer"
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let id = try call.parameters.text(required: "event_id")
        let person = try call.parameters.int(required: "user_id")
        let peer = try call.parameters.int(required: "peer_id")
        let data = try eventData(call.parameters)
        guard let press = world[community: call.community].presses[id] else { throw .parameter("event_id", "is unknown or answered") }
        guard press.person == person else { throw .parameter("user_id") }
        guard press.peerID == peer else { throw .parameter("peer_id") }
        guard call.at - press.at <= world.configuration.pressLifetime else { throw .parameter("event_id", "has expired") }
        world[community: call.community].presses.drop(id)
        world.journal.note("press-answer") { writer in
            writer.member("community", call.community)
            writer.member("peer", peer)
            writer.member("person", person)
            writer.member("event_id", id)
            writer.member("event_data", data)
        }
        return 1
    }

    private static func eventData(_ parameters: Parameters) throws(APIFailure) -> JSONValue {
        guard let text = parameters.text("event_data") else { return .null }
        guard text.unicodeScalars.count <= 1000, let data = try parameters.json("event_data") else {
            throw .parameter("event_data", "is too long")
        }
        switch data["type"].string {
        case "show_snackbar" where (1...90).contains(data["text"].string?.unicodeScalars.count ?? 0): break
        case "open_link" where data["link"].string?.isEmpty == false: break
        case "open_app" where data["app_id"].int != nil && data["hash"].string != nil: break
        default: throw .parameter("event_data")
        }
        return JSONValue(data)
    }
}
