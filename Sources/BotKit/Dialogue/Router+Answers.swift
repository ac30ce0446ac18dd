// Govorun: a message that goes on with a dialogue. SPDX-License-Identifier: MIT
import Synchronization

/// Something that waits for a message of somebody.
private enum Pending {
    case dialogue(DialogueRecord, TalkList)
    case scene(SceneRecord, plugin: String)

    var asked: UnixTime {
        switch self {
        case .dialogue(let record, _): record.asked
        case .scene(let record, _): UnixTime(milliseconds: record.asked)
        }
    }
}

/// An answer to a question, before it is known to which.
struct GivenAnswer {
    /// `nil`: a button was pressed that writes nothing, or something else happened.
    let spoken: Utterance?
    let place: TalkPlace
    let work: EventWork

    /// When it was given.
    var time: UnixTime { UnixTime(seconds: Int64(work.moment)) }
    var peer: Peer { Peer(id: place.conversation) }
}

extension Router {
    /// Whether something may wait for what `person` writes; it does not for nearly any message.
    func mayAnswer(_ person: Int, in peer: Peer) -> Bool {
        !knowsTalks.load(ordering: .acquiring) || bot.talks.mayWait(at: TalkPlace(conversation: peer.id, person: person))
    }

    /// Gives a message to the dialogue that waits for it, the one that asked last first.
    ///
    /// - Returns: whether there was one.
    func takeAnswer(_ spoken: Utterance, of person: Int, in peer: Peer, _ work: EventWork) async -> Bool {
        let place = TalkPlace(conversation: peer.id, person: person)
        do {
            let waiting = try await bot.talks.waiting(at: place, among: instances.map(\.name), of: bot)
            knowsTalks.store(true, ordering: .releasing)
            guard !waiting.isEmpty else { return false }
            let answer = GivenAnswer(spoken: spoken, place: place, work: work)
            for pending in try await pending(of: waiting, answer) {
                guard !Task.isCancelled, !work.isEnded else { return true }
                switch pending {
                case .dialogue(let record, let list): if await take(answer, record, list) { return true }
                case .scene(let record, let plugin): if await take(answer, record, of: plugin) { return true }
                }
            }
            return false
        } catch {
            note(error, of: work)
            return true
        }
    }

    /// What waits, the latest question first.
    private func pending(of plugins: [String], _ answer: GivenAnswer) async throws -> [Pending] {
        var found: [Pending] = []
        for plugin in plugins {
            guard let instance = instances.first(where: { $0.name == plugin }), isAtWork(instance, in: answer.peer, answer.work) else {
                continue
            }
            let list = try await talks(of: plugin, at: answer.place, answer.work)
            let scene = try await scene(of: plugin, at: answer.place, answer.work)
            if list.records.isEmpty, scene == nil { bot.talks.forget(plugin, at: answer.place) }
            // A step may ask: of one moment, its question is the later.
            found += (scene.map { [.scene($0, plugin: plugin)] } ?? []) + list.records.map { .dialogue($0, list) }
        }
        // Of one moment, the one that was noted later.
        return found.enumerated().sorted { ($0.element.asked, $0.offset) > ($1.element.asked, $1.offset) }.map(\.element)
    }

    /// The dialogues of `plugin` as they stand after the handlers of `work` so far.
    func talks(of plugin: String, at place: TalkPlace, _ work: EventWork) async throws -> TalkList {
        let key = StateKey.dialogues(of: plugin, at: place)
        let value = try await value(for: key, work)
        do {
            return try TalkList(key, value, life: bot.questionLife)
        } catch {
            bot.logger.error("a stored dialogue cannot be read and is forgotten", ["plugin": plugin, "error": "\(error)"])
            return TalkList(empty: key, life: bot.questionLife)
        }
    }

    func scene(of plugin: String, at place: TalkPlace, _ work: EventWork) async throws -> SceneRecord? {
        guard let value = try await value(for: .scene(of: plugin, at: place), work) else { return nil }
        do {
            return try TapeDecoder().decode(SceneRecord.self, from: value.bytes)
        } catch {
            bot.logger.error("a stored scene cannot be read and is passed over", ["plugin": plugin, "error": "\(error)"])
            return nil
        }
    }

    private func value(for key: StateKey, _ work: EventWork) async throws -> StateValue? {
        if let left = work.value(for: key) { return left }
        return try await bot.storage.value(for: key.storageKey(in: bot)).map { StateValue(bytes: $0) }
    }

    /// - Returns: whether the message was meant for the step.
    private func take(_ answer: GivenAnswer, _ record: SceneRecord, of plugin: String) async -> Bool {
        let key = StateKey.scene(of: plugin, at: answer.place)
        guard record.due >= answer.time.milliseconds else {
            answer.work.keep(key, nil)
            await sayLate(record, of: plugin, answer.work)
            // What comes too late is a message like any other.
            return false
        }
        guard let route = table.scenes[SceneForm.key(plugin, record.scene, record.step)] else {
            bot.logger.warning("a scene has lost its step", ["plugin": plugin, "scene": record.scene, "step": record.step])
            answer.work.keep(key, nil)
            let words = phrase(.lost, of: plugin, in: languages(for: answer.work))
            await say(words, as: "scene \(record.scene) \(record.step)", of: plugin, answer.work)
            return true
        }
        if let any = table.scenes[SceneForm.key(plugin, record.scene, SceneForm.anyStep)] {
            if await takes(any, at: record, answer) { return true }
            guard !answer.work.isEnded, !Task.isCancelled else { return true }
        }
        return await takes(route, at: record, answer)
    }

    private func takes(_ route: Route, at record: SceneRecord, _ answer: GivenAnswer) async -> Bool {
        if let condition = route.handler.condition {
            let probe = HandlerRun(router: self, work: answer.work, route: route, occasion: Occasion())
            if condition.find(Message(run: probe)) == nil { return false }
        }
        guard await admits(answer.place.person, in: answer.peer, route) else { return false }
        return await !run(route, on: answer.work, Occasion(arguments: record.step[...])).hasPassed
    }

    /// - Returns: whether the message was meant for it.
    func take(_ answer: GivenAnswer, _ record: DialogueRecord, _ list: TalkList) async -> Bool {
        var left = list
        left.remove(record.handler)
        if record.due < answer.time {
            answer.work.keep(left.key, left.value)
            if let late = record.late { await say(FormattedText(late), as: record.handler, of: left.plugin, answer.work, in: answer.peer) }
            // What comes too late is a message like any other.
            return false
        }
        let spoken = languages(of: record, for: answer.work)
        if isCancelled(record, by: answer.spoken) {
            answer.work.keep(left.key, left.value)
            await say(phrase(.cancelled, of: left.plugin, in: spoken), as: record.handler, of: left.plugin, answer.work, in: answer.peer)
            return true
        }
        // A message is no answer to who waits for something else.
        guard record.awaits.isEmpty || record.awaits == answer.work.answer.type.rawValue else { return false }
        guard let (route, occasion) = table.beginning(of: record, for: self, plugin: left.plugin) else {
            bot.logger.warning(
                "a dialogue has lost its handler",
                ["plugin": left.plugin, "handler": record.handler, "update.id": answer.work.update.eventID])
            answer.work.keep(left.key, left.value)
            await say(phrase(.lost, of: left.plugin, in: spoken), as: record.handler, of: left.plugin, answer.work, in: answer.peer)
            return true
        }
        guard await admits(answer.place.person, in: answer.peer, route) else { return false }
        return await !run(route, on: answer.work, occasion, resuming: record).isUnmoved
    }

    /// No button says that it is one.
    private func isCancelled(_ record: DialogueRecord, by spoken: Utterance?) -> Bool {
        spoken.map { record.cancelWords.contains(TextMatcher.normalized($0.plain)) } ?? false
    }

    /// Says a sentence of ours where a dialogue ends; the same message when the update is handled again.
    ///
    /// - Parameter place: the dialogue's conversation, where the event may have none.
    func say(_ text: FormattedText, as handler: String, of plugin: String, _ work: EventWork, in place: Peer? = nil) async {
        guard !text.isBlank, let peer = place?.id ?? work.update.peerID, !Task.isCancelled, !work.isEnded else { return }
        let id = RandomID.derive(
            bot: bot.communityID, event: work.identity, plugin: plugin, handler: handler + " ends", peer: peer, ordinal: 0,
            part: 0)
        do {
            try await bot.sending(
                to: peer, randomID: id, message: text.text, disableMentions: text.notifies ? nil : true, formatData: text.formatData
            ).send()
        } catch {
            bot.logger.debug("the end of a dialogue could not be told", ["vk.peer": peer, "error": "\(error)"])
        }
    }

    /// Trouble of the storage keeps the update from being done.
    func note(_ error: any Error, of work: EventWork) {
        if let error = error as? StorageError, !error.isRefusal { work.suffers(error) }
        bot.logger.warning(
            "it is not known whether a dialogue waits for a message", ["update.id": work.update.eventID, "error": "\(error)"])
    }
}

extension TalkList {
    /// Whose they are.
    var plugin: String { key.plugin.hasSuffix("/dialogues") ? String(key.plugin.dropLast("/dialogues".count)) : key.plugin }
}
