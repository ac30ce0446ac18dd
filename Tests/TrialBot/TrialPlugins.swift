// Govorun: what the trial bot does. SPDX-License-Identifier: MIT
import BotKit

/// Counts numbers, here and in all conversations; says both counts when it hears «итог».
struct CounterPlugin: Plugin {
    struct Here: PluginState { var count = 0 }
    struct Everywhere: PluginState { var count = 0 }

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Hears(matching: #"^\d+$"#) { message, _ in
            try await message.state(Here.self, of: .conversation) { $0.count += 1 }
            try await message.state(Everywhere.self, of: .bot) { $0.count += 1 }
            message.pass()
        }
        Hears("итог") { message in
            let (here, everywhere) = (
                try await message.state(Here.self, of: .conversation), try await message.state(Everywhere.self, of: .bot)
            )
            try await message.send("\(here.count) из \(everywhere.count)")
        }
    }
}

/// Answers a number with itself.
struct AnswerPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] { Hears(matching: #"^\d+$"#) { message, _ in try await message.send(message.text) } }
}

/// Kills the process when it hears «упади».
struct TrapPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] { Hears("упади") { _ in fatalError("as it was asked to") } }
}
