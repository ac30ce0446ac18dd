// Govorun: the address a person opens to let us in. SPDX-License-Identifier: MIT

/// Where VK's OAuth stands; settings, so that a simulator or a mirror can take its place.
public struct OAuthAddresses: Sendable, Hashable {
    /// `authorize` and `access_token` stand under it; VK's are `https://oauth.vk.ru` and `https://oauth.vk.com`.
    public var oauth = "https://oauth.vk.ru"
    /// VK ID: `authorize` and `oauth2/auth` stand under it.
    public var id = "https://id.vk.com"

    /// VK's own.
    public init() {}

    /// `path` under `base`, whether or not `base` ends with a slash.
    static func join(_ base: String, _ path: String) -> String {
        var base = Substring(base)
        while base.last == "/" { base.removeLast() }
        return "\(base)/\(path)"
    }
}

/// What to ask a person for, and how the answer comes back (source: the reference, "Tokens, auth, scopes").
public struct AuthorizationRequest: Sendable {
    /// How the token comes.
    public enum Flow: Sendable, Hashable {
        /// In the redirect's fragment, bound to the address of the person's device: not for servers.
        case implicit
        /// As a code, which is exchanged for the token together with the application's key.
        case code
        /// VK ID: as a code, which is exchanged with a proof of our own instead of a key.
        case vkID(CodeProof)
    }

    /// Whose token it will be.
    public enum Subject: Sendable, Hashable {
        /// The person's.
        case user(UserScopes)
        /// These communities', ids positive; the person must administer them.
        case communities([Int], CommunityScopes)
    }

    /// VK's page for applications that have no page of their own: the person copies its address.
    public static let blankPage = "https://oauth.vk.com/blank.html"

    /// The application's number.
    public var clientID: Int
    /// Whose token it will be.
    public var subject: Subject
    /// How it comes.
    public var flow: Flow
    /// Where VK sends the person; one of the addresses in the application's settings, or `blankPage`.
    public var redirect: String
    /// Comes back with the answer, so that nobody can slip in another; never empty.
    public var state: String
    /// VK's `display`: `page`, `popup` or `mobile`.
    public var display = "page"
    /// VK's API version.
    public var version = "5.199"
    /// Where VK's OAuth stands.
    public var addresses = OAuthAddresses()

    /// A request; `state` is random unless given.
    public init(
        clientID: Int, subject: Subject, flow: Flow, redirect: String = AuthorizationRequest.blankPage, state: String = RandomText.make(32)
    ) {
        self.clientID = clientID
        self.subject = subject
        self.flow = flow
        self.redirect = redirect
        self.state = state
    }

    /// The address to open; holds nothing secret but `state`.
    public var url: String {
        let query = String(decoding: parameters.formBody, as: UTF8.self)
        return OAuthAddresses.join(proof == nil ? addresses.oauth : addresses.id, "authorize") + "?" + query
    }

    /// VK ID's proof, where the flow has one.
    private var proof: CodeProof? { if case .vkID(let proof) = flow { proof } else { nil } }

    private var parameters: Parameters {
        var parameters: Parameters = [
            "client_id": clientID, "redirect_uri": redirect, "response_type": flow == .implicit ? "token" : "code", "state": state,
        ]
        let scopes: String
        switch subject {
        case .user(let rights): scopes = rights.description
        case .communities(let ids, let rights):
            parameters["group_ids"] = ids.map { abs($0) }.parameterText
            scopes = rights.description
        }
        if let proof {
            parameters["code_challenge"] = proof.challenge
            parameters["code_challenge_method"] = "S256"
        } else {
            parameters["display"] = display
            parameters["v"] = version
        }
        // VK ID wants blanks between the names where OAuth wants commas.
        if !scopes.isEmpty { parameters["scope"] = proof == nil ? scopes : scopes.split(separator: ",").joined(separator: " ") }
        return parameters
    }
}

/// Random text for what must not be guessed.
public enum RandomText {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// `count` characters of `A-Z a-z 0-9 - _` from the system's random numbers: 6 bits each.
    public static func make(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return String(decoding: (0..<max(0, count)).map { _ in letters[Int(generator.next() & 63)] }, as: UTF8.self)
    }
}
