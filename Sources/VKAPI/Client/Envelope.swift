// Govorun: reads the envelope of an answer. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// `{"response": …}` or `{"error": {…}}`; everything else is a failure of transport (source: the reference, "Response and error envelope").
enum Envelope {
    /// The value under `response`, with the `execute_errors` beside it.
    ///
    /// - Throws: `VKError`: VK's own, or `.transport` for a body that is no answer of the API.
    static func read(_ answer: HTTPResponse, to method: String, hiding secrets: [Secret]) throws(VKError) -> APIAnswer {
        let root: JSON
        do {
            root = try JSONDocument(answer.body).root
        } catch {
            throw unreadable(answer, method, "is not JSON")
        }
        let error = root["error"]
        if error["error_code"].int != nil { throw VKError(answer: error, method: method, hiding: secrets) }
        let response = root["response"]
        if response.kind != .absent { return APIAnswer(response: response, executeErrors: root["execute_errors"]) }
        if let word = error.string, isOfOAuth(word, root) { throw foreign(word, root["error_description"].string, method, secrets) }
        throw unreadable(answer, method, "holds neither response nor error")
    }

    private static func unreadable(_ answer: HTTPResponse, _ method: String, _ what: String) -> VKError {
        VKError(
            .transport, method: method, message: "the answer (HTTP \(answer.status), \(answer.body.count) bytes) \(what)",
            mayHaveBeenPerformed: true)
    }

    /// Other servers on the way say `{"error": "Bad Gateway"}`; OAuth's words are `invalid_client` and their like.
    private static func isOfOAuth(_ word: String, _ root: JSON) -> Bool {
        root["error_description"].string != nil || word.contains("_") && !word.contains(" ")
    }

    /// An error in the shape of VK's OAuth host: the address is not the API's, and asking again would not make it so.
    private static func foreign(_ word: String, _ words: String?, _ method: String, _ secrets: [Secret]) -> VKError {
        let message = "this is no answer of the API but of an OAuth server: \(word)" + (words.map { " (\($0))" } ?? "")
        return VKError(.refused, method: method, message: secrets.reduce(message) { $1.redacting($0) })
    }
}

/// What VK answered to one call.
struct APIAnswer: Sendable {
    /// The value under `response`.
    var response: JSON
    /// What failed inside an `execute`; absent when nothing did.
    var executeErrors: JSON = .absent
    /// Whether it was kept.
    var origin = AnswerOrigin.vk
}

extension APIAnswer {
    /// Reads what `kept` gave; the errors inside an `execute` included.
    init(kept: JSON) { self.init(response: kept["response"], executeErrors: kept["execute_errors"]) }

    /// The answer as one value, to be kept.
    var kept: JSON {
        var value: JSONValue = ["response": JSONValue(response)]
        if executeErrors.kind != .absent { value["execute_errors"] = JSONValue(executeErrors) }
        return value.view
    }
}
