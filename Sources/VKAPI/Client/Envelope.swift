// Govorun: reads the envelope of an answer. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// `{"response": …}` or `{"error": {…}}`; everything else is a failure of transport (source: the reference, "Response and error envelope").
enum Envelope {
    /// The value under `response`.
    ///
    /// - Throws: `VKError`: VK's own, or `.server` for a body that is no answer of the API.
    static func response(of answer: HTTPResponse, to method: String, hiding secrets: [Secret]) throws(VKError) -> JSON {
        let document: JSONDocument
        do {
            document = try JSONDocument(answer.body)
        } catch {
            throw unreadable(answer, method, "is not JSON")
        }
        let root = document.root
        // `execute` may answer with both; then the response counts.
        if root["response"].kind != .absent { return root["response"] }
        if root["error"].kind == .object { throw VKError(answer: root["error"], method: method, hiding: secrets) }
        throw unreadable(answer, method, "holds neither response nor error")
    }

    private static func unreadable(_ answer: HTTPResponse, _ method: String, _ what: String) -> VKError {
        VKError(
            .server, method: method, message: "the answer (HTTP \(answer.status), \(answer.body.count) bytes) \(what)",
            mayHaveBeenPerformed: true)
    }
}
