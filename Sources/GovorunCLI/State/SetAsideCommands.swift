// Govorun: `govorun state set-aside`, `replay`, `drop`. SPDX-License-Identifier: MIT
import BotRunner
import BotStorage
import TapeJSON

/// Lists the updates that were set aside.
struct StateSetAsideCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "set-aside"], arguments: "[BOT]", summary: "lists the updates that killed the process and were set aside",
        count: 0...1,
        options: [StateAccess.fileOption],
        details: """
            An update that was in hand at three crashes is kept here instead of being tried again, and the plugin that ran is parked on that bot.
            BOT is a bot's name or its community's id. The numbers are for `govorun state replay` and `govorun state drop`.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withReadableStorage(try StateAccess.file(arguments), context) { storage in
            let setAside = SetAside(storage)
            let names = try await StateSource.known(in: storage)
            var sources = try await setAside.sources()
            if let word = arguments.positional.first { sources = [try await StateSource.find(word, in: storage, context).id] }
            var table = TextTable(
                .init(heading: "BOT"), .init(heading: "NUMBER", isNumber: true), .init(heading: "AGE", isNumber: true),
                .init(heading: "PLUGIN"), .init(heading: "HANDLER"), .init(heading: "TYPE"), .init(heading: "TEXT"))
            for source in sources {
                let name = names.first { $0.id == source }?.name ?? source
                for entry in try await setAside.entries(of: source, limit: .max) { table.rows.append(row(entry, name, storage.now)) }
            }
            context.terminal.say(table.rows.isEmpty ? "nothing is set aside" : table.lines.joined(separator: "\n"))
            return .success
        }
    }

    private func row(_ entry: SetAside.Entry, _ name: String, _ now: UnixTime) -> [String] {
        let update = (try? JSONDocument(entry.update).root) ?? .absent
        let text = update["object"]["message"]["text"].string ?? update["object"]["text"].string ?? ""
        return [
            name.onOneLine, "\(entry.position)", .age(of: entry.time, at: now), entry.code?.plugin.onOneLine ?? "-",
            entry.code?.handler.excerpt(30) ?? "-", update["type"].string?.excerpt(30) ?? "-",
            entry.isReadable ? text.excerpt(40) : "(\(entry.reason))",
        ]
    }
}

/// Puts updates that were set aside back into their inbox.
struct StateReplayCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "replay"], arguments: "BOT NUMBER|all", summary: "has updates that were set aside handled again", count: 2...2,
        options: [StateAccess.fileOption],
        details: """
            They go to the end of the bot's inbox and are handled at its next start. A plugin that was parked for them stays parked until
            `govorun state unpark`.
            """)

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withStorage(try StateAccess.file(arguments), context) { storage in
            let source = try await StateSource.find(arguments.positional[0], in: storage, context)
            let setAside = SetAside(storage)
            let numbers =
                arguments.positional[1] == "all"
                ? try await setAside.entries(of: source.id, limit: .max).filter(\.isReadable).map(\.position)
                : [try UpdateNumber.read(arguments.positional[1])]
            var count = 0
            for number in numbers where try await setAside.replay(of: source.id, at: number) != nil { count += 1 }
            guard count > 0 else { throw StateAccess.refuse("no such update of \(source.name) can be replayed", .badData, context) }
            context.terminal.say("\(count) \(count == 1 ? "update is" : "updates are") handled when \(source.name) starts")
            let parked = try await ParkedPlugins(storage).entries(of: source.id).map(\.plugin)
            if !parked.isEmpty {
                let names = parked.joined(separator: ", ").onOneLine
                context.terminal.say("still parked on \(source.name): \(names); govorun state unpark \(source.name) PLUGIN")
            }
            return .success
        }
    }
}

/// Forgets an update that was set aside.
struct StateDropCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "drop"], arguments: "BOT NUMBER", summary: "forgets an update that was set aside", count: 2...2,
        options: [StateAccess.fileOption])

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        let number = try UpdateNumber.read(arguments.positional[1])
        return try await StateAccess.withStorage(try StateAccess.file(arguments), context) { storage in
            let source = try await StateSource.find(arguments.positional[0], in: storage, context)
            guard try await SetAside(storage).drop(of: source.id, at: number) else {
                throw StateAccess.refuse("no update \(number) of \(source.name) is set aside", .badData, context)
            }
            context.terminal.say("forgotten: update \(number) of \(source.name)")
            return .success
        }
    }
}

/// Has a parked plugin work again.
struct StateUnparkCommand: Subcommand {
    static let syntax = CommandSyntax(
        words: ["state", "unpark"], arguments: "BOT PLUGIN", summary: "has a parked plugin of a bot work again", count: 2...2,
        options: [StateAccess.fileOption])

    func run(_ arguments: ArgumentList, in context: CommandContext) async throws -> ExitCode {
        try await StateAccess.withStorage(try StateAccess.file(arguments), context) { storage in
            let source = try await StateSource.find(arguments.positional[0], in: storage, context)
            let parked = ParkedPlugins(storage)
            let plugin = arguments.positional[1]
            guard try await parked.unpark(plugin, of: source.id) else {
                let others = try await parked.entries(of: source.id).map(\.plugin.onOneLine).joined(separator: ", ")
                throw StateAccess.refuse(
                    "'\(plugin)' is not parked on \(source.name)" + (others.isEmpty ? "; no plugin is" : "; parked are \(others)"),
                    .badData,
                    context)
            }
            context.terminal.say("\(plugin) works again when \(source.name) starts")
            return .success
        }
    }
}

/// The number of an update, as `govorun state set-aside` shows it.
enum UpdateNumber {
    static func read(_ word: String) throws(ArgumentList.Problem) -> Int64 {
        guard let number = Int64(word), number >= 0 else {
            throw ArgumentList.Problem(message: "NUMBER is one of those that 'govorun state set-aside' shows, not '\(word)'")
        }
        return number
    }
}
