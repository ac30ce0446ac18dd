// Govorun: a question has waited long enough. SPDX-License-Identifier: MIT

extension DialogueRecord {
    /// After the time of a question, so that an answer given in time is handled first.
    static let grace = Duration.seconds(5)
    /// VK may take so long to tell of an answer, whose date is of whole seconds.
    private static let delay = Duration.seconds(2)

    /// When the end of a question's time is looked at again, where an answer given in time may still be at VK; `nil`: it is over.
    ///
    /// - Parameter heard: all is known that VK had queued by then.
    static func nextLook(at lapse: Errand, heardUntil heard: UnixTime, now: UnixTime) -> UnixTime? {
        guard heard + grace < lapse.due + delay else { return nil }
        // Where nothing comes through for long, it is looked at less and less often.
        return now + min(max(.seconds(2), (now - lapse.due) / 4), .seconds(60))
    }

    /// What is planned for the end of its time; `nil` when nothing is to be said then.
    func lapse(of plugin: String, at place: TalkPlace, in bot: Bot) -> (name: String, plan: JobPlan)? {
        guard late != nil else { return nil }
        var errand = Errand(.lapse, plugin: plugin, handler: handler, due: due + Self.grace)
        (errand.key, errand.peer, errand.user, errand.origin) = (place.name, place.conversation, place.person, String(asked.milliseconds))
        let key = ErrandJobs.key(errand, of: bot)
        return (key.name, .planned(key, due: errand.due, .object(errand.stored)))
    }
}

extension Router {
    /// Ends a dialogue whose question nobody has answered in time, and says so; one that was asked again since waits on.
    func lapse(_ errand: Errand, _ work: EventWork) async {
        guard let place = TalkPlace(errand.key) else { return }
        do {
            if errand.handler == SceneRecord.lapseHandler { return try await lapseScene(errand, at: place, work) }
            var list = try await talks(of: errand.plugin, at: place, work)
            guard let record = list.records.first(where: { $0.handler == errand.handler }),
                String(record.asked.milliseconds) == errand.origin
            else { return }
            list.remove(record.handler)
            work.keep(list.key, list.value)
            if let late = record.late, !isSilent(work) { await say(FormattedText(late), as: record.handler, of: errand.plugin, work) }
        } catch {
            note(error, of: work)
        }
    }
}
