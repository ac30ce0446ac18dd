// Govorun: who looks a name up, and who waits. SPDX-License-Identifier: MIT
import Testing

@testable import CurlClient

@Suite("Name book")
struct NameBookTests {
    private let first = Ticket()
    private let second = Ticket()
    private var book = NameBook(maximumLookups: 2)

    @Test("The first request for a host leads, the others wait for its answer")
    mutating func leading() {
        #expect(book.ask("a", for: first.id, now: 0) == .wait(lookUp: "a"))
        #expect(book.ask("a", for: second.id, now: 0) == .wait(lookUp: nil))
        let (waiters, next) = book.answer("a", .found(["10.0.0.1"]), now: 1)
        #expect(waiters == [first.id, second.id])
        #expect(next == nil)
        #expect(book.ask("a", for: first.id, now: 2) == .go(["10.0.0.1"]))
    }

    @Test("Only so many lookups run at once; the rest follow in order")
    mutating func bound() {
        let steps = ["a", "b", "c", "d"].map { book.ask($0, for: first.id, now: 0) }
        #expect(steps == [.wait(lookUp: "a"), .wait(lookUp: "b"), .wait(lookUp: nil), .wait(lookUp: nil)])
        #expect(book.answer("b", .notFound, now: 1).lookUp == "c")
        #expect(book.answer("a", .notFound, now: 1).lookUp == "d")
        #expect(book.answer("c", .notFound, now: 1).lookUp == nil)
        #expect(book.answer("d", .notFound, now: 1).lookUp == nil)
        #expect(book.ask("e", for: first.id, now: 2) == .wait(lookUp: "e"))
        #expect(book.ask("f", for: first.id, now: 2) == .wait(lookUp: "f"))
        #expect(book.ask("g", for: first.id, now: 2) == .wait(lookUp: nil))
    }

    @Test("An answer is believed for a minute")
    mutating func expiry() {
        _ = book.ask("a", for: first.id, now: 0)
        _ = book.answer("a", .found(["10.0.0.1"]), now: 0)
        #expect(book.ask("a", for: first.id, now: NameBook.lifetime - 1) == .go(["10.0.0.1"]))
        #expect(book.ask("a", for: first.id, now: NameBook.lifetime) == .wait(lookUp: "a"))
    }

    @Test("A failure is not remembered, nor an address that nobody answered at")
    mutating func forgetting() {
        _ = book.ask("a", for: first.id, now: 0)
        #expect(book.answer("a", .notFound, now: 0).waiters == [first.id])
        #expect(book.ask("a", for: first.id, now: 1) == .wait(lookUp: "a"))
        book.forget("a")
        #expect(book.answer("a", .found(["10.0.0.1"]), now: 1).waiters == [first.id], "forgetting drops nobody who waits")
        book.forget("a")
        #expect(book.ask("a", for: first.id, now: 2) == .wait(lookUp: "a"))
    }

    @Test("An answer that nobody asked for changes nothing")
    mutating func stray() {
        let (waiters, next) = book.answer("a", .found(["10.0.0.1"]), now: 0)
        #expect(waiters.isEmpty && next == nil)
        #expect(book.ask("a", for: first.id, now: 0) == .wait(lookUp: "a"))
    }

    @Test("The book does not grow without bound, and drops nobody who waits")
    mutating func capacity() {
        _ = book.ask("waiting", for: second.id, now: 0)
        for index in 0..<3 * NameBook.capacity {
            _ = book.ask("h\(index)", for: first.id, now: 0)
            _ = book.answer("h\(index)", .found(["10.0.0.1"]), now: 0)
        }
        #expect(book.count <= NameBook.capacity)
        #expect(book.answer("waiting", .found(["10.0.0.1"]), now: 0).waiters == [second.id])
    }
}
