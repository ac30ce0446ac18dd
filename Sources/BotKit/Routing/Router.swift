// Govorun: gives each update to the handlers that are for it. SPDX-License-Identifier: MIT

/// The plugins of one bot, compiled: look-ups for commands and texts, then patterns, then fallbacks; the first that matches handles.
public final class Router: Sendable {
    /// The bot it works for.
    public let bot: Bot
    let prefixes: Prefixes
    private let table: RouteTable
    private let observer: (any HandlerObserver)?

    /// Compiles the handlers of `plugins`, in their order; `observer` is told of every run.
    ///
    /// - Throws: the first `RoutingProblem`; `problems(of:)` has them all.
    public init(
        bot: Bot, plugins: [PluginInstance], prefixes: Prefixes = .init(), observer: (any HandlerObserver)? = nil
    ) throws {
        self.bot = bot
        self.observer = observer
        self.prefixes = prefixes
        table = RouteTable(plugins)
        if let problem = table.problems.first { throw problem }
    }

    /// Everything that keeps `plugins` from working together.
    public static func problems(of plugins: [PluginInstance]) -> [RoutingProblem] { RouteTable(plugins).problems }

    /// The kinds of update that handlers wait for, messages aside.
    public var awaitedTypes: [UpdateType] { table.awaitedTypes }

    /// Runs what is for `update`; each handler fails alone and is named in the log.
    public func handle(_ update: Update) async {
        var isPressAnswered = false
        for route in table.handlers(for: update.type) where worksWhere(update, route) {
            let run = await run(route, on: update)
            isPressAnswered = isPressAnswered || run.hasAnsweredPress
        }
        switch update.type {
        case .messageNew: await answer(update)
        case .messageEvent where !isPressAnswered: await endWaiting(update)
        default: break
        }
    }

    private func worksWhere(_ update: Update, _ route: Route) -> Bool {
        guard let peer = update.peerID else { return true }
        return route.instance.works(in: Peer(id: peer))
    }

    /// The message goes to the first handler that is for it, works here, and admits the writer.
    private func answer(_ update: Update) async {
        guard let message = update.message, message.fromID > 0, !message.out, message.action == nil else { return }
        let peer = Peer(id: message.peerID)
        for candidate in candidates(for: message, in: peer) {
            let instance = candidate.route.instance
            guard instance.works(in: peer), await admits(message.fromID, in: peer, instance) else { continue }
            let run = await run(candidate.route, on: update, arguments: candidate.arguments, match: candidate.match)
            if !run.hasPassed { return }
        }
    }

    private struct Candidate {
        let route: Route
        var arguments: Substring = ""
        var match: PatternMatch?
    }

    private func candidates(for message: MessagesMessage, in peer: Peer) -> [Candidate] {
        let spoken = Utterance(message.text, prefixes: prefixes, community: bot.communityID, inChat: peer.isChat)
        var found: [Candidate] = []
        if isStart(message, spoken, peer) { found += table.starts.map { Candidate(route: $0) } }
        if let (name, arguments) = spoken.command, let command = table.commands[name] {
            found.append(Candidate(route: command.route, arguments: arguments))
        } else if let lone = spoken.lone, let command = table.commands[lone] {
            found.append(Candidate(route: command.route))
        }
        if !spoken.plain.isEmpty { found += heard(String(spoken.plain)) }
        return found + table.fallbacks.map { Candidate(route: $0) }
    }

    private func heard(_ text: String) -> [Candidate] {
        var found = (table.texts[TextMatcher.normalized(text)] ?? []).map { Candidate(route: $0) }
        for (pattern, route) in table.patterns {
            do {
                if let match = try pattern.firstMatch(in: text) { found.append(Candidate(route: route, match: match)) }
            } catch {
                bot.logger.warning("a pattern gave up", ["plugin": route.instance.name, "error": error])
            }
        }
        return found
    }

    private func isStart(_ message: MessagesMessage, _ spoken: Utterance, _ peer: Peer) -> Bool {
        if let payload = message.payload {
            do {
                if try JSONDocument(payload).root["command"].string == "start" { return true }
            } catch {
                bot.logger.debug("a payload is no JSON", ["peer": peer.id])
            }
        }
        return peer.isPrivate && ["начать", "start"].contains(TextMatcher.normalized(spoken.plain))
    }

    private func admits(_ user: Int, in peer: Peer, _ instance: PluginInstance) async -> Bool {
        do {
            return try await instance.admits(user, in: peer, of: bot)
        } catch {
            bot.logger.warning("cannot tell whether somebody may use a plugin", ["plugin": instance.name, "error": "\(error)"])
            return false
        }
    }

    private func run(
        _ route: Route, on update: Update, arguments: Substring = "", match: PatternMatch? = nil
    ) async -> HandlerRun {
        let context = HandlerRun(
            bot: bot, update: update, router: self, plugin: route.instance.name, handler: route.handler.name, arguments: arguments,
            match: match)
        let run = observer?.began(route.handler.name, of: route.instance.name, in: bot.name)
        defer { if let run { observer?.ended(run) } }
        do {
            try await route.handler.run(context)
        } catch is CancellationError {
            context.logger.debug("a handler was cancelled", ["handler": route.handler.name, "update.id": update.eventID])
        } catch {
            context.logger.error(
                "a handler failed",
                ["handler": route.handler.name, "update": update.type, "update.id": update.eventID, "error": "\(error)"])
        }
        return context
    }

    /// A press nobody answers would leave the button waiting for a minute.
    private func endWaiting(_ update: Update) async {
        let press = MessageEvent(update.object)
        do {
            try await bot.vk.messages.sendMessageEventAnswer(eventID: press.eventID, userID: press.userID, peerID: press.peerID).send()
        } catch {
            bot.logger.debug("a press could not be answered", ["error": "\(error)"])
        }
    }

    /// The listed commands that the writer of `message` may use where it was written.
    func commands(for message: Message) async throws -> [CommandForm] {
        var admitted: [String: Bool] = [:]
        var forms: [CommandForm] = []
        for command in table.listed where !command.form.help.isEmpty && command.route.instance.works(in: message.peer) {
            let instance = command.route.instance
            if admitted[instance.name] == nil {
                admitted[instance.name] = try await instance.admits(message.user.id, in: message.peer, of: bot)
            }
            if admitted[instance.name] == true { forms.append(command.form) }
        }
        return forms
    }
}
