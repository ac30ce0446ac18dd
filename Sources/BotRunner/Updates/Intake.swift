// Govorun: what comes from VK is looked at and stored. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import VKUpdates

/// Puts updates into the inbox, whichever way they came.
struct Intake: Sendable {
    let configuration: BotConfiguration
    let bot: Bot
    let inbox: BotInbox
    let presses: PressDesk
    let captcha: CaptchaDesk
    let storage: any Storage
    let figures: BotFigures
    let backlog: Backlog
    let marks = HistoryMarks()

    /// What one poll brought; tells the poller when it has heard it all before.
    ///
    /// - Returns: whether it is stored; the end of the process may come before.
    func receive(_ batch: UpdateBatch) async -> Bool {
        var (updates, body) = (batch.updates, batch.body)
        if let gap = batch.gap {
            bot.logger.warning("VK has lost updates before these", ["reason": gap.rawValue])
            body = HistoryNotice.body(gap, before: body, of: bot.communityID, at: batch.cursor)
            updates = UpdateBatch.updates(in: body)
        }
        let isGap = batch.gap != nil && configuration.resume.catchesUp
        // Before what comes behind the gap, so that every conversation keeps its order.
        if isGap {
            await owe()
            await catchUp()
        }
        let mayBeOld = backlog.mayHold(batch, at: storage.now)
        let receipt = await store(updates, body, batch.cursor) { _ in mayBeOld }
        if case .stored(hasNews: false) = receipt { batch.wasAllKnown() }
        guard case .stored = receipt else { return false }
        if !isGap { noteArrival(of: updates) }
        return true
    }

    /// A group of callbacks.
    ///
    /// - Throws: `CancellationError` when they could not be stored before the end: VK will send them again.
    func receive(_ group: [CallbackUpdate]) async throws -> CallbackOutcome {
        guard !inbox.isFull else { return .full(retryAfter: .seconds(60)) }
        let repeated = Set(group.filter { $0.retry > 0 }.map(\.update.eventID))
        let receipt = await store(group.map(\.update), UpdateBatch.body(of: group), nil) { repeated.contains($0.eventID) }
        guard case .stored = receipt else { throw CancellationError() }
        return .stored
    }

    /// - Parameter mayBeOld: whether an update may have waited at VK, so that its age counts.
    func store(
        _ updates: [Update], _ body: [UInt8], _ cursor: PollCursor?, mayBeOld: @escaping @Sendable (Update) -> Bool = { _ in true }
    ) async -> BotInbox.Receipt {
        let now = storage.now
        // Updates of one kind come in rows.
        var row = (type: UpdateType(rawValue: ""), count: 0)
        let receipt = await inbox.receive(
            updates, body: body, cursor: cursor, identities: identities,
            // Whoever posts a callback could write an errand: only our own are done.
            needsWork: {
                $0.type != .errand && !captcha.takes($0) && !(mayBeOld($0) && configuration.resume.isTooOld($0, now: now))
            },
            stored: { update, position in
                if update.type != row.type {
                    if row.count > 0 { figures.received(row.count, row.type) }
                    row = (update.type, 0)
                }
                row.count += 1
                if update.type == .messageEvent { presses.arrived(update, at: position) }
            })
        if row.count > 0 { figures.received(row.count, row.type) }
        if configuration.resume.catchesUp, let newest = updates.compactMap({ $0.message?.date }).max(), case .stored(true) = receipt {
            inbox.line.finish(nil, [.set(lastMessage, Array("\(newest)".utf8))])
        }
        return receipt
    }

    /// A message may come once as an update and once as a line of its conversation.
    private func identities(_ update: Update) -> [String] {
        guard configuration.resume.catchesUp, update.type == .messageNew, let message = update.message else { return [] }
        return message.conversationMessageID > 0 ? ["message \(message.peerID) \(message.conversationMessageID)"] : []
    }

    var lastMessage: StorageKey { StorageKey("runner/last-message", bot.source) }
}
