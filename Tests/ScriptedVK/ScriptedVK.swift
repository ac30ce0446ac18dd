// Govorun: a transport that answers as a test wants. SPDX-License-Identifier: MIT
public import CurlClient
import Synchronization
public import TapeJSON
public import VKAPI

/// Answers requests by a closure, and keeps what was asked.
public final class ScriptedVK: APITransport {
    /// One request, with its form or query read.
    public struct Exchange: Sendable {
        /// What was sent.
        public let request: HTTPRequest
        /// The method for a call, the last part of the path for anything else.
        public let name: String
        /// The fields of the body, and of the query where there is no body.
        public let fields: [String: String]
        /// Counts requests of this name, from 1.
        public let number: Int
    }

    private struct State {
        var exchanges: [Exchange] = []
        var inFlight: [String: Int] = [:]
        var most: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let answer: @Sendable (Exchange) async throws -> HTTPResponse

    /// A transport whose answers come from `answer`.
    public init(_ answer: @escaping @Sendable (Exchange) async throws -> HTTPResponse) { self.answer = answer }

    /// Everything asked so far.
    public var exchanges: [Exchange] { state.withLock { $0.exchanges } }
    /// What was asked under `name`.
    public func exchanges(_ name: String) -> [Exchange] { exchanges.filter { $0.name == name } }
    /// The most requests of `name` that were in flight at once.
    public func mostAtOnce(_ name: String) -> Int { state.withLock { $0.most[name] ?? 0 } }

    /// Hands `request` to the closure.
    ///
    /// - Throws: what the closure throws.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let exchange = state.withLock { state in
            let address = request.url.split(separator: "?", maxSplits: 1)
            let name = String(address[0].split(separator: "/").last ?? "")
            let form = request.body ?? Array((address.count == 2 ? String(address[1]) : "").utf8)
            let number = state.exchanges.count { $0.name == name } + 1
            let exchange = Exchange(request: request, name: name, fields: Form.read(form), number: number)
            state.exchanges.append(exchange)
            let running = state.inFlight[name, default: 0] + 1
            state.inFlight[name] = running
            state.most[name] = max(state.most[name] ?? 0, running)
            return exchange
        }
        defer { state.withLock { $0.inFlight[exchange.name, default: 1] -= 1 } }
        return try await answer(exchange)
    }
}

extension HTTPResponse {
    /// `text` with status 200 unless told otherwise.
    public static func text(_ text: String, status: Int = 200) -> HTTPResponse { HTTPResponse(status: status, body: Array(text.utf8)) }
    /// `{"response": value}`.
    public static func response(_ value: JSONValue) -> HTTPResponse {
        let answer: JSONValue = ["response": value]
        return HTTPResponse(status: 200, body: answer.bytes)
    }
    /// `{"error": {"error_code": code, …}}`.
    public static func error(_ code: Int, _ words: String = "scripted by the test") -> HTTPResponse {
        let error: JSONValue = ["error": ["error_code": .integer(code), "error_msg": .string(words)]]
        return HTTPResponse(status: 200, body: error.bytes)
    }
}

/// `application/x-www-form-urlencoded`, read the plain way, apart from the writer under test.
public enum Form {
    /// The fields of `body`; of a name that stands twice the last counts.
    public static func read(_ body: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            fields[text(parts[0])] = parts.count == 2 ? text(parts[1]) : ""
        }
        return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            result.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
