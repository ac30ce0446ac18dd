// Govorun: asking for a token, and reading what comes back. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Scopes")
struct ScopeTests {
    @Test("Names and sums read alike", arguments: ["messages,manage,photos,docs", "messages manage  photos docs", "397316"])
    func read(text: String) throws { #expect(try CommunityScopes(text) == .bot) }

    @Test("They are written as VK's names, in the order of their bits")
    func written() throws {
        #expect(CommunityScopes.bot.description == "photos,messages,docs,manage")
        #expect(UserScopes([.offline, .wall]).description == "wall,offline")
        #expect(UserScopes([]).description.isEmpty)
    }

    @Test("Every name reads as its own bit, and no two are one")
    func table() throws {
        for (name, bit) in UserScopes.names { #expect(try UserScopes(name).rawValue == bit) }
        for (name, bit) in CommunityScopes.names { #expect(try CommunityScopes(name).rawValue == bit) }
        #expect(UserScopes.names.map(\.value).reduce(0, +) == UserScopes.names.map(\.value).reduce(0, |))
        #expect(UserScopes.names.count == 25)
    }

    @Test("A word VK does not know is named, with those it knows")
    func unknown() throws {
        let error = #expect(throws: AuthError.self) { try CommunityScopes("messages,walls") }
        #expect(error?.code == .unknownScope)
        #expect(error?.description.contains("'walls'") == true)
        #expect(error?.description.contains("app_widget") == true)
    }
}

@Suite("The address to open")
struct AuthorizationRequestTests {
    private func fields(_ url: String) -> [String: String] {
        Form.read(Array((url.split(separator: "?", maxSplits: 1).last ?? "").utf8))
    }

    @Test("Implicit, for a person")
    func implicit() throws {
        let request = AuthorizationRequest(clientID: 42, subject: .user([.photos, .offline]), flow: .implicit, state: "s t")
        #expect(request.url.hasPrefix("https://oauth.vk.ru/authorize?"))
        #expect(
            fields(request.url) == [
                "client_id": "42", "redirect_uri": "https://oauth.vk.com/blank.html", "scope": "photos,offline", "response_type": "token",
                "display": "page", "v": "5.199", "state": "s t",
            ])
    }

    @Test("By code, for communities, whose ids are sent positive")
    func communities() throws {
        var request = AuthorizationRequest(
            clientID: 42, subject: .communities([200_000_001, -7], .bot), flow: .code, redirect: "http://127.0.0.1:5000/", state: "s")
        request.addresses.oauth = "http://127.0.0.1:8421/"
        #expect(request.url.hasPrefix("http://127.0.0.1:8421/authorize?"))
        let fields = fields(request.url)
        #expect(fields["group_ids"] == "200000001,7")
        #expect(fields["response_type"] == "code")
        #expect(fields["scope"] == "photos,messages,docs,manage")
        #expect(fields["redirect_uri"] == "http://127.0.0.1:5000/")
    }

    @Test("VK ID, with the fingerprint of our proof and never the proof")
    func vkID() throws {
        let proof = CodeProof(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        let request = AuthorizationRequest(
            clientID: 42, subject: .user([.email, .phone]), flow: .vkID(proof), redirect: "https://b.example/", state: "s")
        #expect(request.url.hasPrefix("https://id.vk.com/authorize?"))
        #expect(
            fields(request.url) == [
                "client_id": "42", "redirect_uri": "https://b.example/", "scope": "email phone", "response_type": "code",
                "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256", "state": "s",
            ])
    }

    @Test("Each request has a state of its own that nobody guesses, and each proof too")
    func random() {
        let states = (0..<100).map { _ in AuthorizationRequest(clientID: 1, subject: .user([]), flow: .implicit).state }
        #expect(Set(states).count == 100)
        #expect(states.allSatisfy { $0.count == 32 })
        let proof = CodeProof().verifier.reveal()
        #expect(proof.count == 64)
        #expect(proof != CodeProof().verifier.reveal())
    }

    @Test(
        "The digest is that of the standard",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ])
    func digest(text: String, hex: String) {
        let digits = SHA256.digest(of: Array(text.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        #expect(digits.joined() == hex)
    }
}

@Suite("Where VK sent the person back to")
struct AuthorizationAnswerTests {
    private static let now: Duration = .seconds(1_800_000_000)

    private func read(_ text: String, state: String? = "s") throws -> AuthorizationAnswer {
        try AuthorizationAnswer(redirect: text, state: state, at: Self.now)
    }

    @Test(
        "A person's token, however much of the address was pasted",
        arguments: [
            "https://oauth.vk.com/blank.html#access_token=token-of-the-test&expires_in=86400&user_id=510001001&state=s&email=o%40m.example",
            "#access_token=token-of-the-test&expires_in=86400&user_id=510001001&state=s&email=o%40m.example",
            "access_token=token-of-the-test&expires_in=86400&user_id=510001001&state=s&email=o%40m.example",
            "  http://127.0.0.1:5000/?access_token=token-of-the-test&expires_in=86400&user_id=510001001&state=s&email=o%40m.example\n",
        ])
    func user(text: String) throws {
        guard case .tokens(let grant) = try read(text) else { throw Wrong() }
        #expect(grant.token == AccessToken(Secret("token-of-the-test"), until: Self.now + .seconds(86400)))
        #expect(grant.userID == 510_001_001)
        #expect(grant.email == Secret("o@m.example"))
        #expect(grant.communities.isEmpty)
    }

    @Test("A token that never ends says 0, or nothing", arguments: ["&expires_in=0", ""])
    func endless(expires: String) throws {
        guard case .tokens(let grant) = try read("#access_token=t&user_id=1&state=s" + expires) else { throw Wrong() }
        #expect(grant.token?.expiry == nil)
    }

    @Test("Tokens of several communities")
    func communities() throws {
        let answer = try read("https://b.example/#expires_in=0&access_token_200000001=one&access_token_7=two&state=s")
        guard case .tokens(let grant) = answer else { throw Wrong() }
        #expect(grant.communities == [200_000_001: AccessToken(Secret("one")), 7: AccessToken(Secret("two"))])
        #expect(grant.token == nil)
    }

    @Test("A code, and VK ID's device")
    func code() throws {
        #expect(try read("http://127.0.0.1:5000/?code=c0de&state=s") == .code(Secret("c0de"), deviceID: nil))
        #expect(try read("https://b.example/?code=c0de&device_id=d&type=code_v2&state=s") == .code(Secret("c0de"), deviceID: "d"))
    }

    @Test(
        "A refusal is VK's, whatever the state",
        arguments: [
            ("#error=access_denied&error_reason=user_denied&error_description=User+denied+your+request", AuthError.Code.denied),
            ("https://b.example/?error=invalid_request&error_description=Invalid%20display", .refused), ("#fail=1", .denied),
        ])
    func refusal(text: String, code: AuthError.Code) throws {
        let error = #expect(throws: AuthError.self) { try read(text) }
        #expect(error?.code == code)
    }

    @Test(
        "Another request's answer is refused, one without a state too",
        arguments: ["#access_token=t&state=other", "#access_token=t", "?code=c"])
    func forged(text: String) throws {
        #expect(#expect(throws: AuthError.self) { try read(text) }?.code == .foreignState)
    }

    @Test(
        "What is no answer says what to do",
        arguments: [
            "", "https://oauth.vk.com/blank.html", "token", "https://b.example/?state=s", "#access_token=&state=s", "?code=&state=s", "%",
        ])
    func unreadable(text: String) throws {
        let error = #expect(throws: AuthError.self) { try read(text) }
        #expect(error?.code == .unreadable)
        #expect(error?.description.contains("copy it whole") == true)
    }

    @Test("The end of a validation needs no state")
    func validation() throws {
        let text = "https://oauth.vk.com/blank.html#success=1&access_token=token-of-the-test&user_id=5"
        guard case .tokens(let grant) = try read(text, state: nil) else { throw Wrong() }
        #expect(grant.token?.secret == Secret("token-of-the-test"))
    }

    @Test("No answer shows its tokens")
    func silent() throws {
        for text in ["#access_token=hidden&access_token_7=hidden&email=hidden&state=s", "?code=hidden&state=s"] {
            var dumped = ""
            let answer = try read(text)
            dump(answer, to: &dumped)
            #expect(!dumped.contains("hidden") && !"\(answer)".contains("hidden"))
        }
    }

    private struct Wrong: Error {}
}

@Suite("Exchanging a code")
struct OAuthClientTests {
    private let time = ManualTime()

    private func client(
        _ answer: @escaping @Sendable (ScriptedVK.Exchange) async throws -> HTTPResponse
    ) -> (client: OAuthClient, http: ScriptedVK) {
        let http = ScriptedVK(answer)
        return (OAuthClient(http, time: time), http)
    }

    private func request(_ flow: AuthorizationRequest.Flow) -> AuthorizationRequest {
        AuthorizationRequest(clientID: 42, subject: .user([.photos]), flow: flow, redirect: "http://127.0.0.1:5000/", state: "s")
    }

    @Test("A person's code is exchanged in the body of a POST, sent once")
    func user() async throws {
        let body = try Fixture.bytes("oauth/user-token.json")
        let (client, http) = client { _ in HTTPResponse(status: 200, body: body) }
        let grant = try await client.grant(
            for: .code(Secret("c0de"), deviceID: nil), to: request(.code), clientSecret: Secret("key-of-the-test"))
        #expect(grant.token == AccessToken(Secret("vk1.a.made-up"), until: time.unixTime + .seconds(86400)))
        #expect(grant.userID == 510_001_001)
        #expect(grant.email == Secret("olga@mail.example"))
        let sent = try #require(http.exchanges.first)
        #expect(sent.request.url == "https://oauth.vk.ru/access_token")
        #expect(sent.request.method == .post)
        #expect(sent.request.sendsOnce)
        #expect(
            sent.fields == [
                "client_id": "42", "client_secret": "key-of-the-test", "redirect_uri": "http://127.0.0.1:5000/", "code": "c0de",
            ])
    }

    @Test("A community's tokens come by its id and never end")
    func communities() async throws {
        let body = try Fixture.bytes("oauth/group-tokens.json")
        let (client, _) = client { _ in HTTPResponse(status: 200, body: body) }
        let grant = try await client.grant(for: .code(Secret("c"), deviceID: nil), to: request(.code), clientSecret: Secret("k"))
        #expect(grant.communities == [198_765_432: AccessToken(Secret("vk1.a.made-up-group"))])
        #expect(grant.token == nil)
    }

    @Test("Every sample of the OAuth host reads as what it is")
    func samples() throws {
        for name in Fixture.names(in: "oauth") {
            #expect(!Grant(answer: try Fixture.json("oauth/\(name).json"), at: .zero).isEmpty, "\(name)")
        }
        #expect(Fixture.names(in: "oauth").count == 2)
    }

    @Test(
        "A refusal is read with its word, and with what it asks for",
        arguments: [
            ("oauth-invalid-client", AuthError.Code.invalidClient), ("oauth-need-captcha", .captchaNeeded),
            ("oauth-need-validation", .validationNeeded),
        ])
    func refusal(name: String, code: AuthError.Code) async throws {
        let body = try Fixture.bytes("errors/\(name).json")
        let (client, _) = client { _ in HTTPResponse(status: 401, body: body) }
        let error = await #expect(throws: AuthError.self) {
            try await client.serviceToken(clientID: 42, clientSecret: Secret("key-of-the-test"))
        }
        #expect(error?.code == code)
        #expect((error?.captcha?.sid == "731904558203") == (code == .captchaNeeded))
        #expect((error?.redirect != nil) == (code == .validationNeeded))
    }

    @Test("VK ID: proof, device and state go along, and the next token is got with what came")
    func vkID() async throws {
        let (client, http) = client { exchange in
            .text(
                #"{"access_token":"token-\#(exchange.number)","refresh_token":"refresh-\#(exchange.number)","id_token":"i","expires_in":3600,"#
                    + #""user_id":5,"state":"s","scope":"email phone"}"#)
        }
        let proof = CodeProof()
        let first = try await client.grant(for: .code(Secret("c0de"), deviceID: "device"), to: request(.vkID(proof)))
        #expect(first.refresh == Secret("refresh-1"))
        #expect(first.deviceID == "device")
        #expect(first.scope == "email phone")
        let second = try await client.refreshed(try #require(first.refresh), clientID: 42, deviceID: first.deviceID)
        #expect(second.token == AccessToken(Secret("token-2"), until: time.unixTime + .seconds(3600)))
        #expect(second.refresh == Secret("refresh-2"))
        #expect(second.deviceID == "device")
        let sent = http.exchanges
        #expect(sent.map(\.request.url) == ["https://id.vk.com/oauth2/auth", "https://id.vk.com/oauth2/auth"])
        #expect(
            sent[0].fields == [
                "grant_type": "authorization_code", "code": "c0de", "code_verifier": proof.verifier.reveal(), "client_id": "42",
                "device_id": "device", "redirect_uri": "http://127.0.0.1:5000/", "state": "s",
            ])
        #expect(sent[1].fields["grant_type"] == "refresh_token")
        #expect(sent[1].fields["refresh_token"] == "refresh-1")
        #expect(sent[1].fields["device_id"] == "device")
    }

    @Test("Logging out names the token in the body alone")
    func logOut() async throws {
        let (client, http) = client { _ in .text(#"{"response":1}"#) }
        try await client.logOut(Secret("token-of-the-test"), clientID: 42)
        #expect(http.exchanges[0].request.url == "https://id.vk.com/oauth2/logout")
        #expect(http.exchanges[0].fields == ["client_id": "42", "access_token": "token-of-the-test"])
    }

    @Test(
        "What is no answer is said to be so",
        arguments: ["<html>", "", "[]", "{}", #"{"access_token":""}"#, #"{"access_token":null}"#, #"{"groups":[]}"#, "1"])
    func unreadable(body: String) async throws {
        let (client, _) = client { _ in .text(body, status: 502) }
        let error = await #expect(throws: AuthError.self) { try await client.refreshed(Secret("r"), clientID: 1, deviceID: nil) }
        #expect(error?.code == .unreadable)
    }

    @Test("A network failure keeps its cause, and no error shows a code or a key")
    func leak() async throws {
        let secret = "key-of-the-test"
        let answers: [@Sendable (ScriptedVK.Exchange) async throws -> HTTPResponse] = [
            { _ in throw HTTPError(.timedOut, context: .init(url: RedactedURL("https://oauth.vk.ru/access_token?client_secret=\(secret)")))
            },
            { _ in .text(#"{"error":"invalid_client","error_description":"no such key \#(secret)"}"#) },
            { _ in .text(#"{"error":"\#(secret)"}"#) },
            { _ in .text("client_secret=\(secret)") },
        ]
        for answer in answers {
            let (client, _) = client(answer)
            let error = await #expect(throws: AuthError.self) {
                try await client.grant(for: .code(Secret("c0de"), deviceID: nil), to: request(.code), clientSecret: Secret(secret))
            }
            var dumped = ""
            dump(error, to: &dumped)
            #expect(!dumped.contains(secret))
            #expect(error?.description.contains(secret) == false)
        }
    }

    @Test(
        "Form text is read as browsers write it",
        arguments: [
            ("a=1&b=2", ["a": "1", "b": "2"]), ("a=%D0%B9+x", ["a": "й x"]), ("a&b=", ["a": "", "b": ""]), ("a=%zz%4", ["a": "%zz%4"]),
            ("a=%+1", ["a": "% 1"]), ("&&a=b=c&", ["a": "b=c"]), ("", [:]), ("a=1&a=2", ["a": "2"]), ("a=%ff", ["a": "\u{fffd}"]),
        ] as [(String, [String: String])])
    func form(text: String, fields: [String: String]) {
        let parameters = Parameters(formText: text)
        #expect(Dictionary(uniqueKeysWithValues: parameters.items.map { ($0.name, $0.value) }) == fields)
    }
}
