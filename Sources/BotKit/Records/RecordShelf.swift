// Govorun: collections that have been opened. SPDX-License-Identifier: MIT
import Synchronization

/// The collections that the plugins of a bot have opened, so that each is declared once.
final class RecordShelf: Sendable {
    private let opened = Mutex<[String: any Sendable]>([:])
    private let opening = Turnstile<String>()
    /// One insertion at a time of those that count first.
    let counting = Turnstile<String>()

    /// The collection of `Value` that belongs to `plugin`.
    func records<Value: Record>(_ type: Value.Type, of plugin: String, in bot: Bot) async throws -> Records<Value> {
        let name = "\(bot.source)/\(plugin)/\(Value.collection)"
        let key = "\(name) \(ObjectIdentifier(Value.self))"
        if let known = known(key, as: type) { return known }
        return try await opening.pass(name) {
            if let known = known(key, as: type) { return known }
            let records = try await Records<Value>(name, indexes: Value.indexes, in: bot.storage)
            opened.withLock { $0[key] = records }
            return records
        }
    }

    private func known<Value: Record>(_ key: String, as type: Value.Type) -> Records<Value>? {
        opened.withLock { $0[key] as? Records<Value> }
    }
}
