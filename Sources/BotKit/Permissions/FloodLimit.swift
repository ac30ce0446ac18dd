// Govorun: people who write more than a person can. SPDX-License-Identifier: MIT
import Synchronization

/// Who writes more than so many messages in so long a time is not heard for a while.
public struct FloodLimit: Sendable, Equatable {
    /// So many messages and presses are heard.
    public var messages = 20
    /// In this time; whole seconds, as VK dates messages.
    public var period: Duration = .seconds(10)
    /// For so long nothing more is.
    public var pause: Duration = .seconds(60)

    /// Twenty in ten seconds, then a minute of not listening.
    public init() {}
}

/// What one person has written of late.
struct FloodRecord: Sendable, Equatable {
    /// Unix seconds of what was heard, the oldest first; no more than the limit.
    private var moments: [Int] = []
    private var deafUntil = Int.min
    /// The latest moment seen.
    private(set) var latest = Int.min

    /// What is to be done with a message.
    enum Verdict: Sendable, Equatable {
        case heard
        /// Not heard from this one on.
        case tooMuch
        /// Still not heard.
        case unheard
    }

    /// A message was written at `moment`.
    mutating func take(at moment: Int, _ limit: FloodLimit) -> Verdict {
        latest = max(latest, moment)
        guard moment >= deafUntil else { return .unheard }
        moments.removeAll { $0 <= moment - limit.period.wholeSeconds }
        guard moments.count >= limit.messages else {
            moments.append(moment)
            return .heard
        }
        moments = []
        deafUntil = moment + limit.pause.wholeSeconds
        return .tooMuch
    }
}

/// Counts what people write, in memory: what it forgets at the end of the process was answered or not, and is done.
final class FloodGuard: Sendable {
    /// People remembered; beyond, those who are silent the longest are forgotten.
    private static let limit = 10_000

    private let records = Mutex<[Int: FloodRecord]>([:])

    func take(_ person: Int, at moment: Int, _ limit: FloodLimit) -> FloodRecord.Verdict {
        records.withLock { records in
            if records.count >= Self.limit, records[person] == nil {
                let middle = records.values.map(\.latest).sorted()[Self.limit / 2]
                records = records.filter { $0.value.latest > middle }
            }
            return records[person, default: FloodRecord()].take(at: moment, limit)
        }
    }
}

extension Router {
    /// Whether `person` has written more than the bot listens to; the people who run it never do.
    func isFlooding(_ person: Int, _ work: EventWork) -> Bool {
        guard let limit = manners.flood, !bot.admins.contains(person) else { return false }
        switch flood.take(person, at: work.moment, limit) {
        case .heard: return false
        case .unheard: return true
        case .tooMuch:
            bot.logger.info("somebody writes too much and is not heard for a while", ["user": person, "pause": "\(limit.pause)"])
            return true
        }
    }
}

extension Duration {
    /// Seconds, a begun one counted whole.
    var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
