// Govorun: messages of one kind through a router of many plugins. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Measuring

/// What is sent, and what it says to the plugin of a number.
enum Kind: String, CaseIterable {
    case command, text, press, key, unknown, pattern

    /// The message's text and payload.
    func content(for number: Int) -> (text: String, payload: JSONValue?) {
        switch self {
        case .command: ("/shelf\(number)c\(number % 5) 7", nil)
        case .text: ("Полка номер \(number)", nil)
        case .press: ("Взять", ["@": "shelf.take", "d": ["number": .integer(number)], "i": .string(Shelf.name(number))])
        case .key: ("Взять", .object(["shelf\(number)": 1]))
        case .unknown: ("ничего такого \(number)", nil)
        case .pattern: ("вещь \(number)", nil)
        }
    }
}

struct Benchmark {
    private let router: Router
    private let tally = Tally()
    private let plugins: Int

    init(plugins: Int, havePatterns: Bool) throws {
        let bot = Bot(name: "routing", communityID: 1, vk: VKClient(token: Secret("token-of-the-benchmark"), transport: try CurlClient()))
        let tally = tally
        self.plugins = plugins
        router = try Router(
            bot: bot,
            plugins: (0..<plugins).map {
                PluginInstance(name: Shelf.name($0), plugin: Shelf(number: $0, tally: tally, hasPattern: havePatterns))
            })
    }

    /// Nanoseconds that a message takes from the parsed update to the end of its handler: the median of `rounds` rounds; off the main thread, as in a
    /// runner, or each handler would cost a change of threads.
    @concurrent func nanoseconds(_ kind: Kind, rounds: Int) async throws -> Int {
        let updates = try (0..<1_000).map { try update(kind, for: $0 % plugins, message: $0) }
        var costs: [Double] = []
        for _ in 0...rounds {
            let (start, before) = (Usage.processorTime, tally.value)
            for _ in 0..<10 { for update in updates { try await router.handle(update) } }
            costs.append((Usage.processorTime - start) / .nanoseconds(1) / Double(10 * updates.count))
            guard tally.value - before == (kind == .unknown ? 0 : 10 * updates.count) else { throw Mismatch(kind: kind) }
        }
        // The first round warms up.
        return Int(Figures.median(Array(costs.dropFirst())) ?? 0)
    }

    private func update(_ kind: Kind, for number: Int, message: Int) throws -> Update {
        let (text, payload) = kind.content(for: number)
        var fields: JSONObject = [
            "id": 0, "conversation_message_id": .integer(message), "peer_id": 2_000_000_001, "from_id": 7, "date": 1_767_270_000,
            "text": .string(text), "out": 0, "version": 1, "attachments": [], "fwd_messages": [],
        ]
        fields["payload"] = payload.map { .string($0.serialized) }
        let update: JSONValue = [
            "type": "message_new", "event_id": .string("e\(message)"), "v": "5.199", "group_id": 1,
            "object": ["message": .object(fields), "client_info": [:]],
        ]
        return Update(try JSONDocument(update.bytes).root)
    }

    /// Messages have not gone where they belong.
    struct Mismatch: Error { let kind: Kind }
}
