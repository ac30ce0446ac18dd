// Govorun: a long poll server that follows a script. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import VKAPI
import VKUpdates

/// Ends a poll only by its cancellation, as VK does while nothing happens.
func hold() async throws -> HTTPResponse {
    while true { try await Task.sleep(for: .seconds(3_600)) }
}

/// A long poll whose answers come from a script: sessions are numbered, polls are held once the script has no more.
struct PollStage: Sendable {
    /// What the poll server answers to the polls, in order.
    typealias Script = [@Sendable () async throws -> HTTPResponse]

    let time = ManualTime()
    let vk: ScriptedVK
    let client: VKClient
    let lines = Lines()

    init(
        server: String = "https://lp.example/whp/5", api: String = "https://api.example/method", kind: TokenKind = .community,
        script: Script,
        session: @escaping @Sendable (Int) throws -> HTTPResponse? = { _ in nil }
    ) {
        vk = ScriptedVK { exchange in
            switch exchange.name {
            case "users.get": return .response([["id": 7]])
            case "groups.getById": return .response(["groups": [["id": 5]]])
            case "groups.getLongPollServer", "messages.getLongPollServer":
                if let answer = try session(exchange.number) { return answer }
                return .response(
                    ["key": .string("key\(exchange.number)"), "server": .string(server), "ts": .string("\(exchange.number)00")])
            default: return try await exchange.number <= script.count ? script[exchange.number - 1]() : hold()
            }
        }
        var configuration = VKClient.Configuration()
        configuration.api = api
        configuration.kind = kind
        client = VKClient(token: Secret("t"), configuration: configuration, transport: vk, logger: lines.logger, time: time)
    }

    /// The polls that were made.
    var polls: [ScriptedVK.Exchange] { vk.exchanges.filter { !$0.name.contains(".") } }
    var positions: [String] { polls.compactMap { $0.fields["ts"] } }
    var keys: [String] { polls.compactMap { $0.fields["key"] } }
    var sessions: Int { vk.exchanges.count { $0.name.hasSuffix(".getLongPollServer") } }

    /// The first `count` batches, the clock running as fast as anybody waits for it; then the reader is stopped.
    func batches(_ count: Int, of longPoll: LongPoll? = nil) async throws -> [UpdateBatch] {
        let longPoll = longPoll ?? LongPoll(client, communityID: 5)
        return try await batches(count, of: longPoll, stop: longPoll.stop)
    }

    /// The same of either kind of long poll.
    func batches<Source: AsyncSequence & Sendable>(
        _ count: Int, of source: Source, stop: @escaping @Sendable () -> Void
    ) async throws -> [UpdateBatch] where Source.Element == UpdateBatch {
        try await time.running {
            var batches: [UpdateBatch] = []
            if count == 0 { stop() }
            for try await batch in source {
                batches.append(batch)
                if batches.count == count { stop() }
            }
            return batches
        }
    }

    /// Waits until that many polls were made.
    func polls(reach count: Int) async { while polls.count < count { await Task.yield() } }
}

/// The lines of a log.
final class Lines: Sendable {
    private let entries = Mutex<[LogEntry]>([])
    var logger: Logger { Logger(level: .trace) { [self] entry in entries.withLock { $0.append(entry) } } }
    func count(atLeast level: LogLevel) -> Int { entries.withLock { $0.count { $0.level >= level } } }
    var text: String { entries.withLock { $0.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n") } }
}

func events(_ ts: String, _ types: String...) -> @Sendable () throws -> HTTPResponse {
    let list = types.map { "{\"type\":\"\($0)\",\"event_id\":\"\(ts)-\($0)\"}" }.joined(separator: ",")
    return { .text("{\"ts\":\"\(ts)\",\"updates\":[\(list)]}") }
}

func body(_ text: String, status: Int = 200) -> @Sendable () throws -> HTTPResponse { { .text(text, status: status) } }

func lost(_ code: HTTPError.Code) -> @Sendable () throws -> HTTPResponse { { throw HTTPError(code) } }
