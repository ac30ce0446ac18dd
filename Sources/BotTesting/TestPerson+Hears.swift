// Govorun: what a person hears, and what a failing test shows of it. SPDX-License-Identifier: MIT
import BotKit
import Testing

extension TestPerson {
    /// Fails the test unless the bot has answered with exactly `texts` since somebody last did something in this conversation; the failure
    /// shows the whole of it as a chat, and what they heard where they were last, if that is elsewhere.
    ///
    /// ```swift
    /// await alice.says("/shop")
    /// alice.hears("Какой чай?")
    /// ```
    public func hears(
        _ texts: String..., in chat: TestChat? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        let peer = chat?.peer ?? peer
        let heard = bot.vk.change { $0.chat.answers(in: peer.id) }
        guard heard != texts else { return }
        let (wanted, got) = (texts.isEmpty ? ["(nothing)"] : texts, heard.isEmpty ? ["(nothing)"] : heard)
        let difference = TextDifference.lines(from: wanted.joined(separator: "\n"), to: got.joined(separator: "\n"))
        let conversation = bot.conversation(in: peer)
        let parts =
            ["\(name) hears something else (- expected, + heard):", difference, "The conversation:", conversation] + elsewhere(than: peer)
        let place = TestPlace(fileID, filePath, line, column)
        Issue.record(Comment(rawValue: (parts + bot.problems.map { "! " + $0 }).joined(separator: "\n")), sourceLocation: place.location)
    }

    /// What they heard in another conversation, where they did something last; nothing when it was in this one.
    private func elsewhere(than peer: Peer) -> [String] {
        let (place, heard) = bot.vk.change { world in
            let place = world.chat.latestPlace(of: id) ?? peer.id
            return (Peer(id: place), world.chat.answers(in: place))
        }
        guard place != peer, !heard.isEmpty else { return [] }
        let texts = heard.map { "«\($0)»" }.joined(separator: ", ")
        let (there, advice) = place.isChat ? ("in the chat \(place.id)", "hears(…, in: chat)") : ("in private", "hears(…) without 'in:'")
        return ["! \(there) \(name) heard \(texts); write \(advice)"]
    }
}
