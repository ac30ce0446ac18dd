// Govorun: utils.getShortLink, checkLink, getLinkStats. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

enum UtilsGetShortLink: SimulatedMethod {
    static let name = "utils.getShortLink"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let url = try call.parameters.link("url")
        let key = String(SHA256.digest(of: Array(url.utf8)).hex.prefix(6))
        let secret = String(SHA256.digest(of: Array("\(url) \(world.salt)".utf8)).hex.prefix(12))
        world.shortLinks.remember(secret, for: key)
        var answer: JSONObject = ["short_url": JSONValue("https://vk.cc/\(key)"), "url": JSONValue(url), "key": JSONValue(key)]
        if try call.parameters.flag("private") == true {
            answer["access_key"] = JSONValue(secret)
        }
        return answer
    }
}

enum UtilsCheckLink: SimulatedMethod {
    static let name = "utils.checkLink"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        ["status": "not_banned", "link": JSONValue(try call.parameters.link("url"))] as JSONValue
    }
}

/// Nobody follows a link here, so all figures are 0: one for each interval that was asked for, the newest first.
enum UtilsGetLinkStats: SimulatedMethod {
    static let name = "utils.getLinkStats"
    static let callers = Caller.all

    private static let intervals = ["hour": 3600, "day": 86_400, "week": 604_800, "month": 2_592_000, "forever": 0]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        let key = try parameters.text(required: "key")
        guard ["vk_cc", "vk_link"].contains(parameters.text("source") ?? "vk_cc") else { throw .parameter("source") }
        guard let length = intervals[parameters.text("interval") ?? "day"] else { throw .parameter("interval") }
        let count = try parameters.int("intervals_count", in: 0...100) ?? 1
        let isExtended = try parameters.flag("extended") == true
        guard let secret = world.shortLinks[key] else { throw APIFailure(104, "Not found") }
        guard [nil, secret].contains(parameters.text("access_key")) else { throw .parameter("access_key") }
        let stats = (0..<(length == 0 ? min(count, 1) : count)).map { number -> JSONValue in
            let start = length == 0 ? 0 : call.date / length * length - number * length
            var figures: JSONObject = ["timestamp": JSONValue(start), "views": 0]
            if isExtended { for name in ["sex_age", "countries", "cities"] { figures[name] = .array([]) } }
            return .object(figures)
        }
        return ["key": JSONValue(key), "stats": .array(stats)] as JSONValue
    }
}

extension Parameters {
    /// A web address, with or without its scheme.
    fileprivate func link(_ name: String) throws(APIFailure) -> String {
        let text = try text(required: name)
        let url = text.contains("://") ? text : "http://" + text
        let host = url.split(separator: "://", maxSplits: 1).last?.prefix { $0 != "/" && $0 != "?" && $0 != "#" } ?? ""
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), host.contains("."), !text.contains(" ") else { throw .parameter(name) }
        return url
    }
}
