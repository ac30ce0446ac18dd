// Govorun: what was written while updates were lost. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Synchronization
import VKUpdates

/// The position of VK's history that is waiting to become one to go back to.
final class HistoryMarks: Sendable {
    private let mark = Mutex(HistoryMark())

    func told(_ position: MessageHistory.Position) { mark.withLock { $0.told(position) } }
    func lost() { mark.withLock { $0.lost() } }
    func received(newest date: Int?) -> Int? { mark.withLock { $0.received(newest: date) } }
}

extension Intake {
    /// How often VK is asked where its history stands.
    private static let markPause: Duration = .seconds(600)

    /// Until when messages are known, while a gap waits to be read; stored before anything of behind the gap is.
    private var owed: StorageKey { StorageKey("runner/catch-up", bot.source) }
    /// Everything before this position of VK's history has been received.
    private var position: StorageKey { StorageKey("runner/history", bot.source) }
    private var history: MessageHistory { MessageHistory(bot.vk, communityID: bot.communityID) }

    /// Remembers, also over a restart, that there is something to be read.
    func owe() async {
        marks.lost()
        do {
            // An earlier gap that was not read yet begins further back.
            guard try await storage.value(for: owed) == nil else { return }
            try await storage.commit([.set(owed, try await storage.value(for: lastMessage) ?? [])])
        } catch {
            bot.logger.warning("that updates were lost could not be stored", ["error": "\(error)"])
        }
    }

    /// Reads what was not come to, or could not be read: by an earlier process, or some minutes ago.
    func catchUpIfOwed() async {
        do {
            if try await storage.value(for: owed) != nil { await catchUp() }
        } catch {
            bot.logger.warning("whether updates were lost could not be read", ["error": "\(error)"])
        }
    }

    /// Reads the messages that nobody told us of: by VK's history since the last position that is known, else as far as its conversations
    /// show them. What comes by an update as well is known by its number, and handled once.
    func catchUp() async {
        do {
            let moment = try await firstMoment()
            let read = try await readHistory(after: moment)
            let found: CatchUp.Finding
            if let read {
                found = read.finding
            } else {
                found = try await CatchUp(bot.vk, communityID: bot.communityID, after: moment).read()
            }
            bot.logger.info(
                "messages found that no update told of",
                ["messages": found.count, "complete": found.isComplete, "by": read == nil ? "conversations" : "history"])
            if found.count > 0 {
                guard case .stored = await store(UpdateBatch.updates(in: found.body), found.body, nil) else { return }
            }
            var writes = [Write.delete(owed)]
            if let read { writes.append(.set(position, Array("\(read.pts)".utf8))) }
            try await storage.commit(Commit(writes))
        } catch {
            bot.logger.warning("what was written while updates were lost could not be read", ["error": "\(error)"])
        }
    }

    /// `nil` when no position is known, or VK does not go back to it.
    private func readHistory(after moment: Int) async throws -> (finding: CatchUp.Finding, pts: Int)? {
        guard let start = try await number(at: position) else { return nil }
        return try await history.read(from: start, after: moment)
    }

    /// Asks now and then where VK's history stands, and reads what is still to be read, until cancelled.
    func keepMarks(_ time: any TimeSource) async {
        while !Task.isCancelled {
            do {
                if let position = try await history.position() { marks.told(position) }
            } catch {
                bot.logger.debug("VK does not tell where its history stands", ["error": "\(error)"])
            }
            do { try await time.sleep(for: Self.markPause) } catch { return }
            await catchUpIfOwed()
        }
    }

    /// A polled batch is stored; a position that it confirms is kept.
    func noteArrival(of updates: [Update]) {
        guard configuration.resume.catchesUp, let pts = marks.received(newest: updates.compactMap({ $0.message?.date }).max()) else {
            return
        }
        inbox.line.finish(nil, [.set(position, Array("\(pts)".utf8))])
    }

    /// Messages of after this Unix second are read: a second before the last one that is known, and none that is too old to be answered.
    private func firstMoment() async throws -> Int {
        let earliest = Int(storage.now.milliseconds / 1_000) - Int(configuration.resume.maxAge.components.seconds)
        let last: Int?
        if let known = try await number(at: owed) { last = known } else { last = try await number(at: lastMessage) }
        return max((last ?? earliest) - 1, earliest)
    }

    private func number(at key: StorageKey) async throws -> Int? {
        try await storage.value(for: key).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}
