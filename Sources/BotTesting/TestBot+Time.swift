// Govorun: time and hooks in tests of a bot. SPDX-License-Identifier: MIT
public import BotKit

extension TestBot {
    /// What the bot's clock shows.
    public var now: DateAndTime { bot.zone.date(at: Int(time.unixTime.components.seconds)) }

    /// Moves the time on by hand. Timers and jobs that come due meanwhile run, each at its time, one after the other; a press that a handler
    /// has not answered in three seconds is answered for it.
    ///
    /// Calls never wait: neither for VK's limit on their number nor before a repeat.
    ///
    /// - Returns: what the bot has sent because of it.
    @discardableResult
    public func advance(by duration: Duration) async -> [TestReply] {
        let before = replies.count
        let end = time.wall + duration
        do {
            while let next = try await timekeeper.next(), next <= end {
                time.advance(by: max(.zero, next - time.wall))
                for due in try await timekeeper.takeDue() {
                    try await bot.storage.commit(Commit(due.writes))
                    if let update = due.update { await receive(JSONValue.object(update).bytes) }
                }
            }
        } catch {
            bot.logger.error("the jobs of a test could not be done", ["error": "\(error)"])
        }
        time.advance(by: max(.zero, end - time.wall))
        return Array(replies.dropFirst(before))
    }

    /// Posts to the hook `name`, as a program that knows its secret.
    ///
    /// - Parameter id: the id of the delivery: the same again is the same delivery.
    /// - Returns: what the bot has sent because of it; a hook that is not there, or has no secret, is a problem of ``problems``.
    @discardableResult
    public func hook(_ name: String, body: String, headers: [String: String] = [:], id: String? = nil) async -> [TestReply] {
        guard let hook = Router.hooks(of: plugins).first(where: { $0.form.name == name }), !hook.form.secret.isEmpty else {
            bot.logger.error("a test posts to a hook that is not there, or has no secret", ["hook": name])
            return []
        }
        let kept = headers.map { (name: $0.key.lowercased(), value: $0.value) }.sorted { $0.name < $1.name }
        let delivery = HookDelivery(
            plugin: hook.plugin, name: name, id: id ?? "test-\(nextEvent())", headers: kept, body: Array(body.utf8))
        let update = delivery.update(of: bot)
        return hasSeen(update["event_id"]?.view.string ?? "") ? [] : await receive(JSONValue.object(update).bytes)
    }

    /// Posts JSON to the hook `name`.
    ///
    /// - Returns: as with a text.
    @discardableResult
    public func hook(_ name: String, json: JSONValue, headers: [String: String] = [:], id: String? = nil) async -> [TestReply] {
        await hook(name, body: json.serialized, headers: headers, id: id)
    }
}

/// A test began at a time that is none.
public struct NoSuchTime: Error, Sendable, CustomStringConvertible {
    /// What was written.
    public let text: String
    /// What to write.
    public var description: String { "'\(text)' is no time to begin a test at; write 2026-11-30 08:59" }

    static func time(_ text: String, in zone: Zone) throws -> DateAndTime {
        var reader = ArgumentReader(text, in: zone)
        do {
            let argument: DateArgument = .date("now")
            let date = try argument.read(&reader)
            guard reader.isAtEnd else { throw NoSuchTime(text: text) }
            return date
        } catch is ArgumentProblem {
            throw NoSuchTime(text: text)
        }
    }
}

extension HandTime {
    /// The wall clock, as storages count it.
    var wall: UnixTime {
        let (seconds, attoseconds) = unixTime.components
        return UnixTime(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
