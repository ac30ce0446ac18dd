// Govorun: the way of a press to its handler. SPDX-License-Identifier: MIT

extension Router {
    /// Gives a press of a callback button to the first handler that is for it and does not pass it on.
    ///
    /// - Returns: what whoever pressed is told when nothing at all is there for it, `On` handlers for presses included: the button is old.
    func takePress(_ work: EventWork) async -> String? {
        guard let user = work.update.userID, let peer = work.update.peerID.map(Peer.init) else { return nil }
        guard listens(to: user, work) else { return nil }
        let payload = CarriedPayload.of(work.update)
        if let ticket = QuestionTicket(payload) { return await refusal(of: ticket, pressedBy: user, in: peer, work) }
        let matches = table.presses.matches(payload)
        for (route, occasion) in matches where isAtWork(route.instance, in: peer, work) {
            guard !Task.isCancelled, !work.isEnded else { return nil }
            let admission = await admission(of: user, in: peer, to: route)
            if await refuses(route, admission, work, isMeant: true) { return nil }
            guard case .yes = admission else { continue }
            switch await rights(for: route, in: peer, work, isMeant: true) {
            case .runs: break
            case .told: return nil
            case .passes: continue
            }
            guard await isRested(route, work) else { return nil }
            if await !run(route, on: work, occasion).hasPassed { return nil }
        }
        return matches.isEmpty && !table.hearsPresses && !isSilent(work) ? phrases(for: work).oldButton : nil
    }

    /// Gives a press to the question whose button it was; what is said to whoever has nothing to answer there.
    func refusal(of ticket: QuestionTicket, pressedBy person: Int, in peer: Peer, _ work: EventWork) async -> String? {
        switch await takeAnswer(pressing: ticket, by: person, in: peer, work) {
        case .taken: nil
        case .old: isSilent(work) ? nil : phrases(for: work).oldButton
        case .others: isSilent(work) ? nil : phrases(for: work).othersButton
        }
    }

    /// Whether a button wrote it; VK's own start button never grows old.
    func isOfOldButton(_ payload: JSON) -> Bool { payload.exists && payload["command"].string != "start" }

    /// Tells whoever pressed a text button that nothing is left behind it for them.
    func say(_ line: String, toPresserOf work: EventWork) async {
        guard let peer = work.update.peerID, !Task.isCancelled, !work.isEnded else { return }
        let id = RandomID.derive(
            bot: bot.communityID, event: work.identity, plugin: "", handler: "old button", peer: peer, ordinal: 0, part: 0)
        do {
            try await bot.sending(to: peer, randomID: id, message: line).send()
        } catch {
            bot.logger.debug("a press could not be answered", ["update.id": work.update.eventID, "error": "\(error)"])
        }
    }
}
