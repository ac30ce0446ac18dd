// Govorun: a request and its answer, as they are written down. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// One line of a recording: what was asked, without secrets, and what came back.
struct RecordedExchange: Sendable {
    /// What came back.
    enum Outcome: Sendable {
        case answer(status: Int, JSONValue)
        case text(status: Int, String)
        case failure(HTTPError.Code, mayHaveBeenPerformed: Bool)
    }

    /// The method of a call; for another request its address.
    let name: String
    let isMethod: Bool
    let parameters: Parameters
    let outcome: Outcome

    /// Equal for requests that have the same answer.
    var key: String { Self.key(name, parameters) }

    /// The key of a request.
    static func key(of call: MockCall) -> String { key(call.isMethod ? call.method : call.address, call.parameters) }

    private static func key(_ name: String, _ parameters: Parameters) -> String {
        var sorted = Parameters()
        for item in parameters.items.sorted(by: { $0.name < $1.name }) where !CacheRules.isNoise(item.name) {
            sorted[item.name] = item.value
        }
        return name + "?" + String(decoding: sorted.formBody, as: UTF8.self)
    }

    /// What is written of `call` and its answer.
    init(_ call: MockCall, _ result: Result<HTTPResponse, HTTPError>, hiding token: Secret?) {
        name = call.isMethod ? call.method : call.address
        isMethod = call.isMethod
        parameters = call.parameters
        switch result {
        case .failure(let error): outcome = .failure(error.code, mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        case .success(let answer):
            let text = String(decoding: answer.body, as: UTF8.self)
            let shown = token?.redacting(text) ?? text
            if let json = try? JSONDocument(shown).root {
                outcome = .answer(status: answer.status, TrafficSecrets.scrubbed(JSONValue(json)))
            } else {
                outcome = .text(status: answer.status, shown)
            }
        }
    }

    /// What it answers with.
    var answer: MockAnswer {
        switch outcome {
        case .answer(let status, let json): .json(json, status: status)
        case .text(let status, let text): .bytes(Array(text.utf8), status: status)
        case .failure(let code, let isUnknown): .failure(HTTPError(code, mayHaveBeenPerformed: isUnknown))
        }
    }

    /// One line of JSON, with its end.
    var line: [UInt8] {
        var line = JSONObject()
        line[isMethod ? "call" : "address"] = .string(name)
        var asked = JSONObject()
        for item in parameters.items { asked[item.name] = .string(item.value) }
        line["parameters"] = .object(asked)
        switch outcome {
        case .answer(let status, let json): (line["status"], line["answer"]) = (.integer(status), json)
        case .text(let status, let text): (line["status"], line["text"]) = (.integer(status), .string(text))
        case .failure(let code, let isUnknown):
            line["failure"] = .string(code.rawValue)
            if isUnknown { line["performed"] = "maybe" }
        }
        return JSONValue.object(line).bytes + [UInt8(ascii: "\n")]
    }

    /// Reads one line; `nil` when it is none.
    init?(line: JSON) {
        isMethod = line["call"].exists
        guard let name = line["call"].string ?? line["address"].string else { return nil }
        self.name = name
        var parameters = Parameters()
        for (key, value) in line["parameters"].members { parameters[key] = value.text }
        self.parameters = parameters
        if let failure = line["failure"].string {
            guard let code = HTTPError.Code(rawValue: failure) else { return nil }
            outcome = .failure(code, mayHaveBeenPerformed: line["performed"].exists)
        } else if let text = line["text"].string {
            outcome = .text(status: line["status"].int ?? 200, text)
        } else {
            outcome = .answer(status: line["status"].int ?? 200, JSONValue(line["answer"]))
        }
    }
}
