// Govorun: one update from its place in the inbox to its end. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// Gives an update to the plugins, and has it marked done together with what they changed.
final class UpdateDesk: Sendable {
    let bot: Bot
    let lineup: Lineup
    let inbox: BotInbox
    let presses: PressDesk
    let poison: PoisonDesk
    let time: any TimeSource
    /// Told when an errand has ended.
    let errands: ErrandDesk
    private let recovery: Recovery

    init(
        bot: Bot, lineup: Lineup, inbox: BotInbox, presses: PressDesk, poison: PoisonDesk, time: any TimeSource, errands: ErrandDesk
    ) {
        (self.bot, self.lineup, self.inbox, self.presses) = (bot, lineup, inbox, presses)
        (self.poison, self.time, self.errands) = (poison, time, errands)
        recovery = Recovery(of: bot.vk, time: time)
    }

    /// Handles the update at `position`; when this returns the lane may go on.
    ///
    /// Not done is what the end of the process cut short; it is handled again by the next one.
    func handle(_ position: Int64, _ hold: LaneHold) async {
        // A call that might wait is only made where it may come to that: the update is nearly always at hand.
        var found = inbox.knownUpdate(at: position)
        if found == nil { found = await inbox.update(at: position) }
        guard let (update, stored) = found else {
            if !Task.isCancelled { inbox.finish(position) }
            return
        }
        if let suspect = poison.suspect(inbox.source, position, update) { return await handle(update, stored, suspect, hold) }
        let hand = poison.take(inbox.source, position, update)
        await handle(update, at: position, stored, hand, hold)
        if let hand { poison.release(hand) }
    }

    private func handle(_ update: Update, _ stored: UnixTime, _ suspect: Suspect, _ hold: LaneHold) async {
        guard suspect.verdict != .isSetAside else { return await setAside(update, suspect) }
        // Cancelled while it waits, it is not done.
        try? await poison.handle(suspect, waiter: hold) { hand in
            await handle(update, at: suspect.position, stored, hand, hold, isSuspect: true)
        }
    }

    private func handle(
        _ update: Update, at position: Int64, _ stored: UnixTime, _ hand: Hand?, _ hold: LaneHold, isSuspect: Bool = false
    ) async {
        let press = press(update, at: position, stored)
        var (isReplay, wait, record) = (inbox.isReplay(position), Duration.milliseconds(100), Recovery.Record(at: bot.vk.time.now))
        defer { recovery.leave(position) }
        while true {
            let start = bot.vk.time.now
            presses.expire(position)
            let work = work(on: update, at: position, stored, isReplay: isReplay, press, hand, hold, record)
            await lineup.handle(work)
            guard !Task.isCancelled, work.end() else { return }
            guard let trouble = work.trouble else {
                await finish(position, writes(of: work, at: position), mustBeStored: isSuspect)
                errands.ended(work)
                break
            }
            isReplay = true
            if VKTrouble.isTrouble(trouble) {
                do { try await recovery.wait(position, trouble, after: start, &record) } catch { return }
                continue
            }
            do { try await time.sleep(for: wait) } catch { return }
            wait = min(wait * 2, .seconds(10))
        }
        if press != nil { presses.forget(position) }
        if isSuspect { poison.settle(inbox.source, position) }
    }

    private func work(
        on update: Update, at position: Int64, _ stored: UnixTime, isReplay: Bool, _ press: PressTicket?, _ hand: Hand?, _ hold: LaneHold,
        _ record: Recovery.Record
    ) -> EventWork {
        // An errand has tries of its own.
        let waitsForVK = update.type != .errand && recovery.isWorthARun(record)
        return EventWork(
            update, of: bot, position: position, isReplay: isReplay, press: press, stored: stored, waitsForVK: waitsForVK,
            running: { hand?.runs(plugin: $0, handler: $1) },
            givenUp: { [self] work in
                inbox.finish(position, writes(of: work, at: position)) { [errands] in
                    errands.ended(work)
                    hold.giveUp()
                }
            })
    }

    private func setAside(_ update: Update, _ suspect: Suspect) async {
        let quarantine = Quarantine(bot: bot, router: lineup.router)
        // Told first: after a death in between it is told again, under the same number.
        await quarantine.announce(suspect)
        await finish(suspect.position, quarantine.writes(for: update, suspect), mustBeStored: true)
        poison.settle(inbox.source, suspect.position)
    }

    /// What was changed must be stored before the next update of the lane reads it; a mark alone may follow later, unless something else is
    /// forgotten once it is there.
    private func finish(_ position: Int64, _ writes: [Write], mustBeStored: Bool) async {
        guard mustBeStored || !writes.isEmpty else { return inbox.finish(position) }
        await withCheckedContinuation { stored in inbox.finish(position, writes) { stored.resume() } }
    }

    private func press(_ update: Update, at position: Int64, _ stored: UnixTime) -> PressTicket? {
        guard update.type == .messageEvent else { return nil }
        return presses.ticket(at: position) ?? presses.arrived(update, at: position, ago: bot.storage.now - stored)
    }
}
