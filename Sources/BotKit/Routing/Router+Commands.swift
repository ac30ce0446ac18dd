// Govorun: which commands somebody may use. SPDX-License-Identifier: MIT

extension Router {
    /// The listed commands that the writer of `message` may use where it was written.
    func commands(for message: Message) async throws -> [CommandForm] {
        try await commands(for: message) { !$0.form.help.isEmpty && !table.groups.isWithinHelp($0) }
    }

    /// The commands that `isWanted`, as far as the writer of `message` may use them where it was written.
    func commands(for message: Message, where isWanted: (CommandRoute) -> Bool) async throws -> [CommandForm] {
        var admitted: [String: Bool] = [:]
        var forms: [CommandForm] = []
        let languages = message.run.languages
        for command in table.listed where isWanted(command) {
            guard let form = await shown(command, to: message, &admitted) else { continue }
            let gear = command.route.instance.gear
            forms.append(languages.count > 1 ? form.spoken { gear.spoken($0, in: languages) } : form)
        }
        try Task.checkCancellation()
        return forms
    }

    /// `command` as the writer of `message` may use it, a group with those of its commands that they may; `nil`: they may not.
    private func shown(_ command: CommandRoute, to message: Message, _ admitted: inout [String: Bool]) async -> CommandForm? {
        let (route, form) = (command.route, command.form)
        let isForPlace = route.handler.botRights == nil || message.isFromChat
        guard isForPlace, isAtWork(route.instance, in: message.peer) else { return nil }
        // Commands of one plugin that name nobody themselves share an answer.
        let key = route.handler.audience.isEmpty ? route.instance.name : "\(route.instance.name)/\(form.name)"
        if admitted[key] == nil { admitted[key] = await admits(message.user.id, in: message.peer, route) }
        guard admitted[key] == true else { return nil }
        guard form.isGroup else { return form }
        var words: [String] = []
        for member in table.listed where table.groups.isMember(member, of: form, in: route) {
            if await shown(member, to: message, &admitted) != nil { words.append(member.form.own[0]) }
        }
        return words.isEmpty ? nil : form.showing(members: words)
    }
}
