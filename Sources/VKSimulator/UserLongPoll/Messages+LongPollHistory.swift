// Govorun: messages.getLongPollHistory. SPDX-License-Identifier: MIT
import TapeJSON

enum MessagesGetLongPollHistory: SimulatedMethod {
    static let name = "messages.getLongPollHistory"
    static let callers = Caller.pages
    static let right: TokenRight? = .messages

    /// How far `ts` alone reaches (protocol reference, section 8).
    private static let reachOfTs = 256

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let parameters = call.parameters
        for name in ["preview_length", "max_msg_id", "lp_version"] { _ = try parameters.int(name, in: 0...Int.max) }
        _ = try parameters.int("last_n", in: 0...2_000)
        let page = try MessagesGetLongPollServer.page(of: call, in: world)
        let queue = world.open(page).queue
        let pts = try parameters.int("pts", in: 0...Int.max)
        let ts = try parameters.int("ts", in: 0...Int.max)
        guard let given = pts ?? ts else { throw .missing("ts") }
        let start = max(given, queue.start)
        guard given <= queue.ts else { throw APIFailure(908, "Value of ts or pts is too new") }
        let oldest = pts == nil ? max(queue.oldest, queue.ts - reachOfTs) : queue.oldest
        guard start >= oldest else { throw APIFailure(907, "Value of ts or pts is too old") }
        let limits = (
            events: try parameters.int("events_limit", in: 1_000...Int.max) ?? 1_000,
            messages: try parameters.int("msgs_limit", in: 200...Int.max) ?? 200
        )
        let past = LongPollPast(of: page, after: start, limits, in: world)
        return past.json(fields: Set(try parameters.list("fields") ?? []), in: world)
    }
}

/// What happened in a page's messages between two positions.
private struct LongPollPast {
    private let page: Int
    private let start: Int
    private var end: Int
    private var history: [JSONValue] = []
    private var messages: [(subject: Account.Subject, value: JSONValue)] = []

    init(of page: Int, after start: Int, _ limits: (events: Int, messages: Int), in world: World) {
        (self.page, self.start, end) = (page, start, start)
        let account = world[account: page]
        for (number, event) in account.queue.events(after: start) {
            guard history.count < limits.events, messages.count < limits.messages else { return }
            end = number
            guard let root = try? JSONDocument(event).root, let line = Self.line(root) else { continue }
            history.append(line)
            guard let subject = account.subject(ofEvent: number) else { continue }
            // As it stands now, once however often it was edited.
            messages.removeAll { $0.subject == subject }
            if let value = message(subject, id: root[1].int ?? 0, in: world) { messages.append((subject, value)) }
        }
    }

    /// Numbers alone, of messages the first four; signs of typing are not kept.
    private static func line(_ root: JSON) -> JSONValue? {
        guard let code = root[0].int, code < 60 else { return nil }
        return .array(root.items.prefix(4).map { JSONValue($0) })
    }

    /// A message as the page sees it.
    private func message(_ subject: Account.Subject, id: Int, in world: World) -> JSONValue? {
        guard let message = world[community: subject.community].conversations[subject.peerID]?[subject.number] else { return nil }
        let own = JSONFragment { message.write(to: &$0) }
        guard page > 0, let root = try? JSONDocument(own.bytes).root, case .object(var object) = JSONValue(root) else {
            return (try? JSONDocument(own.bytes).root).map { JSONValue($0) }
        }
        object["id"] = JSONValue(id)
        object["out"] = JSONValue(message.authorID == page ? 1 : 0)
        if !World.isChat(subject.peerID) { object["peer_id"] = JSONValue(-subject.community) }
        return .object(object)
    }

    func json(fields: Set<String>, in world: World) -> JSONValue {
        let authors = Set(messages.compactMap { $0.value["from_id"]?.wholeNumber })
        let pages = world.pages(authors.sorted(), fields: fields)
        var answer: JSONObject = [
            "history": .array(history),
            "messages": ["count": JSONValue(messages.count), "items": .array(messages.map(\.value))],
            "profiles": pages.profiles, "groups": pages.groups, "from_pts": JSONValue(start), "new_pts": JSONValue(end),
        ]
        if end < world[account: page].queue.ts { answer["more"] = true }
        return .object(answer)
    }
}

extension JSONValue {
    fileprivate var wholeNumber: Int? { if case .integer(let number) = self { number } else { nil } }
}
