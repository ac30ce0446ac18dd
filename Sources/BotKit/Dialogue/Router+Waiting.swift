// Govorun: events that go on with a dialogue. SPDX-License-Identifier: MIT
import Synchronization

extension Router {
    /// Gives an event to the dialogue of its person that waits for it.
    ///
    /// An event of a conversation goes to a dialogue there, in the lane of both. One without goes to the person's private conversation, whose lane
    /// is the person's; where a dialogue in a chat waits for it, an errand takes it into the lane of the chat, stored with the mark that the event is done.
    func takeAwaited(_ work: EventWork) async {
        guard let person = work.update.userID, !Task.isCancelled, !work.isEnded else { return }
        if let peer = work.peerID { return await give(work.type, toWhoWaitsAt: TalkPlace(conversation: peer, person: person), work) }
        await give(work.type, toWhoWaitsAt: TalkPlace(conversation: person, person: person), work)
        if knowsTalks.load(ordering: .acquiring), !bot.talks.mayWaitInChats(for: person) { return }
        do {
            for place in try await bot.talks.chats(of: person, among: instances.map(\.name), of: bot) {
                guard try await waits(for: work.type, at: place, work) else { continue }
                work.passOn(Errand.heard(work.answer, of: work, at: place), of: bot)
            }
        } catch {
            note(error, of: work)
        }
    }

    /// Gives what has happened elsewhere to the dialogue that waits for it here.
    func hear(_ errand: Errand, _ work: EventWork) async {
        guard let conversation = errand.peer, let person = errand.user else { return }
        await give(work.answer.type, toWhoWaitsAt: TalkPlace(conversation: conversation, person: person), work)
    }

    /// The one that has waited for the shortest time first; one that waits for another such event waits on.
    private func give(_ type: UpdateType, toWhoWaitsAt place: TalkPlace, _ work: EventWork) async {
        if knowsTalks.load(ordering: .acquiring), !bot.talks.mayWait(at: place) { return }
        do {
            let answer = GivenAnswer(spoken: nil, place: place, work: work)
            for (record, list) in try await talks(awaiting: type, answer) {
                guard !Task.isCancelled, !work.isEnded else { return }
                if await take(answer, record, list) { return }
            }
        } catch {
            note(error, of: work)
        }
    }

    private func talks(awaiting type: UpdateType, _ answer: GivenAnswer) async throws -> [(DialogueRecord, TalkList)] {
        let waiting = try await bot.talks.waiting(at: answer.place, among: instances.map(\.name), of: bot)
        knowsTalks.store(true, ordering: .releasing)
        var found: [(DialogueRecord, TalkList)] = []
        for plugin in waiting {
            guard let instance = instances.first(where: { $0.name == plugin }), isAtWork(instance, in: answer.peer, answer.work) else {
                continue
            }
            let list = try await talks(of: plugin, at: answer.place, answer.work)
            found += list.records.filter { $0.awaits == type.rawValue }.map { ($0, list) }
        }
        return found.sorted { $0.0.asked > $1.0.asked }
    }

    private func waits(for type: UpdateType, at place: TalkPlace, _ work: EventWork) async throws -> Bool {
        for plugin in try await bot.talks.waiting(at: place, among: instances.map(\.name), of: bot) {
            if try await talks(of: plugin, at: place, work).records.contains(where: { $0.awaits == type.rawValue }) { return true }
        }
        return false
    }
}

extension Errand {
    /// What `work` tells, for a dialogue of its person in another lane.
    static func heard(_ event: Update, of work: EventWork, at place: TalkPlace) -> Errand {
        var errand = Errand(.heard, plugin: "", handler: event.type.rawValue, due: UnixTime(seconds: Int64(work.moment)))
        (errand.key, errand.peer, errand.user) = ("\(place.name) \(work.identity)", place.conversation, place.person)
        errand.payload = JSONValue(event.json)
        return errand
    }
}

extension EventWork {
    /// Whether a dialogue in another lane is to hear of it.
    package var passesOn: Bool { plans.keys.contains { $0.hasPrefix(Errand.Kind.heard.rawValue + "/") } }

    /// Stores `errand` with the mark that this is done.
    fileprivate func passOn(_ errand: Errand, of bot: Bot) {
        let key = ErrandJobs.key(errand, of: bot)
        plan(.planned(key, due: errand.due, .object(errand.stored)), at: key.name)
    }
}
