// Govorun: what an app asks of a person. SPDX-License-Identifier: MIT
import MicroServer

/// The query of `/authorize`, read strictly.
struct AuthorizeRequest: Sendable {
    let app: OAuthApp
    let redirect: String
    let wantsCode: Bool
    let state: String?
    let scope: Int
    let communities: [Int]
    /// PKCE, as VK ID has it.
    let challenge: String?
    private let query: FieldList

    init(_ query: FieldList, in world: World) throws(OAuthFailure) {
        guard let id = query.first(named: "client_id").flatMap({ Int($0) }), let app = world.apps[id] else { throw .client }
        let redirect = query.first(named: "redirect_uri") ?? "\(world.baseURL)/blank.html"
        let isWeb = redirect.hasPrefix("http://") || redirect.hasPrefix("https://")
        guard isWeb, app.redirects.isEmpty || app.redirects.contains(redirect) else {
            throw .request("redirect_uri is incorrect, check application redirect uri in the settings page")
        }
        self.app = app
        self.redirect = redirect
        self.query = query
        state = query.first(named: "state")
        challenge = query.first(named: "code_challenge")
        switch query.first(named: "response_type") ?? "token" {
        case "code": wantsCode = true
        case "token" where challenge == nil: wantsCode = false
        default: throw .request("response_type is incorrect")
        }
        if challenge != nil, query.first(named: "code_challenge_method")?.lowercased() != "s256" {
            throw .request("code_challenge_method should be S256")
        }
        communities = try Self.communities(query, in: world)
        scope = try Self.scope(query.first(named: "scope") ?? "", isCommunity: !communities.isEmpty)
    }

    /// The same request with one more parameter, for the links of the page.
    func link(adding name: String, _ value: String) -> String {
        let fields = query.map { ($0.name, $0.value) } + [(name, value)]
        return "/authorize?" + fields.map { "\($0.0.escapedInPath)=\($0.1.escapedInPath)" }.joined(separator: "&")
    }

    private static func communities(_ query: FieldList, in world: World) throws(OAuthFailure) -> [Int] {
        guard let text = query.first(named: "group_ids") else { return [] }
        let ids = text.split(separator: ",").map { Int($0) }
        let known = ids.compactMap(\.self).filter { world.communities[$0] != nil }
        guard !ids.isEmpty, known.count == ids.count else { throw .request("group_ids is incorrect") }
        return known
    }

    /// The sum of bits, or names between commas or spaces.
    private static func scope(_ text: String, isCommunity: Bool) throws(OAuthFailure) -> Int {
        if let bits = Int(text) { return bits }
        var bits = 0
        for name in text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "+" }) {
            let bit = isCommunity ? TokenRight.allCases.first { $0.name == name }?.rawValue : UserScope.named[String(name)]
            guard let bit else { throw OAuthFailure(name: "invalid_scope", description: "scope \(name) is unknown") }
            bits |= bit
        }
        return bits
    }
}
