// Govorun: what a run is told, as a value. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("The journal of a dialogue")
struct DialogueScriptTests {
    private let one = ContentHash(of: "1")
    private let two = ContentHash(of: "2")

    /// Learns `a`, `b`, asks, learns `c`.
    private func written(_ outcomes: [UInt8] = [1, 2]) -> DialogueScript {
        var script = DialogueScript()
        script.learn(.call, "a", one, .bytes([outcomes[0]]))
        script.learn(.call, "a", two, .bytes([outcomes[1]]))
        _ = script.ask("text", one)
        return script
    }

    private func answer(_ text: String) throws -> Update { Update(try JSONDocument(#"{"type":"message_new","event_id":"\#(text)"}"#).root) }

    private func bytes(_ finding: DialogueScript.Finding) -> [UInt8]? { if case .known(.bytes(let bytes)) = finding { bytes } else { nil } }

    @Test("tells a later run what the first was told, in whatever order it asks between two questions")
    func order() throws {
        var script = DialogueScript(written().entries, answer: try answer("x"))
        #expect(bytes(script.find(.call, "a", two)) == [2])
        #expect(bytes(script.find(.call, "a", one)) == [1])
        guard case .heard(let update) = script.ask("text", one) else {
            Issue.record("the answer is there")
            return
        }
        #expect(update.eventID == "x" && script.isLive)
        guard case .new = script.find(.call, "a", one) else {
            Issue.record("behind the answer everything is new")
            return
        }
    }

    @Test("lets another content of the same name stand, and notes that it differs")
    func otherContent() throws {
        var script = DialogueScript(written().entries, answer: nil)
        #expect(bytes(script.find(.call, "a", ContentHash(of: "3"))) == [1])
        #expect(script.difference != nil)
    }

    @Test("tells a run that goes another way: another call, one too few, another question")
    func divergence() throws {
        var other = DialogueScript(written().entries, answer: nil)
        guard case .diverged = other.find(.call, "b", one) else {
            Issue.record("another call")
            return
        }
        var few = DialogueScript(written().entries, answer: nil)
        _ = few.find(.call, "a", one)
        guard case .diverged(let divergence) = few.ask("text", one) else {
            Issue.record("a call too few")
            return
        }
        #expect("\(divergence)" == "expected call a, found question text")
        var asked = DialogueScript(written().entries, answer: nil)
        _ = asked.find(.call, "a", one)
        _ = asked.find(.call, "a", two)
        guard case .diverged = asked.ask("number", one) else {
            Issue.record("another question")
            return
        }
    }

    @Test("forgets what was learnt in reading an answer that does not fit")
    func rejected() throws {
        var script = DialogueScript(Array(written().entries.suffix(1)), answer: try answer("x"))
        _ = script.ask("text", one)
        script.learn(.call, "c", one, .nothing)
        #expect(script.reject() == 1)
        #expect(script.entries.count == 1 && script.entries[0].tries == 1)
        guard case .nothing = script.entries[0].outcome else {
            Issue.record("the question is open again")
            return
        }
    }

    @Test("holds 200 entries, and beyond that nothing at all")
    func limit() {
        var script = DialogueScript()
        for _ in 0..<200 { script.learn(.call, "a", one, .nothing) }
        #expect(script.entries.count == 200 && !script.isOverfull)
        script.learn(.call, "a", one, .nothing)
        #expect(script.entries.isEmpty && script.isOverfull)
    }

    @Test("is kept behind its end as long as an answer may be on its way, a week at least")
    func life() async throws {
        let vk = try await TestBot {}.bot.vk
        func life(_ absence: Duration) -> Duration { Bot(name: "b", communityID: 5, vk: vk, longestAbsence: absence).questionLife }
        #expect(life(.hours(1)) == .days(7))
        #expect(life(.days(10)) == .days(10))
    }

    @Test("is read as it was written, halves of emoji included")
    func stored() throws {
        let half = JSONValue.object(["text": .string("a\"\n")]).view
        let entries = [
            DialogueEntry(kind: .call, name: "users.get", content: one, outcome: .answered(HeardAnswer(response: half))),
            DialogueEntry(
                kind: .call, name: "wall.get", content: two,
                outcome: .failed(VKError(.accessDenied, code: .access, method: "wall.get", message: "no", mayHaveBeenPerformed: true))),
            DialogueEntry(kind: .state, name: "s", content: .none, outcome: .bytes(Array("{}".utf8))),
            DialogueEntry(kind: .data, name: "b", content: one, outcome: .bytes([0, 0xff, 0x10])),
            DialogueEntry(kind: .data, name: "d", content: one, outcome: .refused(StorageError(.uniqueViolation) { $0.index = "n" })),
            DialogueEntry(kind: .question, name: "text", content: one, outcome: .answer(try answer("x")), tries: 2),
            DialogueEntry(kind: .question, name: "text", content: one, outcome: .nothing),
        ]
        let record = DialogueRecord(
            handler: "command a", event: "e", first: try answer("first"), arguments: "1 2", entries: entries,
            asked: UnixTime(seconds: 1), due: UnixTime(seconds: 2), late: "late", cancelWords: ["stop"])
        let key = StateKey.dialogues(of: "shop", at: TalkPlace(conversation: 5, person: 6))
        var list = TalkList(empty: key, life: .days(9))
        list.put(record)
        let read = try TalkList(key, list.value, life: .days(9))
        #expect(read.value == list.value)
        #expect(read.value?.lifetime == .seconds(1) + .days(9))
        #expect(read.records[0].entries.count == 7 && read.records[0].first.eventID == "first" && read.plugin == "shop")
        guard case .failed(let error) = read.records[0].entries[1].outcome, case .refused(let refusal) = read.records[0].entries[4].outcome,
            case .bytes(let bytes) = read.records[0].entries[3].outcome
        else {
            Issue.record("errors are kept")
            return
        }
        #expect(error.code == .access && error.failure == .accessDenied && error.mayHaveBeenPerformed)
        #expect(bytes == [0, 0xff, 0x10])
        #expect(refusal.code == .uniqueViolation && refusal.context.index == "n")
    }
}
