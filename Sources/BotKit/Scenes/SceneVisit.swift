// Govorun: somebody is at a step. SPDX-License-Identifier: MIT

/// Somebody at a step of a scene, and the ways from there.
public struct SceneVisit<S: Scene>: Sendable {
    let run: HandlerRun
    /// Where they are.
    public let step: S.Step

    /// What has been said so far.
    ///
    /// - Throws: `StateError` when what is stored is no such scene; `StorageError`.
    public var data: S { get async throws { try await run.scene { record in (record, try Self.data(of: record)) } } }

    /// Changes what has been said, and gives what `change` gives.
    ///
    /// - Throws: `StateError`; `StorageError`; what `change` throws, and then nothing is changed.
    @discardableResult
    public func change<Result: Sendable>(_ change: @Sendable (inout S) throws -> Result) async throws -> Result {
        try await run.scene { record in
            var data = try Self.data(of: record)
            let result = try change(&data)
            var record = record
            record?.data = try TapeEncoder().encodeValue(data)
            return (record, result)
        }
    }

    /// Goes to `step`, whose `enter` then runs.
    ///
    /// - Throws: `SceneError` when no handler is there for it; `StateError`; `StorageError`; what `enter` throws.
    public func go(to step: S.Step) async throws {
        try await move { record in
            record.past = (record.past + [record.step]).suffix(SceneRecord.mostPast)
            record.step = step.rawValue
        }
    }

    /// Goes to the next step in their order; from the last one it leaves.
    ///
    /// - Throws: as `go`.
    public func next() async throws {
        let steps = Array(S.Step.allCases)
        guard let index = steps.firstIndex(of: step), index + 1 < steps.count else { return _ = try await leave() }
        try await go(to: steps[index + 1])
    }

    /// Goes back to the step before; from the first one it enters that again.
    ///
    /// - Throws: as `go`.
    public func back() async throws { try await move { record in if let last = record.past.popLast() { record.step = last } } }

    /// Stays, and has `enter` ask again.
    ///
    /// - Throws: as `go`.
    public func again() async throws { try await move { _ in } }

    /// Leaves the scene.
    ///
    /// - Returns: what has been said.
    /// - Throws: `StateError`; `StorageError`.
    @discardableResult
    public func leave() async throws -> S { try await run.scene { record in (nil, try Self.data(of: record)) } }

    // MARK: What `enter` says

    /// The bot.
    public var bot: Bot { run.bot }

    /// Sends to the conversation.
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func send(_ text: FormattedText, keyboard: Keyboard? = nil) async throws -> SentMessage {
        try await Outgoing(text: text, keyboard: keyboard).send(to: run.update.peerID ?? 0, from: run)
    }

    /// Sends with buttons inside the message.
    ///
    /// - Throws: `TextError` when there is no text; `KeyboardError` when the keyboard breaks VK's limits; `VKError`.
    @discardableResult
    public func send(_ text: FormattedText, @KeyboardBuilder buttons: () -> [Row]) async throws -> SentMessage {
        try await send(text, keyboard: .inline(buttons()))
    }

    private func move(_ change: @Sendable (inout SceneRecord) -> Void) async throws {
        let now = run.bot.storage.now.milliseconds
        let step = try await run.scene { record -> (SceneRecord?, String) in
            guard var moved = record, moved.scene == S.name else { throw SceneError("nobody is in the scene '\(S.name)' any more") }
            change(&moved)
            moved.extend(from: now, by: S.timeout)
            return (moved, moved.step)
        }
        try await run.enterStep(of: S.name, step)
    }

    private static func data(of record: SceneRecord?) throws -> S {
        guard let record, record.scene == S.name else { return S() }
        do {
            return try TapeDecoder().decode(S.self, from: record.data.view)
        } catch let error as DecodingError {
            throw StateError(.unreadable, state: S.name, detail: "\(error)")
        }
    }
}

extension DialogueContext {
    /// Takes this person into a scene, at its first step or at `step`; out of another scene of this plugin, if they are in one.
    ///
    /// - Throws: `SceneError` when no handler is there for the step, or the event names nobody; `StorageError`; what `enter` throws.
    public func enter<S: Scene>(_ scene: S.Type, at step: S.Step? = nil, with data: S = S()) async throws {
        let run = dialogue.run
        guard let first = step ?? S.Step.allCases.first else { throw SceneError("the scene '\(S.name)' has no steps") }
        var record = SceneRecord(
            scene: S.name, step: first.rawValue, past: [], data: try TapeEncoder().encodeValue(data), asked: 0, due: 0)
        record.extend(from: run.bot.storage.now.milliseconds, by: S.timeout)
        try await run.scene { [record] _ in (record, ()) }
        try await run.enterStep(of: S.name, first.rawValue)
    }

    /// Takes this person out of the scene of this plugin that they are in, if they are in one.
    ///
    /// - Throws: `StorageError`.
    public func leaveScene() async throws { try await dialogue.run.scene { _ in (nil, ()) } }
}

extension SceneRecord {
    fileprivate mutating func extend(from now: Int64, by timeout: Duration) {
        asked = now
        due = (UnixTime(milliseconds: now) + timeout).milliseconds
    }
}

extension HandlerRun {
    /// Changes where the person of the event is.
    fileprivate func scene<Result: Sendable>(
        _ change: @Sendable (SceneRecord?) throws -> (record: SceneRecord?, result: Result)
    ) async throws -> Result {
        guard let place = talkPlace else { throw SceneError("nobody can be in a scene here, the event names no person") }
        bot.talks.note(route.instance.name, at: place)
        let (record, result) = try await exchange(.scene(of: route.instance.name, at: place), .personHere) { value in
            let (record, result) = try change(try value.map { try TapeDecoder().decode(SceneRecord.self, from: $0.bytes) })
            let left = try record.map { record in
                StateValue(
                    bytes: try TapeEncoder().encode(record), lifetime: .milliseconds(record.due - record.asked) + bot.questionLife)
            }
            return (left, (record, result))
        }
        let lapse = SceneRecord.lapse(record, of: route.instance.name, at: place, in: bot)
        try note(lapse.plan, at: lapse.name)
        return result
    }

    /// Runs what is to run as a step is entered.
    fileprivate func enterStep(of scene: String, _ step: String) async throws {
        guard case .scene(let form) = router.table.scenes[SceneForm.key(route.instance.name, scene, step)]?.handler.trigger else {
            throw SceneError("no 'InScene' is there for the step '\(step)' of the scene '\(scene)'")
        }
        try await form.enter(self)
    }
}
