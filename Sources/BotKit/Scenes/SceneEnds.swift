// Govorun: a step of a scene fails, or has waited long enough. SPDX-License-Identifier: MIT

extension SceneRecord {
    /// What the end of a scene's time is addressed to: no handler is called so.
    static let lapseHandler = "scene"

    /// What is planned for the end of a step's time; taken back when there is no scene.
    static func lapse(_ record: SceneRecord?, of plugin: String, at place: TalkPlace, in bot: Bot) -> (name: String, plan: JobPlan) {
        let due = UnixTime(milliseconds: record?.due ?? 0) + DialogueRecord.grace
        var errand = Errand(.lapse, plugin: plugin, handler: lapseHandler, due: due)
        (errand.key, errand.peer, errand.user, errand.origin) = (place.name, place.conversation, place.person, "\(record?.asked ?? 0)")
        let key = ErrandJobs.key(errand, of: bot)
        return (key.name, record == nil ? .cancelled(key) : .planned(key, due: due, .object(errand.stored)))
    }
}

extension Router {
    /// Leaves a scene whose step has waited long enough, and says so; one that has gone on since waits on, and so does one whose step asks.
    func lapseScene(_ errand: Errand, at place: TalkPlace, _ work: EventWork) async throws {
        guard let record = try await scene(of: errand.plugin, at: place, work), "\(record.asked)" == errand.origin else { return }
        let asks = try await talks(of: errand.plugin, at: place, work).records.contains { talk in
            if case .scene = table.routes["\(errand.plugin)/\(talk.handler)"]?.handler.trigger { true } else { false }
        }
        guard !asks else { return }
        work.keep(.scene(of: errand.plugin, at: place), nil)
        if !isSilent(work) { await sayLate(record, of: errand.plugin, work) }
    }

    /// Says that a step has waited too long.
    func sayLate(_ record: SceneRecord, of plugin: String, _ work: EventWork) async {
        let own = sceneForm(of: record, plugin)?.late
        await say(own ?? phrase(.late, of: plugin, in: languages(for: work)), as: "scene \(record.scene) \(record.step)", of: plugin, work)
    }

    /// Tells whoever is at a step that it has failed; they are still there.
    func sayFailure(of run: HandlerRun) async {
        guard case .scene(let form) = run.route.handler.trigger else { return }
        await say(form.failed ?? run.phrase(.again), as: run.route.identity, of: run.route.instance.name, run.work)
    }

    private func sceneForm(of record: SceneRecord, _ plugin: String) -> SceneForm? {
        guard case .scene(let form) = table.scenes[SceneForm.key(plugin, record.scene, record.step)]?.handler.trigger else { return nil }
        return form
    }
}
