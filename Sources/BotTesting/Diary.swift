// Govorun: the log of a bot under test. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Keeps what the bot logs.
final class Diary: Sendable {
    private let kept = Mutex<[LogEntry]>([])

    var entries: [LogEntry] { kept.withLock { $0 } }

    func add(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }

    static func line(_ entry: LogEntry) -> String {
        let data = entry.metadata.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return "\(entry.level.rawValue): \(entry.message) (\(data))"
    }
}
