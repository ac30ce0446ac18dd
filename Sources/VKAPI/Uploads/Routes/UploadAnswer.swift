// Govorun: what an upload server answers. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// The body of an upload server, JSON whatever its `Content-Type` says (source: the reference, "Uploads").
enum UploadAnswer {
    /// The file was taken: what the save call wants to see.
    case taken(JSON)
    /// The file was refused, with the server's words.
    case refused(String)
    /// This is no answer: an error page, an empty body. A new address may mend it.
    case unreadable(String)

    /// Reads `answer` to an upload on `route`.
    init(_ answer: HTTPResponse, on route: UploadRoute) {
        guard let json = try? JSONDocument(answer.body).root, json.kind == .object else {
            self =
                answer.status == 413
                ? .refused("the file is larger than the server takes, HTTP 413")
                : .unreadable("HTTP \(answer.status), \(answer.body.count) bytes that are no JSON object")
            return
        }
        if let words = Self.words(of: json) {
            self = .refused(words)
        } else if let proof = route.proof {
            self = Self.proven(json.at(proof), in: json, answer)
        } else {
            self = .taken(json)
        }
    }

    /// An empty proof is VK's way to say no.
    private static func proven(_ proof: JSON, in json: JSON, _ answer: HTTPResponse) -> UploadAnswer {
        guard proof.kind != .absent else { return .unreadable("HTTP \(answer.status), an object without the file's field") }
        let isEmpty = ["", "[]", "{}", "null"].contains(proof.formText)
        return isEmpty ? .refused("the server kept nothing of it") : .taken(json)
    }

    /// The words of an error: a string, an object or a bare code, as each server has it; `nil` where there is none.
    private static func words(of json: JSON) -> String? {
        let error = json["error"]
        let inside = error.kind == .object ? error : json
        let code = inside["error_code"].text.flatMap { $0 == "0" ? nil : "code \($0)" }
        let texts = [error.text == "0" ? nil : error.text, error["type"].string, inside["error_msg"].string, inside["error_descr"].string]
        let words = (texts + [code]).compactMap { $0 }.filter { !$0.isEmpty }
        if words.isEmpty { return error.bool == true || error.count > 0 ? "the server gave no reason" : nil }
        return words.joined(separator: ": ")
    }
}

extension JSON {
    /// The value as it goes into a form, a string without its quotes and everything else as it came.
    var formText: String { text ?? rawText }
}
