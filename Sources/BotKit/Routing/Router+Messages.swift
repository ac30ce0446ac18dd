// Govorun: who takes a message. SPDX-License-Identifier: MIT

extension Router {
    /// Gives the message of `update` to the first handler that is for it, works here, admits the writer and does not pass it on.
    ///
    /// Nothing runs on what the community itself, another community or VK wrote, nor where people have taken over.
    func takeMessage(of work: EventWork) async {
        guard let message = work.message else { return }
        let writer = message.fromID
        guard writer > 0, !message.out, message.action == nil, listens(to: writer, work) else { return }
        let peer = Peer(id: work.peerID ?? 0)
        let spoken = Utterance(message.text, prefixes: prefixes, community: bot.communityID, inChat: peer.isChat)
        let visit = Visit(work: work, writer: writer, peer: peer, isAddressed: spoken.isAddressed)
        let payload = CarriedPayload.read(message)
        if let ticket = QuestionTicket(payload) {
            if let line = await refusal(of: ticket, pressedBy: visit.writer, in: visit.peer, work) { await say(line, toPresserOf: work) }
            return
        }
        let presses = table.presses.matches(payload)
        for (route, occasion) in presses where await takes(route, occasion, visit) { return }
        if await takeLookedUp(spoken, payload, visit) { return }
        if !spoken.plain.isEmpty, !table.phrases.isEmpty, await takeFound(in: String(spoken.plain), visit) { return }
        if !table.received.isEmpty, await takeReceived(visit) { return }
        for route in table.fallbacks where await takes(route, Occasion(), visit) { return }
        if presses.isEmpty, isOfOldButton(payload), spoken.isAddressed || visit.peer.isPrivate, !isSilent(work) {
            await say(phrases(for: work).oldButton, toPresserOf: work)
        }
    }

    /// One message on its way past the handlers.
    private struct Visit {
        let work: EventWork
        let writer: Int
        let peer: Peer
        let isAddressed: Bool
    }

    private func takes(_ route: Route, _ occasion: Occasion, _ visit: Visit) async -> Bool {
        guard !Task.isCancelled, !visit.work.isEnded else { return true }
        if let condition = route.handler.condition, condition.find(message(of: visit, for: route)) == nil { return false }
        guard isAtWork(route.instance, in: visit.peer, visit.work) else { return false }
        let admission = await admission(of: visit.writer, in: visit.peer, to: route)
        guard case .yes = admission else { return await refuses(route, admission, visit.work, isMeant: isMeant(route, visit)) }
        switch await rights(for: route, in: visit.peer, visit.work, isMeant: isMeant(route, visit)) {
        case .runs: break
        case .told: return true
        case .passes: return false
        }
        guard await isRested(route, visit.work, occasion) else { return true }
        return await !run(route, on: visit.work, occasion).hasPassed
    }

    /// Whether a message is for the bot, and not said beside it: in private, to its name, or a command or a button of its own.
    private func isMeant(_ route: Route, _ visit: Visit) -> Bool {
        if visit.isAddressed || visit.peer.isPrivate { return true }
        return switch route.handler.trigger {
        case .command, .pressed: true
        default: false
        }
    }

    /// The start button, then the command, then whole texts.
    private func takeLookedUp(_ spoken: Utterance, _ payload: JSON, _ visit: Visit) async -> Bool {
        let hasUse = spoken.mayBeLone && !table.commands.isEmpty || !table.texts.isEmpty || !table.starts.isEmpty
        let needsKey = hasUse && !spoken.plain.isEmpty
        let key = needsKey ? TextMatcher.normalized(spoken.plain) : ""
        // A command that says it is one wins over a question that waits; the lone name of one may be the answer.
        let isUrgent =
            payload["command"].string == "start" || spoken.command.map { table.commands[$0.name] != nil } ?? false
        if !isUrgent, mayAnswer(visit.writer, in: visit.peer), await takeAnswer(spoken, of: visit.writer, in: visit.peer, visit.work) {
            return true
        }
        if !table.starts.isEmpty, isStart(payload, key, visit.peer) {
            for route in table.starts where await takes(route, Occasion(), visit) { return true }
        }
        if let (command, arguments) = command(in: spoken, key) {
            if await takes(command.route, Occasion(form: command.form, arguments: arguments), visit) { return true }
        }
        if isUrgent, mayAnswer(visit.writer, in: visit.peer), await takeAnswer(spoken, of: visit.writer, in: visit.peer, visit.work) {
            return true
        }
        for route in table.texts[key] ?? [] where await takes(route, Occasion(), visit) { return true }
        return false
    }

    private func command(in spoken: Utterance, _ key: String) -> (CommandRoute, Substring)? {
        if let (name, arguments) = spoken.command, let command = table.commands[name] { return table.groups.member(of: command, arguments) }
        if spoken.mayBeLone, let command = table.commands[key] { return (command, "") }
        return nil
    }

    private func isStart(_ payload: JSON, _ key: String, _ peer: Peer) -> Bool {
        if payload["command"].string == "start" { return true }
        return peer.isPrivate && (key == "начать" || key == "start")
    }

    /// Patterns are tried one by one; one that gives up is at fault itself, and the next is tried.
    private func takeFound(in text: String, _ visit: Visit) async -> Bool {
        for (phrase, route) in table.phrases {
            do throws(PatternError) {
                guard let match = try phrase.match(text) else { continue }
                if await takes(route, Occasion(match: match), visit) { return true }
            } catch {
                bot.logger.warning(
                    "a pattern gave up", ["plugin": route.instance.name, "handler": route.handler.origin, "error": error])
            }
        }
        return false
    }

    private func takeReceived(_ visit: Visit) async -> Bool {
        for (filter, route) in table.received {
            guard let found = filter.find(message(of: visit, for: route)) else { continue }
            if await takes(route, Occasion(found: found), visit) { return true }
        }
        return false
    }

    /// The message as a filter of `route` looks at it.
    private func message(of visit: Visit, for route: Route) -> Message {
        Message(run: HandlerRun(router: self, work: visit.work, route: route, occasion: Occasion()))
    }
}
