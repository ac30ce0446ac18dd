// Govorun: a script that answers uploads as VK does. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

/// VK with its upload servers: what it was asked, and what it says unless a test says otherwise.
struct UploadHost: Sendable {
    /// A part of the form that came to the upload server.
    struct Part: Equatable {
        var head: String
        var content: String
    }

    static let address = "https://pu.vk.example/c1/upload.php?act=do_add&hash=made"
    static let photo: JSONValue = [["id": 7, "owner_id": -1, "access_key": "key7", "sizes": []]]
    static let photoAnswer = #"{"server": 5, "photo": "[{\"photo\":\"1a:w\"}]", "hash": "h1"}"#
    static let picture = UploadSource.bytes(Array("GIF89a and a picture".utf8), name: "cat.gif")

    let time = ManualTime()
    let vk: ScriptedVK
    let client: VKClient

    /// - Parameters:
    ///   - answer: the upload server's answer to the post with that number, from 1.
    ///   - saved: VK's answer to the save call.
    ///   - other: answers in place of all that; `nil` for the usual.
    init(
        answer: @escaping @Sendable (Int) async throws -> HTTPResponse = { _ in .text(Self.photoAnswer) },
        saved: JSONValue = Self.photo, other: @escaping @Sendable (ScriptedVK.Exchange) async throws -> HTTPResponse? = { _ in nil }
    ) {
        vk = ScriptedVK { exchange in
            if let answer = try await other(exchange) { return answer }
            if exchange.name.hasSuffix("UploadServer") { return .response(["upload_url": JSONValue(Self.address)]) }
            guard exchange.request.url == Self.address else { return .response(saved) }
            if let body = exchange.request.streamedBody {
                exchange.request.progress?(HTTPProgress(sent: body.count / 2, received: 0, receivedTotal: nil))
                exchange.request.progress?(HTTPProgress(sent: body.count, received: 0, receivedTotal: nil))
            }
            return try await answer(exchange.number)
        }
        var configuration = VKClient.Configuration()
        configuration.execute = false
        client = VKClient(
            token: Secret(Stage.token), userToken: Secret("token-of-a-person"), configuration: configuration, transport: vk, time: time)
    }

    var uploads: Uploads { client.uploads }
    /// What was sent to the upload server.
    var posts: [HTTPRequest] { vk.exchanges.map(\.request).filter { $0.url == Self.address } }
    /// The methods that were called, in order.
    var calls: [String] { vk.exchanges.filter { $0.request.url != Self.address }.map(\.name) }

    /// The outcome of `upload`, the clock running as fast as anybody waits for it.
    func outcome<Value: Sendable>(_ upload: Request<Value>) async throws -> Value {
        try await time.running { try await upload.send() }
    }

    /// The upload's own error; fails the test when it ends otherwise.
    func failure<Value: Sendable>(_ upload: Request<Value>) async throws -> UploadError {
        try #require(await #expect(throws: UploadError.self) { _ = try await outcome(upload) })
    }

    /// The fields of the last call of `method`, without those that every call has.
    func fields(_ method: String) -> [String: String] {
        let common: Set = ["access_token", "v"]
        return (vk.exchanges(method).last?.fields ?? [:]).filter { !common.contains($0.key) }
    }

    /// The parts of the upload with that number, from 1.
    func parts(_ number: Int = 1) throws -> [Part] {
        let request = try #require(posts.dropFirst(number - 1).first)
        let boundary = try #require(request.contentType?.components(separatedBy: "multipart/form-data; boundary=").last)
        let body = try #require(request.streamedBody)
        let text = String(decoding: try body.bytes(), as: UTF8.self)
        #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("--\(boundary)--\r\n"))
        return text.components(separatedBy: "--\(boundary)").dropFirst().dropLast().map { part in
            let halves = part.components(separatedBy: "\r\n\r\n")
            let content = halves.dropFirst().joined(separator: "\r\n\r\n")
            return Part(head: halves[0].trimmingCharacters(in: .newlines), content: String(content.dropLast()))
        }
    }
}
