// Govorun: a month of a busy community, in minutes. SPDX-License-Identifier: MIT
//
// swift run -c release Soak [UPDATES] [DAYS]
//
// A real runner with its inbox in a file, a VK in this process whose time passes with every poll, a plugin that counts in each conversation
// now and then. Prints memory, file size and what was handled after each tenth; nothing of it may grow.
import BotKit
import BotRunner
import Foundation
import Measuring
import Synchronization

/// Counts every update, and every hundredth one in the state of its conversation.
struct CountingPlugin: Plugin {
    struct Count: PluginState { var value = 0 }
    static let handled = Atomic(0)

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Fallback { message in
            let number = Self.handled.wrappingAdd(1, ordering: .relaxed).newValue
            if number % 100 == 0 { try await message.state(Count.self) { $0.value += 1 } }
        }
    }
}

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let batches = max(10, (numbers.first ?? 5_000_000) / SoakVK.size)
let days = numbers.dropFirst().first ?? 30
let folder = NSTemporaryDirectory() + "govorun-soak-\(UUID().uuidString)"

func fileKilobytes(_ name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
    return (attributes?[.size] as? Int ?? 0) >> 10
}

let vk = SoakVK(batches: batches, days: days)
var bot = BotConfiguration(name: "soak", token: .known(Secret("token-of-the-soak")))
var instance = PluginInstance(name: "counting", plugin: CountingPlugin(PluginSetup(name: "counting")))
// Minutes go by with every poll: to this clock every handler is slow.
instance.timeout = .seconds(365 * 86_400)
bot.plugins = [PluginConfiguration(instance)]
var configuration = RunnerConfiguration()
configuration.bots = [bot]
configuration.logLevel = .error
configuration.storage = .sqlite(path: folder + "/soak.db")
let runner = Runner(configuration, sink: LogSink(descriptor: 2), transport: vk, time: vk.time)
let drain = Drain()
let running = Task { try await runner.run(until: drain) }
print("updates   days  sessions  memory MB  database KB  log KB")
for tenth in 1...10 {
    let goal = batches * SoakVK.size / 10 * tenth
    while CountingPlugin.handled.load(ordering: .relaxed) < goal { try await Task.sleep(for: .milliseconds(50)) }
    let columns = [goal, days * tenth / 10, vk.sessions, Usage.residentBytes >> 20, fileKilobytes("soak.db"), fileKilobytes("soak.db-wal")]
    print(columns.map { String($0) }.joined(separator: "  "))
}
drain.begin()
print("handled \(CountingPlugin.handled.load(ordering: .relaxed)), ended: \(try await running.value)")
try? FileManager.default.removeItem(atPath: folder)
