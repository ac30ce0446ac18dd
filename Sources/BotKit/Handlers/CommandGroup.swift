// Govorun: commands under one name. SPDX-License-Identifier: MIT
import MarkedYAML

/// Commands under one name: `/shop buy tea`, `/shop list`.
///
/// ```swift
/// CommandGroup("shop", aliases: ["магазин"], help: "Магазин") {
///     Command("buy", .rest("что"), help: "Купить") { message, item in … }
///     Command("list", help: "Что есть") { message in … }
/// }
/// ```
///
/// `/shop` alone, and a word that none of them is called, are answered with how each is written. A list of commands has the group's line where
/// it has `help`, else those of its commands. `commands:` of `bots.yaml` renames both: `{ shop: [лавка], shop buy: [купить] }`. Groups nest.
public struct CommandGroup: Sendable {
    /// What tells of the commands, and the commands.
    public private(set) var handlers: [Handler]

    /// The commands of the block under `name`, without a prefix, also reached by `aliases`; only commands stand in the block, and groups.
    public init(
        _ name: String, aliases: [String] = [], help: String = "", fileID: String = #fileID, line: Int = #line,
        @HandlersBuilder commands: () -> [Handler]
    ) {
        let form = CommandForm(name: name, aliases: aliases, help: help, placeholders: [], isGroup: true)
        var index = Handler(
            trigger: .command(form), name: "command \(name)", origin: Origin(fileID: fileID, line: line)
        ) { context in
            try await Message(run: context).answerMembers(of: context.occasion.form ?? form)
        }
        index.isUse = { _ in false }
        handlers = [index] + commands().map { Self.member($0, of: name) }
    }

    private static func member(_ handler: Handler, of group: String) -> Handler {
        var handler = handler
        guard case .command(let form) = handler.trigger else {
            handler.flaw = handler.flaw ?? "only commands stand in a CommandGroup, this is '\(handler.name)'"
            return handler
        }
        let own = form.inside(group)
        (handler.trigger, handler.name) = (.command(own), "command \(own.path)")
        return handler
    }

    /// The same for those only whom any of `audience` covers; what a single command allows counts beside it.
    public func allow(_ audience: Audience..., refuse: String? = nil, asksForRights: Bool = false) -> CommandGroup {
        changed { handler in
            handler.audience += audience
            handler.refusal = handler.refusal ?? refuse
            handler.asksForRights = handler.asksForRights || asksForRights
        }
    }

    /// The same for messages only that `filter` is true of.
    public func when(_ filter: MessageFilter<Void>) -> CommandGroup { changed { $0 = $0.when(filter) } }

    func changed(_ change: (inout Handler) -> Void) -> CommandGroup {
        var group = self
        for index in group.handlers.indices { change(&group.handlers[index]) }
        return group
    }
}

extension Message {
    /// Tells how the commands of `group` are written, as far as the writer may use them; where there are none, the message goes on.
    fileprivate func answerMembers(of group: CommandForm) async throws {
        let table = run.router.table.groups
        let members = try await run.router.commands(for: self) { table.isMember($0, of: group, in: run.route) }
        guard !members.isEmpty else { return pass() }
        let lines = members.map { $0.usage(prefix: commandPrefix) + ($0.help.isEmpty ? "" : " — " + $0.help) }
        let phrases = Phrases(language: run.languages[0])
        let word = run.occasion.arguments.drop(while: \.isBlank).prefix { !$0.isBlank }
        guard !word.isEmpty else {
            try await reply("\(verbatim: phrases.usages(lines))")
            return
        }
        let meant = Spelling.nearest(to: String(word), among: members.flatMap(\.own))
        try await reply("\(phrases.unknownMember(String(word), meant: meant))\n\(verbatim: phrases.usages(lines))")
    }
}
