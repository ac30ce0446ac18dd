// Govorun: how long a lone message waits for its reply. SPDX-License-Identifier: MIT
import BotRunner
import Measuring
import VKSimulator

/// The runner's side.
struct Latency {
    func run() async throws {
        let (server, port) = ServerProcess.listening(["simulate"])
        let drain = Drain()
        let runner = EchoPlugin {}.runner(at: "http://127.0.0.1:\(port)")
        async let ending = runner.run(until: drain)
        print(await server.nextLine())
        drain.begin()
        _ = try await ending
    }
}

/// The simulator's side: writes, and waits for the replies.
enum Correspondence {
    private static let messages = 300

    static func serve() async throws {
        let simulator = VKSimulator()
        let community = try simulator.addCommunity(name: "echo", token: "token-of-the-benchmark").id
        let person = try simulator.addPerson("Person", "One", id: 900_000_000).id
        try await simulator.start()
        ServerProcess.say(simulator.port)
        while simulator.waitingPolls(of: community) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .seconds(2))
        var times: [Duration] = []
        let clock = ContinuousClock()
        for number in 0..<messages {
            let start = clock.now
            _ = try simulator.write(VKSimulator.Writing("message \(number)", from: person, in: community))
            while simulator.history(of: person, in: community, limit: 1).first.map({ $0.authorID > 0 }) ?? true {
                try await clock.sleep(for: .microseconds(20))
            }
            times.append(start.duration(to: clock.now))
            try await clock.sleep(until: start + .milliseconds(100))
        }
        let figures = [0.5, 0.9, 0.99].map { Figures.rounded(Figures.quantile($0, of: times) ?? .zero, in: .milliseconds(1)) }
        ServerProcess.say("\(messages) messages, ten a second: p50 \(figures[0]) ms, p90 \(figures[1]) ms, p99 \(figures[2]) ms")
        ServerProcess.awaitEnd()
        await simulator.stop()
    }
}
