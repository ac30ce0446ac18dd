// Govorun: the way of a press to its handler. SPDX-License-Identifier: MIT

extension Router {
    /// Gives a press of a callback button to the first handler that is for it and does not pass it on.
    ///
    /// - Returns: whether nothing at all is there for it, `On` handlers for presses included: the button is old.
    func takePress(_ work: EventWork) async -> Bool {
        guard let user = work.update.userID, let peer = work.update.peerID.map(Peer.init) else { return false }
        guard listens(to: user, work) else { return false }
        let matches = table.presses.matches(CarriedPayload.of(work.update))
        for (route, occasion) in matches where isAtWork(route.instance, in: peer, work) {
            guard !Task.isCancelled, !work.isEnded else { return false }
            let admission = await admission(of: user, in: peer, to: route)
            if case .no = admission, await refuses(route, work, isMeant: true) { return false }
            guard case .yes = admission else { continue }
            guard await isRested(route, work) else { return false }
            if await !run(route, on: work, occasion).hasPassed { return false }
        }
        return matches.isEmpty && !table.hearsPresses && !isSilent(work)
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
