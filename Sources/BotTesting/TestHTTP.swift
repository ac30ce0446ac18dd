// Govorun: other services in tests. SPDX-License-Identifier: MIT
public import BotKit
import CurlClient

/// What other services answer to a bot under test: `bot.http.mock("GET https://weather.example/v1/today", .json(["data": ["t": 5]]))`.
public struct TestHTTP: Sendable {
    let vk: MemoryVK

    /// A call of another service, as it was sent.
    public struct Call: Sendable {
        /// `GET`, `POST` …
        public let verb: String
        /// Scheme, host and path.
        public let address: String
        /// The query, read.
        public let query: [String: String]
        /// The headers.
        public let headers: [String: String]
        /// The body.
        public let body: [UInt8]
        /// Whether it may reach hosts of the open Internet only, as for a link that a person wrote.
        public let isGuarded: Bool

        /// The body as JSON; absent when it is none.
        public var json: JSON {
            do {
                return try JSONDocument(body).root
            } catch {
                return .absent
            }
        }
    }

    /// Every call so far, in order, repeats included.
    public var calls: [Call] { vk.change { $0.services.calls } }

    /// Answers what fits `pattern` with `answers`, one after the other, and from then on with the last.
    ///
    /// - Parameter pattern: the address without its query, with a verb before it or without; `*` at its end stands for anything. Of several
    ///   that fit, the latest answers.
    public func mock(_ pattern: String, _ answers: MockAnswer...) { vk.change { $0.services.mocks.insert(.init(pattern, answers), at: 0) } }
}

/// The other services of a test.
struct MemoryServices {
    struct Mock {
        private let verb: String?
        private let address: String
        var answers: [MockAnswer]

        init(_ pattern: String, _ answers: [MockAnswer]) {
            let words = pattern.split(separator: " ", maxSplits: 1).map(String.init)
            verb = words.count == 2 ? words[0] : nil
            address = words.last ?? ""
            self.answers = answers
        }

        func fits(_ call: TestHTTP.Call) -> Bool {
            guard verb == nil || verb == call.verb else { return false }
            return address.hasSuffix("*") ? call.address.hasPrefix(address.dropLast()) : call.address == address
        }
    }

    var mocks: [Mock] = []
    var calls: [TestHTTP.Call] = []

    mutating func answer(to call: TestHTTP.Call) -> MockAnswer? {
        calls.append(call)
        guard let index = mocks.firstIndex(where: { $0.fits(call) }), let answer = mocks[index].answers.first else { return nil }
        if mocks[index].answers.count > 1 { mocks[index].answers.removeFirst() }
        return answer
    }
}

/// Nothing is mocked for a call.
struct NoMock: Error, CustomStringConvertible {
    let call: TestHTTP.Call
    var description: String { "nothing answers \(call.verb) \(call.address) in this test; see bot.http.mock" }
}

extension TestHTTP.Call {
    init(_ request: HTTPRequest) throws {
        let parts = request.url.split(separator: "?", maxSplits: 1).map(String.init)
        self.init(
            verb: request.method.rawValue, address: parts[0], query: parts.count == 2 ? FormFields.read(Array(parts[1].utf8)) : [:],
            headers: Dictionary(request.headers.map { ($0.name, $0.value) }) { $1 },
            body: try request.streamedBody?.bytes() ?? request.body ?? [], isGuarded: request.reachesPublicHostsOnly)
    }
}

extension TestBot {
    /// Other services.
    public var http: TestHTTP { TestHTTP(vk: vk) }
}
