// Govorun: replies a second without a limit. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import Measuring
import PreparedVK

struct Throughput {
    /// Whether calls share `execute`; one after the other, `nil` for both.
    let packs: Bool?
    private let total = 50_000
    /// Far beyond what a machine can do.
    private let rate = 50_000

    func run() async throws {
        let (server, port) = ServerProcess.listening(["serve"])
        for packs in [false, true] where self.packs ?? packs == packs {
            var stretches: [Stretch] = []
            for _ in 0..<3 {
                let drain = Drain()
                let stretch = Stretch(of: total) { drain.begin() }
                let runner = EchoPlugin { stretch.one() }.runner(at: PreparedVK.address(port: port, size: 1_000, total: total)) { bot in
                    bot.vk.rate = rate
                    bot.vk.execute = packs
                    bot.concurrency = 256
                }
                _ = try await runner.run(until: drain)
                stretches.append(stretch)
            }
            print(
                "\(packs ? "in packs" : "one by one"): \(Figures.median(stretches.map(\.rate)) ?? 0) replies a second, "
                    + "\(Figures.median(stretches.map(\.ratePerProcessor)) ?? 0) per CPU second")
        }
        withExtendedLifetime(server) {}
    }
}
