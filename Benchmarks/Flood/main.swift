// Govorun: how fast a flood of messages is answered under VK's limit. SPDX-License-Identifier: MIT
//
// swift run -c release Flood [MESSAGES] [CONVERSATIONS] [ROUNDS]
//
// The simulator with its limits on and a runner with one bot in this process, over real sockets. All messages are there at once; the
// clock runs until the last reply stands in its conversation. The floor for 2 000 in packs of 25 is 3.0 s: 80 packs, 20 at once.
import BotKit
import BotRunner
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

    func run() async throws {
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
        let runner = Runner(configuration, sink: LogSink(descriptor: 2))
        let drain = Drain()
        async let ending = runner.run(until: drain)
        while simulator.waitingPolls(of: community) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .seconds(2))
        try await flood(simulator, community)
        drain.begin()
        _ = try await ending
        await simulator.stop()
    }

    private func flood(_ simulator: VKSimulator, _ community: Int) async throws {
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
    }

    private func report(_ took: Duration, _ simulator: VKSimulator, _ community: Int) {
        let arrivals = simulator.arrivals()[0]
        let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
        let doubled = people.count { person in
            let texts = simulator.history(of: person, in: community, limit: .max).filter { $0.authorID < 0 }.map(\.text)
            return texts.count != Set(texts).count
        }
        print(
            "\(messages) messages in \(conversations) conversations: \((seconds * 1000).rounded() / 1000) s, "
                + "\(arrivals.total) calls, at most \(arrivals.maximumPerSecond) a second, \(arrivals.refused) refused, \(doubled) doubled")
    }
}

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let round = Round(messages: numbers.first ?? 2_000, conversations: numbers.dropFirst().first ?? 200)
for _ in 0..<(numbers.dropFirst(2).first ?? 3) { try await round.run() }
