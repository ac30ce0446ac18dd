// Govorun: what happened in the conversations of a test. SPDX-License-Identifier: MIT
import BotKit

/// Everything that people and the bot did, in its order.
struct ChatLog: Sendable {
    /// One thing that somebody did.
    enum Deed: Sendable {
        case wrote(String)
        case pressed(String)
        case did(String)
        case sent(TestReply)
        case edited(TestReply)
        case deleted(Int)
        case showed(String)
    }

    private struct Entry: Sendable {
        let peer: Int
        /// Who did it; `nil`: the bot.
        let person: Int?
        let deed: Deed
    }

    private var entries: [Entry] = []

    /// Adds what `person`, or the bot, has done in the conversation `peer`.
    mutating func add(_ deed: Deed, in peer: Int, by person: Int? = nil) { entries.append(Entry(peer: peer, person: person, deed: deed)) }

    /// Where `person` did something last.
    func latestPlace(of person: Int) -> Int? { entries.last { $0.person == person }?.peer }

    /// The texts that the bot has sent to `peer` since somebody last did something there, as they stand now.
    func answers(in peer: Int) -> [String] {
        let here = entries.filter { $0.peer == peer }
        let since = here.lastIndex { $0.person != nil }.map { $0 + 1 } ?? 0
        var answers: [TestReply] = []
        for entry in here[since...] {
            if case .sent(let reply) = entry.deed { answers.append(reply) }
            guard case .edited(let reply) = entry.deed else { continue }
            for index in answers.indices where answers[index].conversationMessageID == reply.conversationMessageID {
                answers[index] = reply
            }
        }
        return answers.map(\.text)
    }

    /// The log as a chat, of the conversation `peer` or of all, each change of the conversation under a heading.
    func transcript(of peer: Int? = nil, names: [Int: String]) -> String {
        let shown = entries.filter { peer == nil || $0.peer == peer }
        let hasHeadings = Set(shown.map(\.peer)).count > 1
        var (lines, last): ([String], Int?) = ([], nil)
        for entry in shown {
            if hasHeadings, entry.peer != last { lines.append("— \(Self.title(of: entry.peer, names)) —") }
            last = entry.peer
            lines += Self.lines(of: entry, names)
        }
        return lines.joined(separator: "\n")
    }

    private static func title(of peer: Int, _ names: [Int: String]) -> String {
        Peer(id: peer).chatID.map { "chat \($0)" } ?? names[peer] ?? String(peer)
    }

    private static func lines(of entry: Entry, _ names: [Int: String]) -> [String] {
        let name = entry.person.map { names[$0] ?? String($0) } ?? "  bot"
        switch entry.deed {
        case .wrote(let text): return spoken(name, text)
        case .pressed(let label): return ["\(name) presses [\(label)]"]
        case .did(let what): return ["\(name) \(what)"]
        case .sent(let reply): return spoken(name, reply.text) + rows(of: reply, after: name)
        case .edited(let reply): return spoken("\(name) edits \(reply.conversationMessageID)", reply.text) + rows(of: reply, after: name)
        case .deleted(let number): return ["\(name) deletes \(number)"]
        case .showed(let what): return ["\(name) \(what)"]
        }
    }

    /// Further lines of a text stand under its first.
    private static func spoken(_ name: String, _ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return ["\(name): \(lines.first ?? "")"] + lines.dropFirst().map { indent(of: name) + $0 }
    }

    private static func rows(of reply: TestReply, after name: String) -> [String] {
        reply.buttons.map { row in indent(of: name) + row.map { "[\($0)]" }.joined(separator: " ") }
    }

    private static func indent(of name: String) -> String { String(repeating: " ", count: name.count + 2) }
}

extension ChatLog {
    /// What a person's message is in it; `fields` are VK's.
    static func deed(of fields: JSONObject) -> Deed {
        let view = JSONValue.object(fields).view
        if view["action"].exists { return .did("(\(view["action"]["type"].string ?? "?"))") }
        let text = view["text"].string ?? ""
        if view["payload"].string != nil { return .pressed(text) }
        let attached = view["attachments"].items.map { "(\($0["type"].string ?? "?"))" }
        return .wrote(([text] + attached).filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// What the answer to a press shows; `nil` where it only lets go of the button.
    static func showing(_ data: String?) -> Deed? {
        guard let data else { return nil }
        do {
            let answer = try JSONDocument(data).root
            switch answer["type"].string {
            case "show_snackbar": return .showed("shows: \(answer["text"].string ?? "")")
            case "open_link": return .showed("opens \(answer["link"].string ?? "")")
            case "open_app": return .showed("opens the app \(answer["app_id"].int ?? 0)")
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
