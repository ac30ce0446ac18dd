// Govorun: the way of a press to its handler. SPDX-License-Identifier: MIT

extension Router {
    /// Gives a press of a callback button to the first handler that is for it and does not pass it on; says that the button is old when
    /// there is none at all, `On` handlers for presses included.
    func takePress(_ work: EventWork) async {
        let update = work.update
        guard let user = update.userID, let peer = update.peerID.map(Peer.init) else { return }
        let matches = table.presses.matches(CarriedPayload.of(update))
        for (route, occasion) in matches where isAtWork(route.instance, in: peer) {
            guard !Task.isCancelled, !work.isEnded else { return }
            guard await admits(user, in: peer, route.instance) else { continue }
            if await !run(route, on: work, occasion).hasPassed { return }
        }
        guard matches.isEmpty, !table.hearsPresses, !work.isEnded, work.press?.take(for: .router) == true else { return }
        await showOld(update)
    }

    private func showOld(_ update: Update) async {
        let press = MessageEvent(update.object)
        guard !press.eventID.isEmpty else { return }
        let text = Phrases(language: bot.language).oldButton
        do {
            try await bot.vk.messages.sendMessageEventAnswer(
                eventID: press.eventID, userID: press.userID, peerID: press.peerID,
                eventData: ["type": "show_snackbar", "text": .string(text)]
            ).send()
        } catch {
            bot.logger.debug("a press could not be answered", ["update.id": update.eventID, "error": "\(error)"])
        }
    }

    /// Whether a button wrote it; VK's own start button never grows old.
    func isOfOldButton(_ payload: JSON) -> Bool { payload.exists && payload["command"].string != "start" }

    /// Tells whoever pressed a text button that nothing is left behind it.
    func sayOld(to work: EventWork) async {
        guard let peer = work.update.peerID, !Task.isCancelled, !work.isEnded else { return }
        let id = RandomID.derive(
            bot: bot.communityID, event: work.identity, plugin: "", handler: "old button", peer: peer, ordinal: 0, part: 0)
        do {
            try await bot.vk.messages.send(peerIDs: [peer], randomID: id, message: Phrases(language: bot.language).oldButton).send()
        } catch {
            bot.logger.debug("a press could not be answered", ["update.id": work.update.eventID, "error": "\(error)"])
        }
    }
}
