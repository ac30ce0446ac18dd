// Govorun: which calls of a run an earlier run has made. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit

@Suite("The journal of a run")
struct RunJournalTests {
    private let a = CallDigest("wall.post", content: ["a"])
    private let b = CallDigest("wall.post", content: ["b"])
    private let other = CallDigest("docs.save", content: ["a"])

    @Test("A first run makes every call, numbered")
    func first() {
        var journal = RunJournal()
        #expect([a, a, b].map { journal.match($0) } == [.new(ordinal: 0), .new(ordinal: 1), .new(ordinal: 2)])
    }

    @Test("A second run gets the outcomes of the first, in whatever order it asks, and goes on after them")
    func second() {
        var journal = RunJournal([(0, a, .answered([1])), (1, a, .refused), (2, b, .unknown)])
        #expect(journal.match(b) == .known(.unknown, ordinal: 2))
        #expect(journal.match(a) == .known(.answered([1]), ordinal: 0))
        #expect(journal.match(a) == .known(.refused, ordinal: 1))
        #expect(journal.match(a) == .new(ordinal: 3))
    }

    @Test("Another content takes the place of what was called with the old one, once")
    func otherContent() {
        var journal = RunJournal([(0, a, .answered([1]))])
        #expect(journal.match(b) == .known(.answered([1]), ordinal: 0))
        #expect(journal.match(b) == .new(ordinal: 1))
    }

    @Test("What has taken another's place does not keep the other from its own")
    func ownPlace() {
        var journal = RunJournal([(0, a, .answered([1]))])
        _ = journal.match(b)
        #expect(journal.match(a) == .known(.answered([1]), ordinal: 0), "a second performance would do it twice")
    }

    @Test("Another method, or a strict match, is a call of its own")
    func strict() {
        var journal = RunJournal([(0, a, .answered([1]))])
        #expect(journal.match(other) == .new(ordinal: 1))
        #expect(journal.match(b, isLoose: false) == .new(ordinal: 2))
    }

    @Test("A digest is read as it was written", arguments: ["wall.post", "", "метод"])
    func digest(name: String) {
        let digest = CallDigest(name, content: ["x", ""])
        #expect(CallDigest(digest.bytes) == digest)
        #expect(CallDigest([1, 2, 3]) == nil)
        #expect(digest != CallDigest(name, content: ["", "x"]))
    }
}
