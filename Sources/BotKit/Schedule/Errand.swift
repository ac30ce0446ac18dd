// Govorun: something a bot does although nobody wrote to it. SPDX-License-Identifier: MIT
package import BotStorage

/// A timer's time, a job that has come due, or a hook's delivery; it goes through the inbox as an update of our own, so what holds for
/// updates holds for it: order in its lane, time limits, state stored with the mark that it is done, the same `random_id` on every run.
package struct Errand: Sendable {
    /// Where it came from.
    package enum Kind: String, Sendable {
        case timer, job, hook
        /// A question has waited long enough.
        case lapse
        /// Something has happened that a dialogue in another lane waits for.
        case heard
    }

    /// Where it came from.
    package let kind: Kind
    /// The plugin's instance.
    package let plugin: String
    /// The handler's identity for a timer and a hook, the type's name for a job.
    let handler: String
    /// What tells it from others of its handler: the job's key, the delivery's id.
    var key = ""
    /// When it was due, or arrived.
    package var due: UnixTime
    /// The timer's next time.
    var next: UnixTime?
    /// The conversation that a job was planned in.
    var peer: Int?
    /// The person for whom a job was planned.
    var user: Int?
    /// Which run planned it.
    var origin = ""
    /// How often it has failed.
    package var failures = 0
    /// The job, or what the hook was sent.
    var payload: JSONValue = .null

    package init(_ kind: Kind, plugin: String, handler: String, due: UnixTime) {
        (self.kind, self.plugin, self.handler, self.due) = (kind, plugin, handler, due)
    }

    /// What tells it from every other errand of its bot, on every run.
    package var identity: String {
        let moment = kind == .hook ? "" : " \(due.milliseconds)"
        return "\(kind.rawValue) \(plugin) \(handler) \(key)\(moment)\(origin.isEmpty ? "" : " " + origin)"
    }

    /// The handler it is for.
    var address: String { Self.address(kind, plugin, handler) }

    static func address(_ kind: Kind, _ plugin: String, _ handler: String) -> String { "\(kind.rawValue)/\(plugin)/\(handler)" }
}

extension Errand {
    /// As a job keeps it.
    package var stored: JSONObject {
        var object: JSONObject = [
            "kind": .string(kind.rawValue), "plugin": .string(plugin), "handler": .string(handler),
            "due": .integer(Int(due.milliseconds)),
        ]
        if !key.isEmpty { object["key"] = .string(key) }
        if !origin.isEmpty { object["origin"] = .string(origin) }
        if failures > 0 { object["failures"] = .integer(failures) }
        object["next"] = next.map { .integer(Int($0.milliseconds)) }
        object["peer_id"] = peer.map { .integer($0) }
        object["user_id"] = user.map { .integer($0) }
        if payload != .null { object["payload"] = payload }
        return object
    }

    /// Reads what `stored` wrote; `nil` for anything else.
    package init?(_ object: JSON) {
        guard let kind = object["kind"].string.flatMap(Kind.init), let plugin = object["plugin"].string,
            let handler = object["handler"].string, let due = object["due"].integer(Int64.self)
        else { return nil }
        self.init(kind, plugin: plugin, handler: handler, due: UnixTime(milliseconds: due))
        key = object["key"].string ?? ""
        origin = object["origin"].string ?? ""
        failures = object["failures"].int ?? 0
        next = object["next"].integer(Int64.self).map { UnixTime(milliseconds: $0) }
        (peer, user) = (object["peer_id"].int, object["user_id"].int)
        if object["payload"].exists { payload = JSONValue(object["payload"]) }
    }

    /// Reads it from an update; `nil` for one of VK's.
    package init?(_ update: Update) {
        guard update.type == .errand else { return nil }
        self.init(update.object)
    }

    /// It as an update of `bot`; each try has an id of its own, so that none is taken for a repeat.
    package func update(of bot: Bot) -> JSONObject {
        var envelope: JSONObject = [
            "type": .string(UpdateType.errand.rawValue), "event_id": .string(failures == 0 ? identity : "\(identity) try \(failures + 1)"),
            "group_id": .integer(bot.communityID), "object": .object(stored),
        ]
        // Errands of one handler run one after the other, those of different handlers side by side.
        if peer == nil, user == nil { envelope["lane"] = .integer(lane) }
        return envelope
    }

    /// Beyond all ids of VK.
    private var lane: Int {
        var hash = FNV1a()
        hash.add(address)
        return -(1 << 48 + Int(hash.value >> 24))
    }
}

/// What becomes of an errand whose handler has failed.
struct ErrandRetry {
    /// How long each further try waits.
    static let waits: [Duration] = [.seconds(10), .minutes(1), .minutes(5), .minutes(30)]

    /// When it is tried again; `nil` when that was the last try. A timer's is over when its next time comes.
    static func time(of errand: Errand, now: UnixTime) -> UnixTime? {
        guard errand.failures < waits.count else { return nil }
        let time = now + waits[errand.failures]
        return errand.next.map { time < $0 } ?? true ? time : nil
    }
}

extension Errand {
    /// What has it tried again; `nil` when this was the last try.
    func retry(of bot: Bot) -> Write? {
        guard let time = ErrandRetry.time(of: self, now: bot.storage.now) else { return nil }
        var next = self
        next.failures += 1
        return .schedule(ErrandJobs.retryKey(self, of: bot), due: time, JSONValue.object(next.stored).bytes)
    }
}
