// Govorun: utils.getShortLink, checkLink. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

enum UtilsGetShortLink: SimulatedMethod {
    static let name = "utils.getShortLink"
    static let callers = Caller.all

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let url = try call.parameters.link("url")
        let key = String(SHA256.digest(of: Array(url.utf8)).hex.prefix(6))
        var answer: JSONObject = ["short_url": JSONValue("https://vk.cc/\(key)"), "url": JSONValue(url), "key": JSONValue(key)]
        if try call.parameters.flag("private") == true {
            answer["access_key"] = JSONValue(String(SHA256.digest(of: Array("\(url) \(world.salt)".utf8)).hex.prefix(12)))
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
