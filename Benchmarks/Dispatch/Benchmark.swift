// Govorun: one size of batches, measured. SPDX-License-Identifier: MIT
import BotKit
import BotRunner
import Measuring
import PreparedVK

struct CountingPlugin: Plugin {
    private let one: @Sendable () -> Void

    init(_ one: @escaping @Sendable () -> Void) { self.one = one }
    init(_ setup: PluginSetup<NoOptions>) { self.init {} }

    var handlers: [Handler] { On(.any) { _ in one() } }
}

struct Benchmark {
    let size: Int
    let port: Int
    let isDurable: Bool
    /// Whether updates come as fast as they are stored, faster than they are handled: then most are read again from the file.
    let isFlatOut: Bool

    /// Below what a busy machine does, so that no backlog is measured.
    private var rate: Int { size == 1 ? 1_000 : size < 100 ? 8_000 : 25_000 }
    /// Five seconds.
    private var total: Int { 5 * rate }

    func run(rounds: Int) async throws {
        var stretches: [Stretch] = []
        for _ in 0..<rounds { stretches.append(try await withTemporaryFolder { try await round($0) }) }
        let perProcessor = Figures.median(stretches.map(\.ratePerProcessor)) ?? 0
        let each = Figures.rounded(.seconds(1) / max(1, perProcessor), in: .microseconds(1))
        print(
            "batches of \(size): \(perProcessor) updates per CPU second (\(each) µs each), "
                + "\(Figures.median(stretches.map(\.rate)) ?? 0) a second")
    }

    private func round(_ folder: String) async throws -> Stretch {
        let drain = Drain()
        let stretch = Stretch(of: total) { drain.begin() }
        var bot = BotConfiguration(name: "dispatch", token: .known(Secret("token-of-the-benchmark")))
        bot.vk.api = PreparedVK.address(port: port, size: size, total: total, rate: isFlatOut ? 0 : rate)
        bot.plugins = [PluginConfiguration(PluginInstance(name: "count", plugin: CountingPlugin { stretch.one() }))]
        var configuration = RunnerConfiguration()
        configuration.bots = [bot]
        configuration.logLevel = .error
        if isDurable { configuration.storage = .sqlite(path: "\(folder)/dispatch.db") }
        _ = try await Runner(configuration, sink: LogSink(descriptor: 2)).run(until: drain)
        return stretch
    }
}
