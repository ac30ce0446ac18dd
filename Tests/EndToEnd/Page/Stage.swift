// Govorun: running bots and their page in a browser. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import TapeJSON
import Testing

/// `govorun run` with two bots on the simulator, and a page that shows it.
struct Stage: Sendable {
    static let alice = 510_001_001
    static let boris = 510_001_002
    /// The communities in the order of `bots`.
    static let shop = 200_000_001
    static let parrot = 200_000_002

    let vk: VK
    let page: Page

    static let bots = """
        vk: { api: simulator }
        simulator: { listen: "127.0.0.1:0" }
        storage: memory
        defaults: { prefix: { chats: ["/"], private: optional }, plugins: [help] }
        bots:
          tea-shop:
            plugins:
              - echo
              - use: welcome
                with: { buttons: ["/echo Улун есть?", "/help"] }
                texts: { start: "Здравствуйте, {name}! Что заварим?", invited: "Всем привет!" }
          parrot:
            plugins: [{ use: echo, with: { everything: true } }]

        """

    /// Lends a stage whose page shows Alice's dialog with the first bot.
    static func with(_ body: (Stage) async throws -> Void) async throws {
        try await withClient { client in
            let folder = try Folder()
            let program = try Program.govorun(["run", try folder.write("bots.yaml", bots)])
            let vk = try await VK(in: program, client: client)
            try await vk.isPolled(by: 2)
            try await withPage { page in
                try await page.open(vk.address)
                try await page.wait(for: "#head h2", saying: "tea-shop")
                try await page.wait(for: ".chip-name", saying: "Менеджер")
                try await body(Stage(vk: vk, page: page))
            }
        }
    }

    /// Opens a dialog in a new document.
    func open(person: Int = alice, community: Int, peer: Int? = nil) async throws {
        let fragment = "#person=\(person)&community=\(community)" + (peer.map { "&peer=\($0)" } ?? "")
        try await page.open("\(vk.address)/\(fragment)")
        try await page.wait(until: "document.querySelector('#log')?.childElementCount > 0")
    }

    /// Waits for a message with exactly that text; `from` is `.me` or `:not(.me)`.
    func hears(_ text: String, from: String = ":not(.me)") async throws {
        try await page.wait(for: ".m\(from) .text", saying: text)
    }

    func expectNoComplaints() { #expect(page.tools.complaints == []) }
}

extension VK {
    /// Calls the API as the bot of that token.
    @discardableResult
    func call(_ method: String, token: String, _ parameters: [String: JSONValue]) async throws -> JSON {
        var form = URLComponents()
        form.queryItems = [URLQueryItem(name: "access_token", value: token), URLQueryItem(name: "v", value: "5.199")]
        for (name, value) in parameters {
            let text = if case .string(let text) = value { text } else { String(decoding: value.bytes, as: UTF8.self) }
            form.queryItems?.append(URLQueryItem(name: name, value: text))
        }
        let body = (form.percentEncodedQuery ?? "").replacing("+", with: "%2B")
        let request = HTTPRequest(
            "\(api)/\(method)", method: .post, body: Array(body.utf8), contentType: "application/x-www-form-urlencoded")
        let answer = try JSONDocument(try await client.send(request).body).root
        try #require(!answer["error"].exists, "\(method): \(answer)")
        return answer["response"]
    }
}
