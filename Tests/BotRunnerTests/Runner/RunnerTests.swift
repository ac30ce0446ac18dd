// Govorun: whole bots in this process, over real sockets. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Foundation
import Synchronization
import Testing
import VKSimulator

@testable import BotRunner

/// Blocks its thread on `/block`, never returns on `/never`, fails on `/fail`, answers everything else.
struct TroublePlugin: Plugin {
    static let released = DispatchSemaphore(value: 0)
    static let held = Mutex<[CheckedContinuation<Void, Never>]>([])

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("block") { _ in Self.released.wait() }
        Command("never") { _ in await withCheckedContinuation { continuation in Self.held.withLock { $0.append(continuation) } } }
        Command("fail") { _ in throw Trouble() }
        Fallback { message in try await message.send("answer to \(message.text)") }
    }

    struct Trouble: Error {}

    static func release() {
        for _ in 0..<8 { released.signal() }
        held.withLock { waiting in
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }
}

@Suite("A runner with its bots on the simulator", .serialized, .timeLimit(.minutes(2)))
struct RunnerTests {
    /// A runner of `bots` on a simulator of its own, whose bots listen or have stopped when `body` begins; drained at the end.
    private func withRunner(
        _ names: [String], change: (inout BotConfiguration) -> Void = { _ in },
        _ body: (VKSimulator, [Int], Runner) async throws -> Void
    ) async throws -> Runner.Ending {
        let simulator = VKSimulator()
        var configuration = RunnerConfiguration()
        configuration.logLevel = .error
        var communities: [Int] = []
        for name in names {
            communities.append(try simulator.addCommunity(name: name, token: "token-\(name)").id)
            var bot = BotConfiguration(name: name, token: .known(Secret("token-\(name)")))
            let plugin = TroublePlugin(PluginSetup(name: "trouble"))
            bot.plugins = [PluginConfiguration(PluginInstance(name: "trouble", plugin: plugin))]
            change(&bot)
            configuration.bots.append(bot)
        }
        try await simulator.start()
        for index in configuration.bots.indices { configuration.bots[index].vk.api = simulator.baseURL }
        let runner = Runner(configuration, sink: LogSink(descriptor: open("/dev/null", O_WRONLY)))
        let drain = Drain()
        let started = Milestone()
        let run = Task { try await runner.run(until: drain) { started.pass() } }
        await started.reaches(1)
        do {
            try await body(simulator, communities, runner)
        } catch {
            Issue.record(error)
        }
        TroublePlugin.release()
        drain.begin()
        let ending = try await run.value
        await simulator.stop()
        return ending
    }

    private func polled(_ simulator: VKSimulator, _ communities: [Int]) async throws {
        try await simulator.arePolled(communities)
    }

    @Test("A handler that blocks its thread, one that never returns and one that fails delay neither other conversations nor polling")
    func trouble() async throws {
        let ending = try await withRunner(["a"]) { simulator, communities, _ in
            let community = communities[0]
            try await polled(simulator, communities)
            let people = try (0..<30).map { try simulator.addPerson("P\($0)").id }
            for (person, text) in zip(people, ["/block", "/block", "/block", "/never", "/never", "/fail"]) {
                _ = try simulator.write(.init(text, from: person, in: community))
            }
            for person in people[6...] { _ = try simulator.write(.init("hello", from: person, in: community)) }
            try await simulator.until("answers to the others") {
                people[6...].allSatisfy { simulator.texts(with: $0, in: community).contains("answer to hello") }
            }
            // The failed conversation goes on; polling does, too.
            _ = try simulator.write(.init("again", from: people[5], in: community))
            try await simulator.until("an answer after the failure") {
                simulator.texts(with: people[5], in: community).contains("answer to again")
            }
        }
        #expect(ending == .drained)
    }

    @Test("A handler that takes longer than it may is given up, and its conversation goes on")
    func timeout() async throws {
        let ending = try await withRunner(["a"], change: { $0.plugins[0].instance.timeout = .seconds(1) }) { simulator, communities, _ in
            try await polled(simulator, communities)
            let person = try simulator.addPerson("P").id
            for text in ["/never", "hello"] { _ = try simulator.write(.init(text, from: person, in: communities[0])) }
            try await simulator.until("an answer behind the one that never comes") {
                simulator.texts(with: person, in: communities[0]).contains("answer to hello")
            }
        }
        #expect(ending == .drained)
    }

    @Test("What was written before the drain is answered before the end")
    func drain() async throws {
        let ending = try await withRunner(["a"]) { simulator, communities, _ in
            try await polled(simulator, communities)
            let people = try (0..<10).map { try simulator.addPerson("P\($0)").id }
            for person in people { _ = try simulator.write(.init("hello", from: person, in: communities[0])) }
            try await simulator.until("the first answer") { simulator.texts(with: people[0], in: communities[0]).count > 1 }
        }
        #expect(ending == .drained)
    }

    @Test("Two bots of one community: the second stops and the first goes on")
    func sameCommunity() async throws {
        let ending = try await withRunner(["a", "b"], change: { $0.token = .known(Secret("token-a")) }) { _, _, runner in
            #expect(Set(runner.states.map(\.state.name)) == ["stopped", "polling"])
        }
        #expect(ending == .drained)
    }

    @Test("When the file names another community than the token's, the bot stops")
    func otherCommunity() async throws {
        let ending = try await withRunner(["a"], change: { $0.community = .community(5) }) { _, _, runner in
            #expect(runner.states.map(\.state.name) == ["stopped"])
        }
        #expect(ending == .misconfigured)
    }

    @Test("/health is 200 while all is well, 503 once a bot has stopped, and 401 without its password")
    func health() async throws {
        _ = try await withRunner(["a", "b"], change: { if $0.name == "b" { $0.token = .known(Secret("unknown")) } }) { _, _, runner in
            let open = try HealthServer(runner: runner, at: ListenAddress(host: "127.0.0.1", port: 0), password: nil)
            let locked = try HealthServer(runner: runner, at: ListenAddress(host: "127.0.0.1", port: 0), password: Secret("open sesame"))
            #expect(runner.states.contains { $0.state.name == "stopped" })
            let (status, body) = try await get(open.url)
            #expect(status == 503)
            #expect(try JSONDocument(body).root["bots"].items.map { $0["name"].string } == ["a", "b"])
            #expect(!body.contains("unknown\""))
            #expect(try await get(locked.url).status == 401)
            #expect(try await get(locked.url, password: "open sesamf").status == 401)
            #expect(try await get(locked.url, password: "open sesame").status == 503)
            await open.stop()
            await locked.stop()
        }
    }

    @Test("/metrics counts updates, handlers, their failures and calls, beside what the plugins count themselves; under the same password")
    func metrics() async throws {
        _ = try await withRunner(["a"], change: { $0.plugins[0].instance.metrics.gauge("mood").set(0.5) }) {
            simulator, communities, runner in
            let server = try HealthServer(runner: runner, at: ListenAddress(host: "127.0.0.1", port: 0), password: Secret("sesame"))
            let url = server.url.replacing("/health", with: "/metrics")
            try await polled(simulator, communities)
            let person = try simulator.addPerson("P").id
            for text in ["/fail", "hello"] { _ = try simulator.write(.init(text, from: person, in: communities[0])) }
            try await simulator.until("an answer") { simulator.texts(with: person, in: communities[0]).contains("answer to hello") }
            // Nobody is told that a mark is stored.
            while !runner.metrics.contains(#"govorun_inbox_waiting{bot="a"} 0"#) { await Task.yield() }
            #expect(try await get(url).status == 401)
            let lines = Set(try await get(url, password: "sesame").body.split(separator: "\n").map(String.init))
            let expected = [
                #"govorun_updates_total{bot="a",type="message_new"} 2"#, #"govorun_handler_seconds_count{bot="a",plugin="trouble"} 2"#,
                #"govorun_handler_failures_total{bot="a",plugin="trouble"} 1"#,
                #"govorun_calls_total{bot="a",method="messages.send",outcome="ok"} 1"#,
                #"govorun_plugin_trouble_mood{bot="a",plugin="trouble"} 0.5"#, #"govorun_bots{state="polling"} 1"#,
                "# TYPE govorun_uptime_seconds gauge", "# TYPE govorun_handler_seconds histogram",
            ]
            for line in expected { #expect(lines.contains(line), "\(lines.sorted().joined(separator: "\n"))") }
            await server.stop()
        }
    }

    private func get(_ url: String, password: String? = nil) async throws -> (status: Int, body: String) {
        let client = try CurlClient()
        var request = HTTPRequest(url)
        if let password {
            request.headers.append((name: "Authorization", value: "Basic " + Data("any:\(password)".utf8).base64EncodedString()))
        }
        let response = try await client.send(request)
        await client.shutdown()
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }
}

extension VKSimulator {
    fileprivate func texts(with person: Int, in community: Int) -> [String] { history(of: person, in: community).map(\.text) }
}
