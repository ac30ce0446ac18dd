// Govorun: what becomes of a dialogue when its handler ends. SPDX-License-Identifier: MIT

/// What a run leaves of its dialogue.
private enum DialogueEnding {
    /// It waits for an answer.
    case goesOn(DialogueRecord, asked: Origin)
    /// It is over; something may be left to say.
    case isOver(farewell: FormattedText?)
}

extension Router {
    /// Ends a run; `error` is what it threw.
    func conclude(_ run: HandlerRun, _ error: (any Error)?) async {
        if case .unmoved = run.closure { return run.end(keepsChanges: false) }
        let isCutShort = isCutShort(run, error)
        guard !isCutShort, let ending = ending(of: run, error), let place = run.talkPlace else {
            if let error, !isCutShort, run.closure == nil, await !answerFailure(error, of: run) { await sayFailure(of: run) }
            run.end(keepsChanges: error == nil)
            return await tell(error, of: run)
        }
        do {
            var list = try await talks(of: run.route.instance.name, at: place, run.work)
            list.remove(run.route.identity)
            switch ending {
            case .goesOn(let record, let asked):
                noteSwallowed(error, of: run, asked)
                list.put(record)
                bot.talks.note(run.route.instance.name, at: place)
                run.end(
                    keepsChanges: true, leaving: list, planning: record.lapse(of: run.route.instance.name, at: place, in: bot))
                noteSuccess(of: run.route)
            case .isOver(let farewell):
                var isTold = false
                if let error, run.closure == nil { isTold = await answerFailure(error, of: run) }
                if let farewell, !isTold {
                    await say(
                        farewell, as: run.route.identity, of: run.route.instance.name, run.work, in: Peer(id: place.conversation))
                }
                run.end(keepsChanges: error == nil, leaving: list)
                if !(error is DialoguePause) { await tell(error, of: run) }
            }
        } catch {
            run.end(keepsChanges: false)
            await note(error, of: run)
        }
    }

    /// Ends a run that has returned and belongs to no dialogue, as nearly all do.
    ///
    /// - Returns: whether it was such a one.
    func concludePlainly(_ run: HandlerRun) -> Bool {
        guard run.resumed == nil, run.closure == nil else { return false }
        run.end(keepsChanges: true)
        noteSuccess(of: run.route)
        return true
    }

    /// Tells how a handler ended that waits for nobody.
    private func tell(_ error: (any Error)?, of run: HandlerRun) async {
        if let error { await note(error, of: run) } else { noteSuccess(of: run.route) }
    }

    /// The end of the process, trouble of the storage or of VK: the update is handled again, and its dialogue with it.
    private func isCutShort(_ run: HandlerRun, _ error: (any Error)?) -> Bool {
        if Task.isCancelled || run.work.isEnded || error is CancellationError || run.work.waitsOut(error) { return true }
        return (error as? StorageError).map { !$0.isRefusal } ?? false
    }

    /// `nil` for a run that is no dialogue's.
    private func ending(of run: HandlerRun, _ error: (any Error)?) -> DialogueEnding? {
        switch run.closure {
        case .paused(let record, let asked): return .goesOn(record, asked: asked)
        case .exhausted: return .isOver(farewell: run.phrase(.tooManyTries))
        case .diverged(let divergence):
            bot.logger.warning(
                "a handler does not go the way its dialogue went before; the dialogue ends",
                [
                    "plugin": run.route.instance.name, "handler": run.route.handler.name, "place": run.route.handler.origin,
                    "difference": divergence,
                ])
            return .isOver(farewell: run.phrase(.lost))
        case .rehearsed, .unmoved: return nil
        case nil: return run.resumed.map { _ in .isOver(farewell: error.map { _ in brokeOff(run) }) }
        }
    }

    /// A step of a scene may be tried once more, any other handler is to be begun anew.
    private func brokeOff(_ run: HandlerRun) -> FormattedText {
        guard case .scene(let form) = run.route.handler.trigger else { return run.phrase(.failed) }
        return form.failed ?? run.phrase(.again)
    }

    /// A handler that goes on after a question has swallowed the error that was to end it.
    private func noteSwallowed(_ error: (any Error)?, of run: HandlerRun, _ asked: Origin) {
        guard run.hasGoneOn || !(error is DialoguePause) else { return }
        run.logger.warning(
            "a handler has swallowed the pause of a question; let what 'ask' throws through",
            ["handler": run.route.handler.name, "asked": asked, "error": error.map { "\($0)" } ?? "none"])
    }
}

extension RouteTable {
    /// The handler of a dialogue, and what made it run; `nil` when the plugin has it no more, or the event would not reach it now.
    func beginning(of record: DialogueRecord, for router: Router, plugin: String) -> (route: Route, occasion: Occasion)? {
        guard let route = routes["\(plugin)/\(record.handler)"] else { return nil }
        let probe = HandlerRun(
            router: router, work: EventWork(record.first, of: router.bot), route: route, occasion: Occasion())
        return occasion(of: route, record, Message(run: probe)).map { (route, $0) }
    }

    private func occasion(of route: Route, _ record: DialogueRecord, _ message: Message) -> Occasion? {
        switch route.handler.trigger {
        case .start, .fallback, .event, .everyEvent: return Occasion()
        // The step.
        case .scene: return Occasion(arguments: record.arguments[...])
        case .around, .errand: return nil
        case .command:
            return Occasion(
                form: listed.first { $0.route.identity == route.identity && $0.route.instance.name == route.instance.name }?.form,
                arguments: record.arguments[...])
        case .received(let filter): return filter.find(message).map { Occasion(found: $0) }
        case .pressed:
            return presses.matches(CarriedPayload.of(record.first)).first {
                $0.route.identity == route.identity && $0.route.instance.name == route.instance.name
            }?.occasion
        case .hears(let phrases):
            let spoken = Utterance(
                message.text, prefixes: message.run.router.prefixes, community: message.bot.communityID, inChat: message.isFromChat)
            return occasion(of: phrases, String(spoken.plain))
        }
    }

    private func occasion(of phrases: [Phrase], _ text: String) -> Occasion? {
        for phrase in phrases {
            if case .text(let whole) = phrase.kind, whole == TextMatcher.normalized(text) { return Occasion() }
            do throws(PatternError) {
                if let match = try phrase.match(text) { return Occasion(match: match) }
            } catch {
                return nil
            }
        }
        return nil
    }
}
