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

/// Plans what it hears after «план», and says and counts it a little later.
struct LaterPlugin: Plugin {
    struct Note: PluginJob { var text: String }
    struct Done: PluginState { var count = 0 }

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Hears(template: "план <что>", .rest("что")) { message, text in try await message.after(.milliseconds(300), Note(text: text)) }
        After(Note.self) { bot, note in
            let count = try await bot.state(Done.self, of: .conversation) { done in
                done.count += 1
                return done.count
            }
            try await bot.user?.send("\(note.text) как \(count)")
        }
    }
}

/// Writes to somebody at the times that its options name.
struct ClockPlugin: Plugin {
    struct Options: PluginOptions {
        var at: [TimeOfDay] = []
        var last: TimeOfDay = "21:30"
        var review: CronExpression = "0 9 * * 1-5"
        var pause = Duration.minutes(5)
        var quiet: TimeOfDay?
    }

    private let options: Options

    init(_ setup: PluginSetup<Options>) { options = setup.options }

    var handlers: [Handler] {
        Daily(at: options.at + [options.last]) { bot in try await bot.user?.send("пора") }
        Cron(options.review) { bot in try await bot.user?.send("обзор") }
        Every(options.pause, missed: .skip) { bot in try await bot.user?.send("перерыв") }
        Every(.hours(6), missed: .runOnceWithin(.minutes(90))) { _ in }
        Daily("07:00", zone: "Asia/Omsk") { _ in }
        Daily(at: options.at) { _ in }
        Hook("build", secret: "", limit: 2_048) { _ in }
    }
}

/// Kills the process when it hears «упади».
struct TrapPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] { Hears("упади") { _ in fatalError("as it was asked to") } }
}

/// Kills the process when it is asked for its handlers and `most` is below one.
struct EdgePlugin: Plugin {
    struct Options: PluginOptions {
        static let fixed: Set<String> = ["files.answers"]
        struct Files: PluginOptions { var answers = "answers.yaml", title = "Край" }
        var most = 5
        var files = Files()
        var token = ""
    }
    private let options: Options
    init(_ setup: PluginSetup<Options>) { options = setup.options }

    func start(_ bot: Bot) async throws {
        // What follows an answer may run on another thread.
        _ = try await bot.vk.call("utils.getServerTime").send()
        if options.most > 100 { fatalError("more than it can bear") }
    }

    var handlers: [Handler] { Command("edge", .int("n", in: 1...options.most)) { message, n in try await message.send("\(n)") } }
}

/// Sets the option of the one that dies of it, when it hears «край 0».
struct TunePlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Hears(template: "край <n>", .int("n")) { message, n in
            try await message.bot.tuning.set("most", of: "edge", to: "\(n)")
            try await message.send("край \(n)")
        }
    }
}
