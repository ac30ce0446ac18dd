// Govorun: what an author does when a handler fails. SPDX-License-Identifier: MIT

/// A handler that has thrown, as what stands behind `onFailure` sees it. What the handler had changed is dropped already.
public struct HandlerFailure: Sendable, StateContext {
    let run: HandlerRun
    /// What it threw.
    public let error: any Error
    /// The handler: `command buy`.
    public let handler: String

    /// The bot.
    public var bot: Bot { run.bot }
    /// The update that it worked on; in a dialogue the one that began it.
    public var update: Update { run.update }
    /// Whom it worked for, if the update names somebody.
    public var user: Person? { run.update.userID.map { Person(id: $0, run: run) } }
    /// The conversation, if there is one.
    public var peer: Peer? { run.update.peerID.map(Peer.init) }
    /// What it remembers by.
    public var memory: PluginMemory { PluginMemory(run: run) }
    /// The plugin's texts.
    public var texts: PluginTexts { run.texts }
    /// Writes lines that name this bot and plugin.
    public var logger: Logger { run.logger }

    /// Sends to the conversation; where there is none, nothing is sent.
    ///
    /// - Throws: `TextError` when there is no text; `VKError`.
    public func send(_ text: FormattedText) async throws {
        guard let peer else { return }
        _ = try await Outgoing(text: text).send(to: peer.id, from: run)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @_disfavoredOverload public func send(_ text: String) async throws { try await send(FormattedText(text)) }
}

extension HandlerConvertible {
    /// The same handler, after whose failure `tell` runs: `Command("pay") { … }.onFailure { try await $0.send("Не вышло, деньги целы.") }`.
    ///
    /// Whatever it throws comes here, but no cancellation, no trouble of the storage and no running out of time; it is logged and counted as
    /// ever. What `tell` changes is stored, and what it sends goes out once, also over a crash. In dialogues and scenes it takes the place of
    /// what we say there. For several handlers: `for handler in own { handler.onFailure { … } }`.
    public func onFailure(_ tell: @escaping @Sendable (HandlerFailure) async throws -> Void) -> Handler {
        var handler = handler
        handler.failure = tell
        return handler
    }
}

extension Router {
    /// Runs what the author has for the failure of a handler.
    ///
    /// - Returns: whether there was something.
    func answerFailure(_ error: any Error, of run: HandlerRun) async -> Bool {
        guard let tell = run.route.handler.failure else { return false }
        // A name of its own: what it sends is no message of the handler's.
        let route = Route(instance: run.route.instance, handler: run.route.handler, identity: run.route.identity + " failed")
        let answer = HandlerRun(router: self, work: run.work, route: route, occasion: run.occasion)
        run.work.begins(answer)
        var calling = CallingTask.current
        calling.keeper = answer
        do {
            try await CallingTask.$current.withValue(calling) {
                try await tell(HandlerFailure(run: answer, error: error, handler: run.route.handler.name))
            }
            answer.end(keepsChanges: true)
        } catch {
            answer.end(keepsChanges: false)
            await note(error, of: answer)
        }
        return true
    }
}
