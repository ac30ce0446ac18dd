// Govorun: `govorun auth` as people run it. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import TapeJSON
import Testing

/// A `govorun auth` that waits, and the address it wants opened.
private struct Waiting {
    let program: Program
    let folder: Folder
    let input = Pipe()
    let fields: [String: String]

    init(_ words: [String], environment: [String: String] = [:]) async throws {
        folder = try Folder()
        program = try Program.govorun(["auth"] + words, environment: environment, in: folder.url, input: input)
        let items = URLComponents(string: try await program.line(after: "open: "))?.queryItems ?? []
        fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    var state: String { fields["state"] ?? "" }
    var redirect: String { fields["redirect_uri"] ?? "" }

    /// Pastes one line.
    func paste(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func text(_ file: String) throws -> String { try String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8) }

    func mode(_ file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.url.appendingPathComponent(file).path)[.posixPermissions] as? Int
    }

    /// All it said.
    var words: String { (program.output + program.errors).joined(separator: "\n") }
}

@Suite("govorun auth")
struct AuthTests {
    private static let token = "token-of-the-test"

    /// What the listener answers to `body`, or to `query` in its address.
    private func browse(_ address: String, body: String? = nil) async throws -> HTTPResponse {
        try await withClient { client in
            try await client.send(HTTPRequest(address, method: body == nil ? .get : .post, body: body.map { Array($0.utf8) }))
        }
    }

    @Test("The address asks VK for what was wanted, and leads back to a port of this machine")
    func address() async throws {
        let waiting = try await Waiting(["user", "--client-id", "42", "--scope", "photos,offline", "--save", "token"])
        #expect(waiting.fields["client_id"] == "42")
        #expect(waiting.fields["scope"] == "photos,offline")
        #expect(waiting.fields["response_type"] == "token")
        #expect(waiting.redirect.hasPrefix("http://127.0.0.1:"))
        #expect(waiting.state.count == 32)
    }

    @Test("The browser hands over the fragment; the token is in a file for its owner alone, and nowhere else")
    func fragment() async throws {
        let waiting = try await Waiting(["user", "--client-id", "42", "--save", "token"])
        let page = try await browse(waiting.redirect)
        #expect(String(decoding: page.body, as: UTF8.self).contains("location.hash"))
        #expect(page.headers["Cache-Control"] == "no-store")
        let forged = try await browse(waiting.redirect, body: "access_token=forged&user_id=7&state=other")
        #expect(forged.status == 400)
        let fragment = "access_token=\(Self.token)&user_id=7&expires_in=86400&state=\(waiting.state)"
        let answer = try await browse(waiting.redirect, body: fragment)
        #expect(answer.status == 200)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(Self.token))
        #expect(try await waiting.program.exitStatus() == 0)
        #expect(try waiting.text("token") == Self.token + "\n")
        #expect(try waiting.mode("token") == 0o600)
        #expect(!waiting.words.contains(Self.token))
        #expect(waiting.words.contains("token of user 7, good for 24 hours"))
    }

    @Test("Without a browser that reaches us, the address is pasted; rubbish before it does no harm")
    func pasted() async throws {
        let waiting = try await Waiting(["user", "--client-id", "42", "--redirect", "blank", "--print"])
        #expect(waiting.redirect == "https://oauth.vk.com/blank.html")
        try waiting.paste("")
        try waiting.paste("what?")
        try waiting.paste("https://oauth.vk.com/blank.html#access_token=forged&state=other")
        try waiting.paste("https://oauth.vk.com/blank.html#access_token=\(Self.token)&user_id=7&expires_in=0&state=\(waiting.state)")
        #expect(try await waiting.program.exitStatus() == 0)
        #expect(waiting.program.output.contains("token: \(Self.token)"))
        #expect(!waiting.words.contains("forged"))
        #expect(waiting.words.contains("copy it whole"))
    }

    @Test("Tokens of several communities go into a file each")
    func communities() async throws {
        let refused = try Program.govorun(["auth", "community", "--client-id", "42", "--group-ids", "1,2", "--save", "token"])
        #expect(try await refused.exitStatus() == 64)
        let waiting = try await Waiting(["community", "--client-id", "42", "--group-ids", "1,-2", "--save", "token-{id}"])
        #expect(waiting.fields["group_ids"] == "1,2")
        #expect(waiting.fields["scope"] == "photos,messages,docs,manage")
        try waiting.paste("#access_token_1=one&access_token_2=two&expires_in=0&state=\(waiting.state)")
        #expect(try await waiting.program.exitStatus() == 0)
        #expect(try waiting.text("token-1") == "one\n")
        #expect(try waiting.text("token-2") == "two\n")
    }

    @Test("Somebody who says no is exit 77, nobody is 69, an input that ends without an answer too")
    func refusals() async throws {
        let refused = try await Waiting(["user", "--client-id", "42", "--print"])
        let answer = try await browse(refused.redirect + "?error=access_denied&error_reason=user_denied&error_description=User+denied")
        #expect(answer.status == 200)
        #expect(try await refused.program.exitStatus() == 77)
        let late = try await Waiting(["user", "--client-id", "42", "--print", "--wait", "0.001"])
        #expect(try await late.program.exitStatus() == 69)
        let ended = try await Waiting(["user", "--client-id", "42", "--print", "--redirect", "blank"])
        try ended.input.fileHandleForWriting.close()
        #expect(try await ended.program.exitStatus() == 69)
    }

    @Test("A code that cannot be exchanged is exit 69, and neither code nor key is shown")
    func unreachable() async throws {
        let words = [
            "user", "--client-id", "42", "--code", "--client-secret", "env:KEY", "--oauth", "http://127.0.0.1:9", "--save", "token",
        ]
        let waiting = try await Waiting(words, environment: ["KEY": "key-of-the-test"])
        #expect(waiting.fields["response_type"] == "code")
        _ = try await browse(waiting.redirect + "?code=code-of-the-test&state=\(waiting.state)")
        #expect(try await waiting.program.exitStatus() == 69)
        #expect(!waiting.words.contains("key-of-the-test") && !waiting.words.contains("code-of-the-test"))
    }

    @Test(
        "What cannot be is said before anything begins",
        arguments: [
            ["user"], ["user", "--client-id", "42"], ["user", "--client-id", "x", "--print"],
            ["user", "--client-id", "42", "--print", "--code"],
            ["user", "--client-id", "42", "--print", "--scope", "walls"],
            ["user", "--client-id", "42", "--print", "--listen", "0.0.0.0:0"],
            ["user", "--client-id", "42", "--print", "--client-secret", "key-of-the-test"],
            ["user", "--client-id", "42", "--print", "--vk-id", "--code"], ["user", "--client-id", "42", "--print=yes"],
            ["community", "--client-id", "42", "--print"], ["community", "--client-id", "42", "--group-ids", "a", "--print"],
            ["user", "--client-id", "42", "--print", "--wait", "0"], ["user", "--client-id", "42", "--print", "--oauth", "vk.ru"],
            ["logout"],
        ])
    func usage(words: [String]) async throws {
        let program = try Program.govorun(["auth"] + words)
        #expect(try await program.exitStatus() == 64)
        #expect(program.output.isEmpty)
        #expect(!program.errors.joined().contains("key-of-the-test"))
    }

    @Test("Logging out removes the file; a second time there is none")
    func logout() async throws {
        let folder = try Folder()
        try folder.write("token", "token-of-the-test\n")
        try folder.write("token.refresh", "{}\n")
        #expect(try await Program.govorun(["auth", "logout", "token"], in: folder.url).exitStatus() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        #expect(try await Program.govorun(["auth", "logout", "token"], in: folder.url).exitStatus() == 66)
    }
}
