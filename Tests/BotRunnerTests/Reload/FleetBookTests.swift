// Govorun: what becomes of each bot while files and ends come in. SPDX-License-Identifier: MIT
import BotKit
import Testing

@testable import BotRunner

@Suite("What a fleet decides")
struct FleetBookTests {
    /// `settings` has a bot begin anew when it is another; `answers` is changed while it runs.
    private func bot(_ name: String, settings: Int = 1, answers: String = "/") -> BotConfiguration {
        var bot = BotConfiguration(name: name, token: .known(Secret("token-\(name)")))
        bot.concurrency = settings
        bot.prefixes = Prefixes(chats: [answers])
        return bot
    }

    private func words(_ step: FleetBook.Step?) -> String {
        switch step {
        case nil: "nothing"
        case .begin(let bot): "begin \(bot.name) \(bot.concurrency)\(bot.prefixes.chats.joined())"
        case .change(let bot): "change \(bot.name) \(bot.concurrency)\(bot.prefixes.chats.joined())"
        case .end(let name, let beginsAnew, let keys): (["end", name] + (beginsAnew ? ["anew"] : []) + keys).joined(separator: " ")
        }
    }

    private func words(_ answer: FleetBook.Answer) -> [String] {
        answer.steps.map(words) + (answer.waiting.isEmpty ? [] : ["waiting: " + answer.waiting.joined(separator: " ")])
    }

    private func end(of name: String, in book: inout FleetBook) -> String {
        let (step, wasAsked) = book.ended(name)
        return (wasAsked ? "asked: " : "by itself: ") + words(step)
    }

    private func book(_ bots: [BotConfiguration]) -> FleetBook {
        var book = FleetBook()
        #expect(words(book.want(bots)) == bots.map { words(.begin($0)) })
        return book
    }

    @Test("Bots come and go by their names; what ends does so before anything begins")
    func names() {
        var book = book([bot("a"), bot("b")])
        let answer = book.want([bot("c"), bot("a")])
        #expect(words(answer) == ["end b", "begin c 1/"])
        #expect((answer.added, answer.removed) == (1, 1))
        #expect(book.order == ["c", "a"])
        #expect(end(of: "b", in: &book) == "asked: nothing")
        #expect(!book.isBusy)
    }

    @Test("While one bot ends, another changes at once; the first then begins with what is newest")
    func independent() {
        var book = book([bot("a"), bot("b")])
        #expect(words(book.want([bot("a", settings: 2), bot("b")])) == ["end a anew concurrency"])
        #expect(words(book.want([bot("a", settings: 3), bot("b", answers: "!")])) == ["change b 1!", "waiting: a"])
        #expect(words(book.changed("b", .changed([]))) == "nothing")
        #expect(book.isBusy("a") && !book.isBusy("b"))
        #expect(words(book.ended("a").step) == "begin a 3/")
        #expect(!book.isBusy)
        #expect(words(book.want([bot("a", settings: 3), bot("b", answers: "!")])) == [])
    }

    @Test("A bot that ends may be wanted no more, or again")
    func changesOfMind() {
        var book = book([bot("a")])
        #expect(words(book.want([bot("a", settings: 2)])) == ["end a anew concurrency"])
        #expect(words(book.want([bot("b")])) == ["begin b 1/"])
        #expect(end(of: "a", in: &book) == "asked: nothing")
        #expect(words(book.want([bot("c")])) == ["end b", "begin c 1/"])
        #expect(words(book.want([bot("b", settings: 5), bot("c")])) == ["waiting: b"])
        #expect(words(book.ended("b").step) == "begin b 5/")
    }

    @Test("A newer file during a change of plugins is taken after it; one that has the bot end, at once")
    func duringChange() {
        var book = book([bot("a")])
        #expect(words(book.want([bot("a", answers: "!")])) == ["change a 1!"])
        #expect(words(book.want([bot("a", answers: "?")])) == ["waiting: a"])
        #expect(words(book.changed("a", .changed([]))) == "change a 1?")
        #expect(words(book.want([bot("a", settings: 2)])) == ["end a anew concurrency"])
        #expect(words(book.changed("a", .failed("on its way down"))) == "nothing")
        #expect(words(book.ended("a").step) == "begin a 2/")
    }

    @Test("A change that fails leaves the bot as it was, until the next file; one that cannot be made begins it anew")
    func outcomes() {
        var book = book([bot("a")])
        #expect(words(book.want([bot("a", answers: "!")])) == ["change a 1!"])
        #expect(words(book.changed("a", .failed("no"))) == "nothing")
        #expect(book.configurations.map(\.prefixes.chats) == [["/"]])
        #expect(words(book.want([bot("a", answers: "!")])) == ["change a 1!"])
        #expect(words(book.changed("a", .mustRestart)) == "end a anew")
        #expect(words(book.ended("a").step) == "begin a 1!")
    }

    @Test("A bot that has stopped by itself begins anew with the next file, also with the same one")
    func stopped() {
        var book = book([bot("a")])
        #expect(end(of: "a", in: &book) == "by itself: nothing")
        #expect(words(book.want([bot("a")])) == ["end a anew"])
        #expect(words(book.ended("a").step) == "begin a 1/")
        #expect(words(book.want([bot("a")])) == [])
    }
}
