// Govorun: a press is always answered. SPDX-License-Identifier: MIT

extension Router {
    /// How long handlers may take to answer a press before the button stops waiting for them.
    package static let patience: Duration = .seconds(3)

    /// Runs the handlers for a press; whatever they do, VK gets exactly one answer, and soon: a button that gets none waits for a minute.
    func handlePress(_ work: EventWork) async {
        guard let press = work.press else {
            await tell(work)
            _ = await takePress(work)
            return
        }
        guard !work.isPressWatched else {
            await tell(work)
            let line = await takePress(work)
            if press.take(for: .router) { await endWaiting(work.update, press, saying: line) }
            return
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.answerLate(press, work.update) }
            await tell(work)
            let line = await takePress(work)
            if press.take(for: .router) {
                group.cancelAll()
                await endWaiting(work.update, press, saying: line)
            } else if press.holder == .handler {
                group.cancelAll()
            }
            // Else the late answer is on its way, and the group waits for it.
        }
    }

    /// Answers a press that waited too long, after `patience`, unless somebody has.
    private func answerLate(_ press: PressTicket, _ update: Update) async {
        do {
            try await time.sleep(for: Self.patience)
        } catch {
            return
        }
        if press.take(for: .router) { await endWaiting(update, press) }
    }

    /// Answers a press with nothing, or with a line, that its button is old for one, for whoever has taken its ticket.
    ///
    /// - Returns: VK's trouble, when that has kept the answer from VK: it may be given again.
    @discardableResult
    package func endWaiting(_ update: Update, _ ticket: PressTicket, saying words: String? = nil) async -> VKError? {
        let press = MessageEvent(update.object)
        // One that VK gave no id takes no answer.
        guard !press.eventID.isEmpty else {
            ticket.settle()
            return nil
        }
        let line: JSONValue? = words.map { ["type": "show_snackbar", "text": .string($0)] }
        do {
            // Twice at the most: nobody is to wait for it long, and whoever watches over presses tries again.
            try await ticket.answer {
                try await bot.vk.messages.sendMessageEventAnswer(
                    eventID: press.eventID, userID: press.userID, peerID: press.peerID, eventData: line
                ).retry(.fixed(.milliseconds(500)), attempts: .limited(2)).send()
            }
            return nil
        } catch {
            bot.logger.debug("a press could not be answered", ["update.id": update.eventID, "error": "\(error)"])
            return VKTrouble.isTrouble(error) ? error as? VKError : nil
        }
    }
}
