// Govorun: messages.getLongPollServer. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesGetLongPollServer: SimulatedMethod {
    static let name = "messages.getLongPollServer"
    static let callers = Caller.pages
    static let right: TokenRight? = .messages

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let needsPts = try call.parameters.flag("need_pts") == true
        _ = try call.parameters.int("lp_version", in: 0...Int.max)
        let page = try page(of: call, in: world)
        let queue = world.open(page).queue
        // As VK writes it, without a scheme.
        let address = world.baseURL.split(separator: "/").last ?? ""
        var session: JSONObject = [
            "key": JSONValue(queue.key), "server": JSONValue("\(address)/nim\(page)"), "ts": JSONValue(queue.ts),
        ]
        if needsPts { session["pts"] = JSONValue(queue.ts) }
        return session
    }

    static func page(of call: MethodCall, in world: World) throws(APIFailure) -> Int {
        if call.caller.kind == .person, call.parameters.text("group_id") == nil { return call.caller.page }
        return -(try call.group(in: world))
    }
}
