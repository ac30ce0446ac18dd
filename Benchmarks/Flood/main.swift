// Govorun: how fast a flood of messages is answered under VK's limit. SPDX-License-Identifier: MIT
//
// swift run -c release Flood [MESSAGES] [CONVERSATIONS] [ROUNDS] [sqlite]
//
// The simulator with its limits on and a runner with one bot in this process, over real sockets. All messages are there at once; the
// clock runs until the last reply stands in its conversation. The floor for 2 000 in packs of 25 is 3.0 s: 80 packs, 20 at once. With
// `sqlite` the inbox is in a file.
import BotKit
import BotRunner
import Measuring
import VKSimulator

/// Repeats what it is told, as the shipped `echo` with `everything: true`.
struct EchoPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}
    var handlers: [Handler] {
        Fallback { message in try await message.send(message.text) }
    }
}

struct Round {
    let messages: Int
    let conversations: Int

    private static let firstPerson = 900_000_000
    private var people: [Int] { (0..<conversations).map { Self.firstPerson + $0 } }

    /// How long it took.
    func run(_ storage: StorageChoice) async throws -> Duration {
        let simulator = VKSimulator()
        let community = try simulator.addCommunity(name: "flood", token: "token-of-the-flood").id
        for person in people { _ = try simulator.addPerson("Person", "\(person)", id: person) }
        try await simulator.start()
        var bot = BotConfiguration(name: "flood", token: .known(Secret("token-of-the-flood")))
        bot.vk.api = simulator.baseURL
        bot.plugins = [PluginConfiguration(PluginInstance(name: "echo", plugin: EchoPlugin(PluginSetup(name: "echo"))))]
        var configuration = RunnerConfiguration()
        configuration.bots = [bot]
        configuration.logLevel = .error
        configuration.storage = storage
        let runner = Runner(configuration, sink: LogSink(descriptor: 2))
        let drain = Drain()
        async let ending = runner.run(until: drain)
        while simulator.waitingPolls(of: community) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .seconds(2))
        let took = try await flood(simulator, community)
        drain.begin()
        _ = try await ending
        await simulator.stop()
        return took
    }

    private func flood(_ simulator: VKSimulator, _ community: Int) async throws -> Duration {
        let writings = (0..<messages).map { number in
            VKSimulator.Writing("message \(number)", from: Self.firstPerson + number % conversations, in: community)
        }
        let clock = ContinuousClock()
        let start = clock.now
        _ = try simulator.write(writings)
        var open = people[...]
        while let person = open.first {
            let expected = messages / conversations + ((person - Self.firstPerson) < messages % conversations ? 1 : 0)
            if simulator.history(of: person, in: community, limit: .max).count >= 2 * expected {
                open.removeFirst()
            } else {
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        let took = clock.now - start
        report(took, simulator, community)
        return took
    }

    private func report(_ took: Duration, _ simulator: VKSimulator, _ community: Int) {
        let arrivals = simulator.arrivals()[0]
        let doubled = people.count { person in
            let texts = simulator.history(of: person, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text)
            return texts.count != Set(texts).count
        }
        print(
            "\(messages) messages in \(conversations) conversations: \(Figures.rounded(took)) s, "
                + "\(arrivals.total) calls, at most \(arrivals.maximumPerSecond) a second, \(arrivals.refused) refused, \(doubled) doubled")
    }
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.compactMap { Int($0) }
let round = Round(messages: numbers.first ?? 2_000, conversations: numbers.dropFirst().first ?? 200)
var times: [Duration] = []
for _ in 0..<(numbers.dropFirst(2).first ?? 5) {
    times.append(
        try await withTemporaryFolder { folder in
            try await round.run(arguments.contains("sqlite") ? .sqlite(path: "\(folder)/flood.db") : .memory)
        })
}
print("median of \(times.count): \(Figures.rounded(Figures.median(times) ?? .zero)) s")
