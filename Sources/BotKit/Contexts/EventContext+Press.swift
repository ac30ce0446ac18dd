// Govorun: answers to a pressed button. SPDX-License-Identifier: MIT

extension EventContext where Payload == MessageEvent {
    /// VK's limit for the line that is shown (source: the reference, "Other message methods").
    private static var snackbarLimit: Int { 90 }

    /// What the button carries, as its author gave it.
    public var payload: JSON { CarriedPayload.value(object.payload) }

    /// Shows `text` to whoever pressed, for ten seconds; 1...90 characters.
    ///
    /// A press takes one answer: a later one is dropped with a line in the log. A press that no handler answers within three seconds, or at
    /// all, is answered with nothing.
    ///
    /// - Throws: `TextError` when the text has another length; `VKError`.
    public func snackbar(_ text: String) async throws {
        guard !text.isBlank else { throw TextError(.empty) }
        guard text.unicodeScalars.count <= Self.snackbarLimit else { throw TextError(.tooLong, limit: Self.snackbarLimit) }
        try await answer(["type": "show_snackbar", "text": .string(text)])
    }

    /// Opens `link` for whoever pressed; counts as the answer, as with `snackbar`.
    ///
    /// - Throws: `VKError`.
    public func openLink(_ link: String) async throws { try await answer(["type": "open_link", "link": .string(link)]) }

    /// Opens a mini app for whoever pressed, of the community `owner` (negative) if given; counts as the answer, as with `snackbar`.
    ///
    /// - Throws: `VKError`.
    public func openApp(_ id: Int, owner: Int? = nil, hash: String = "") async throws {
        var data: JSONObject = ["type": "open_app", "app_id": .integer(id)]
        data["owner_id"] = owner.map { .integer($0) }
        data["hash"] = .string(hash)
        try await answer(.object(data))
    }

    private func answer(_ data: JSONValue) async throws {
        let (press, object) = (run.press ?? PressTicket(), object)
        guard press.take(for: .handler) else {
            // A handler that runs again may have answered before.
            let level: LogLevel = run.work.isReplay ? .debug : .warning
            return logger.log(level, "a press is already answered", ["handler": run.route.handler.name, "update.id": update.eventID])
        }
        try await press.answer {
            try await bot.vk.messages.sendMessageEventAnswer(
                eventID: object.eventID, userID: object.userID, peerID: object.peerID, eventData: data
            ).send()
        }
    }
}
