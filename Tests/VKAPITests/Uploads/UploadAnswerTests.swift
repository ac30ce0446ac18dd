// Govorun: how answers of upload servers are read. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Answers of upload servers")
struct UploadAnswerTests {
    private static func route(_ proof: String?) -> UploadRoute {
        UploadRoute(kind: .messagePhoto, server: Call("a.get"), field: "photo", proof: proof, saving: .nothing)
    }

    /// `taken`, the words of a refusal, or `unreadable`.
    private static func reading(_ answer: HTTPResponse, proof: String?) -> String {
        switch UploadAnswer(answer, on: route(proof)) {
        case .taken: "taken"
        case .refused(let words): words
        case .unreadable: "unreadable"
        }
    }

    @Test(
        "Each sample is read as it should be",
        arguments: [
            ("photo-message", "photo", "taken"), ("photo-wall", "photo", "taken"), ("photo-album", "photos_list", "taken"),
            ("photo-market", "photo", "taken"), ("photo-cover", "photo", "taken"), ("photo-chat", "response", "taken"),
            ("doc", "file", "taken"), ("audio-message", "file", "taken"), ("story", "response.upload_result", "taken"),
            ("video", nil, "taken"), ("photo-message--empty", "photo", "the server kept nothing of it"),
            ("doc--error", "file", "unknown error: file type is not allowed: code 2"),
            ("story--error", "response.upload_result", "ERR_UPLOAD_BAD_IMAGE_SIZE: code 4"),
        ] as [(String, String?, String)])
    func sample(name: String, proof: String?, reading: String) throws {
        let answer = HTTPResponse(status: 200, body: try Fixture.bytes("upload/\(name).json"))
        #expect(Self.reading(answer, proof: proof) == reading)
    }

    @Test("A page that says the file is too large is a refusal; any other page is no answer", arguments: [413, 200, 502])
    func page(status: Int) {
        let reading = Self.reading(.text("<html>", status: status), proof: "photo")
        #expect(reading == (status == 413 ? "the file is larger than the server takes, HTTP 413" : "unreadable"))
    }

    @Test("Every sample has its test")
    func allSamples() { #expect(Fixture.names(in: "upload").count == 13) }

    @Test(
        "An empty proof means refused, in whatever way it is empty",
        arguments: [#"{"photo": "[]"}"#, #"{"photo": ""}"#, #"{"photo": []}"#, #"{"photo": null}"#, #"{"photo": {}}"#])
    func emptyProof(body: String) { #expect(Self.reading(.text(body), proof: "photo") == "the server kept nothing of it") }

    @Test(
        "An error is a refusal with its words, whatever its shape and the status",
        arguments: [
            (#"{"error": "ERR_UPLOAD_FILE_TOO_BIG"}"#, "ERR_UPLOAD_FILE_TOO_BIG"),
            (#"{"error": {"error_msg": "no space"}, "photo": "x"}"#, "no space"), (#"{"error": true}"#, "the server gave no reason"),
            (#"{"error": {"what": 1}}"#, "the server gave no reason"), (#"{"error": 17}"#, "17"),
            (#"{"error_code": 9, "error_msg": "flood"}"#, "flood: code 9"),
        ])
    func error(body: String, words: String) {
        #expect(Self.reading(.text(body), proof: "photo") == words)
        #expect(Self.reading(.text(body, status: 500), proof: nil) == words)
    }

    @Test("An empty error is none", arguments: [#""""#, "null", "0", "false", "[]", "{}"])
    func noError(error: String) { #expect(Self.reading(.text(#"{"error": \#(error), "photo": "x"}"#), proof: "photo") == "taken") }

    @Test(
        "What is no JSON object, or lacks the file, cannot be read",
        arguments: ["", "<html>404</html>", "[]", "null", #""text""#, #"{"server": 1}"#, #"{"photo": "x""#])
    func unreadable(body: String) { #expect(Self.reading(.text(body), proof: "photo") == "unreadable") }
}
