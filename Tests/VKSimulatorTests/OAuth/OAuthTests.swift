// Govorun: tokens by OAuth. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing

@testable import VKSimulator

@Suite("OAuth")
struct OAuthTests {
    /// A stage with an app, and Olga as an administrator of the community.
    private func withApp(_ body: (Stage) async throws -> Void) async throws {
        try await Stage.with { stage in
            try stage.simulator.addApp(51, secret: "app-secret")
            try stage.simulator.setOfficer(stage.olga.id, .administrator, of: stage.community.id)
            try await body(stage)
        }
    }

    private func get(_ stage: Stage, _ path: String) async throws -> SocketAnswer {
        try await SocketClient.get(path, port: stage.simulator.port)
    }

    /// The fields an address ends with, after `?` or `#`.
    private func fields(_ answer: SocketAnswer, after mark: Character) throws -> [String: String] {
        let location = try #require(answer.headers["location"], "\(answer.text)")
        let tail = try #require(location.split(separator: mark).last)
        return Dictionary(
            tail.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.map { ($0[0], $0.last ?? "") }
        ) { $1 }
    }

    private func allow(_ stage: Stage, _ query: String) async throws -> SocketAnswer {
        try await get(stage, "/authorize?client_id=51&redirect_uri=http://127.0.0.1/back&simulator_user=510001001&state=s1&\(query)")
    }

    private func token(_ stage: Stage, _ query: String) async throws -> JSON {
        try JSONDocument(
            try await get(stage, "/access_token?client_id=51&client_secret=app-secret&redirect_uri=http://127.0.0.1/back&\(query)").body
        )
        .root
    }

    @Test("The page offers everybody and a refusal, and runs nothing")
    func page() async throws {
        try await withApp { stage in
            let page = try await get(stage, "/authorize?client_id=51&response_type=code&state=%3Cb%3E")
            #expect(page.text.contains("simulator_user=510001001"))
            #expect(page.text.contains("simulator_deny=1"))
            #expect(!page.text.contains("<b>"))
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        }
    }

    @Test(
        "The implicit flow gives a person's token for a day, or for ever with offline",
        arguments: [("messages,photos", "86400"), ("65536", "0")])
    func implicit(scope: String, seconds: String) async throws {
        try await withApp { stage in
            let fields = try fields(try await allow(stage, "response_type=token&scope=\(scope)"), after: "#")
            #expect(fields["expires_in"] == seconds)
            #expect(fields["user_id"] == "510001001")
            #expect(fields["state"] == "s1")
            let token = try #require(fields["access_token"])
            let own = try await stage.call("users.get", token: token)["response"][0]["id"].int
            #expect(own == 510_001_001)
        }
    }

    @Test("The code flow gives a code that is good once, for its address and secret")
    func code() async throws {
        try await withApp { stage in
            let code = try #require(try fields(try await allow(stage, "response_type=code&scope=email"), after: "?")["code"])
            let wrong = try await get(stage, "/access_token?client_id=51&client_secret=no&redirect_uri=http://127.0.0.1/back&code=\(code)")
            #expect(wrong.status == 401)
            #expect(differences(try JSONDocument(wrong.body).root, try fixture("errors/oauth-invalid-client")) == [])
            let answer = try await token(stage, "code=\(code)")
            #expect(differences(answer, try fixture("oauth/user-token")) == [])
            #expect(try await token(stage, "code=\(code)")["error"].string == "invalid_grant")
            let other = try #require(try fields(try await allow(stage, "response_type=code"), after: "?")["code"])
            let stolen = try await get(
                stage, "/access_token?client_id=51&client_secret=app-secret&redirect_uri=http://x.example&code=\(other)")
            #expect(stolen.text.contains("invalid_request"))
            #expect(try await token(stage, "code=\(other)")["error"].string == "invalid_grant")
        }
    }

    @Test("An administrator gives tokens of communities, by code or at once; nobody else does")
    func communities() async throws {
        try await withApp { stage in
            let group = "group_ids=198765432&scope=messages,manage"
            let code = try #require(try fields(try await allow(stage, "response_type=code&\(group)"), after: "?")["code"])
            let answer = try await token(stage, "code=\(code)")
            #expect(differences(answer, try fixture("oauth/group-tokens")) == [])
            let made = try #require(answer["groups"][0]["access_token"].string)
            let rights = try await stage.call("groups.getTokenPermissions", token: made)["response"]["mask"].int
            #expect(rights == 4096 + 262_144)
            let implicit = try fields(try await allow(stage, "response_type=token&\(group)"), after: "#")
            #expect(implicit["access_token_198765432"] != nil)
            #expect(implicit["expires_in"] == "0")
            try stage.simulator.setOfficer(stage.olga.id, .editor, of: stage.community.id)
            #expect(try fields(try await allow(stage, "response_type=token&\(group)"), after: "#")["error"] == "access_denied")
        }
    }

    @Test(
        "A refusal says who refused, in the query of a code flow and the fragment of the other",
        arguments: [("code", "?"), ("token", "#")] as [(String, Character)])
    func denied(type: String, mark: Character) async throws {
        try await withApp { stage in
            let answer = try await get(stage, "/authorize?client_id=51&response_type=\(type)&state=s1&simulator_deny=1")
            let fields = try fields(answer, after: mark)
            #expect(fields["error"] == "access_denied")
            #expect(fields["error_reason"] == "user_denied")
            #expect(fields["state"] == "s1")
        }
    }

    @Test(
        "A request that is wrong is refused at once",
        arguments: [
            ("client_id=52", "invalid_client"), ("client_id=51&redirect_uri=javascript:x", "invalid_request"),
            ("client_id=51&response_type=x", "invalid_request"), ("client_id=51&group_ids=5", "invalid_request"),
            ("client_id=51&scope=everything", "invalid_scope"), ("client_id=51&simulator_user=5", "invalid_request"),
            ("client_id=51&response_type=code&code_challenge=x&code_challenge_method=plain", "invalid_request"),
        ])
    func refused(query: String, error: String) async throws {
        try await withApp { stage in
            let answer = try await get(stage, "/authorize?\(query)")
            #expect(answer.text.contains("\"\(error)\""))
        }
    }

    @Test("An app has a token of its own, which may call little")
    func service() async throws {
        try await withApp { stage in
            let token = try #require(try await token(stage, "grant_type=client_credentials")["access_token"].string)
            #expect(try await stage.code("users.get", ["user_ids": "510001001"], token: token) == 0)
            #expect(try await stage.code("messages.send", token: token) == 28)
        }
    }

    @Test("VK ID: a code with its verifier gives a pair of tokens, the refresh token another, each once")
    func pkce() async throws {
        try await withApp { stage in
            // The example of RFC 7636, appendix B.
            let (verifier, challenge) = ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
            func code() async throws -> [String: String] {
                try fields(
                    try await allow(stage, "response_type=code&code_challenge=\(challenge)&code_challenge_method=S256&scope=email"),
                    after: "?")
            }
            func exchange(_ body: String) async throws -> JSON {
                let form = "client_id=51&redirect_uri=http%3A%2F%2F127.0.0.1%2Fback&state=s2&\(body)"
                let answer = try await SocketClient.post(
                    "/oauth2/auth", port: stage.simulator.port, type: "application/x-www-form-urlencoded", form)
                return try JSONDocument(answer.body).root
            }
            let first = try await code()
            let device = try #require(first["device_id"])
            let wrong = try await exchange(
                "grant_type=authorization_code&code=\(first["code"] ?? "")&device_id=\(device)&code_verifier=\(String(repeating: "a", count: 43))"
            )
            #expect(wrong["error"].string == "invalid_grant")
            let second = try await code()
            let pair = try await exchange(
                "grant_type=authorization_code&code=\(second["code"] ?? "")&device_id=\(second["device_id"] ?? "")&code_verifier=\(verifier)"
            )
            #expect(pair["expires_in"].int == 3600)
            #expect(pair["state"].string == "s2")
            #expect(pair["scope"].string == "email")
            let token = try #require(pair["access_token"].string)
            #expect(try await stage.code("users.get", token: token) == 0)
            let renew =
                "grant_type=refresh_token&refresh_token=\(pair["refresh_token"].string ?? "")&device_id=\(second["device_id"] ?? "")"
            #expect(try await exchange(renew)["access_token"].string != pair["access_token"].string)
            #expect(try await exchange(renew)["error"].string == "invalid_grant")
            #expect(try await exchange("grant_type=password")["error"].string == "unsupported_grant_type")
        }
    }

    @Test("A token whose time is over is error 1117")
    func expired() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.time = time.source
        } body: { stage in
            try stage.simulator.addApp(51, secret: "app-secret")
            let token = try #require(try fields(try await allow(stage, "response_type=token"), after: "#")["access_token"])
            #expect(try await stage.code("users.get", token: token) == 0)
            time.advance(by: .seconds(86_401))
            #expect(try await stage.code("users.get", token: token) == 1117)
        }
    }
}
