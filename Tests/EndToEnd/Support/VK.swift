// Govorun: a simulator in a process of its own, driven by a test. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import TapeJSON
import Testing

/// `govorun simulate` and its control API.
final class VK: Sendable {
    let program: Program
    let client: CurlClient
    /// `http://127.0.0.1:PORT`.
    let address: String

    /// A simulator on a free port, or on `port`; with a community for each bot of `file`.
    convenience init(port: Int = 0, file: String? = nil, client: CurlClient) async throws {
        let arguments = ["simulate"] + (file.map { [$0] } ?? []) + ["--listen", "127.0.0.1:\(port)"]
        try await self.init(in: try Program.govorun(arguments), client: client)
    }

    /// The simulator inside a program that has just been started, `govorun run` too.
    init(in program: Program, client: CurlClient) async throws {
        self.program = program
        self.client = client
        address = String(try await program.line(after: "web chat: ").dropLast())
    }

    /// Where bots find the API.
    var api: String { address + "/method" }

    /// The port it listens on.
    var port: Int { URL(string: address)?.port ?? 0 }

    func addCommunity(_ name: String, token: String, id: Int? = nil) async throws -> Int {
        var body: JSONValue = ["name": .string(name), "token": .string(token)]
        if let id { body["id"] = .integer(id) }
        return try #require(try await post("communities", body)["id"].int)
    }

    func addPerson(_ name: String, id: Int? = nil, language: String? = nil) async throws -> Int {
        var body: JSONValue = ["first_name": .string(name)]
        if let id { body["id"] = .integer(id) }
        if let language { body["language"] = .string(language) }
        return try #require(try await post("people", body)["id"].int)
    }

    /// Waits until `count` bots hold a poll.
    func isPolled(by count: Int = 1) async throws {
        _ = try await eventually("polls of \(count) bots") {
            let waiting = try await get("state")["communities"].items.count { ($0["waiting_polls"].int ?? 0) > 0 }
            return waiting >= count ? waiting : nil
        }
    }

    /// What both sides have written, oldest first.
    func history(_ person: Int, _ community: Int) async throws -> [JSON] {
        Array(try await get("history?community=\(community)&peer=\(person)&limit=10000")["messages"].items)
    }

    @discardableResult
    func post(_ name: String, _ body: JSONValue) async throws -> JSON {
        let response = try await client.send(
            HTTPRequest("\(address)/simulator/\(name)", method: .post, body: body.bytes, contentType: "application/json"))
        try #require(response.status == 200, "\(name): \(String(decoding: response.body, as: UTF8.self))")
        return try JSONDocument(response.body).root
    }

    func get(_ path: String) async throws -> JSON {
        try JSONDocument(try await client.send(HTTPRequest("\(address)/simulator/\(path)")).body).root
    }

    /// Asks again and again, with a pause between questions, until `look` finds what it wants.
    func eventually<Value: Sendable>(
        within limit: Duration = .seconds(30), _ what: String, _ look: () async throws -> Value?
    ) async throws -> Value {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let value = try await look() { return value }
            try await Task.sleep(for: .milliseconds(50))
        }
        return try #require(nil as Value?, "not within \(limit): \(what)")
    }
}

/// A folder that is gone when the test lets go of it.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("govorun-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }  // what is left is the system's to clean

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

/// Lends an HTTP client.
func withClient<Value>(_ body: (CurlClient) async throws -> Value) async throws -> Value {
    let client = try CurlClient()
    do {
        let value = try await body(client)
        await client.shutdown()
        return value
    } catch {
        await client.shutdown()
        throw error
    }
}
