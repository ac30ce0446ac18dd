// Govorun: the govorun command with plugins that are easy to check, and one that kills it. SPDX-License-Identifier: MIT
import BotKit
import GovorunCLI

await Govorun.main(plugins: [
    CounterPlugin.self, AnswerPlugin.self, TrapPlugin.self, LaterPlugin.self, ClockPlugin.self, EdgePlugin.self, TunePlugin.self,
])
