// Govorun: a long list, page by page. SPDX-License-Identifier: MIT
import TapeJSON

extension Request where Response: VKResponse {
    /// The whole list that this call begins, page by page; nothing is sent before the first page is asked for.
    ///
    /// ```swift
    /// for try await page in vk.groups.getMembers(groupID: 1).pages() {
    ///     print(page.items.count, page.progress ?? 0)
    /// }
    /// ```
    /// Works for every method with `count` and `offset` or `start_from`. A page has the size of the request's own `count`, or the
    /// largest that VK gives; the first one begins at the request's own `offset` or `start_from`. By offset, the first page goes alone,
    /// then up to 25 go in one `execute`, unless the client or the request does without. Pages are pulled: whoever stops
    /// reading stops the calls, at most one `execute` ahead. They go as `.background` unless the request has a priority of its own.
    ///
    /// - Parameter limit: the most elements wanted.
    public func pages(limit: Int? = nil) -> Pages<Response> { Pages(request: self, limit: limit) }

    /// The elements of the whole list that this call begins, from all its pages: see `pages(limit:)`.
    public func items(limit: Int? = nil) -> PageItems<Response> where Response: VKListing { pages(limit: limit).items }
}

/// The pages of one list. Each iteration asks VK anew.
public struct Pages<Response: VKResponse>: AsyncSequence, Sendable {
    let request: Request<Response>
    let limit: Int?

    /// Begins at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(PageSource(request), limit: limit) }

    /// Where a reader stands.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: PageSource<Response>
        private var machine: PageMachine
        /// Asked for at once, not yet read; without an answer: VK failed at this one alone.
        private var waiting: [(ask: PageAsk, answer: JSON?)] = []

        init(_ source: PageSource<Response>, limit: Int?) {
            self.source = source
            machine = PageMachine(
                rules: PageRules.rules(of: source.call.method), parameters: source.call.parameters, limit: limit.map { Swift.max(0, $0) },
                packs: source.mayPack)
        }

        /// The next page; `nil` after the last one.
        ///
        /// - Throws: `VKError`, after which `next()` asks for the same page again; `CancellationError` when cancelled, at once.
        public mutating func next() async throws -> Page<Response>? {
            while true {
                try Task.checkCancellation()
                if let page = try await nextWaiting() { return page }
                guard waiting.isEmpty else { continue }
                let asks = machine.next()
                guard !asks.isEmpty else { return nil }
                waiting = asks.count == 1 ? [(asks[0], nil)] : try await round(of: asks).reversed()
            }
        }

        /// The first page that waits, if it is one to show.
        private mutating func nextWaiting() async throws -> Page<Response>? {
            guard let (ask, early) = waiting.last else { return nil }
            let answer = if let early { early } else { try await source.answer(to: ask) }
            // An answer that cannot be read is no better the next time: then its page is asked for again.
            waiting[waiting.count - 1].answer = nil
            let response = try source.response(answer)
            waiting.removeLast()
            let facts = PageFacts(answer)
            guard machine.receive(facts, to: ask) else {
                if machine.isRepeating { waiting = [] }
                return nil
            }
            return Page(
                response: response, count: facts.count, offset: ask.offset, total: machine.total, seen: machine.seen,
                expected: machine.expected)
        }

        /// Several pages by one call; fewer, or none, when VK does not give so many at once.
        private mutating func round(of asks: [PageAsk]) async throws -> [(ask: PageAsk, answer: JSON?)] {
            switch try await source.answers(to: asks) {
            case .came(let answers): return Array(zip(asks, answers).map { (ask: $0, answer: $1) })
            case .tooMuch: machine.shrink(from: asks.count)
            case .refused: machine.endRounds()
            }
            return []
        }
    }
}

/// The elements of all pages of a list, one after the other.
public struct PageItems<Response: VKListing>: AsyncSequence, Sendable {
    /// One element.
    public typealias Element = Response.Items.Element

    let pages: Pages<Response>

    /// Begins at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator(), left: pages.limit ?? .max) }

    /// Where a reader stands.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: Pages<Response>.Iterator
        var left: Int
        private var page: Response.Items.Iterator?

        init(pages: Pages<Response>.Iterator, left: Int) {
            self.pages = pages
            self.left = left
        }

        /// The next element; `nil` after the last one.
        ///
        /// - Throws: as the pages' `next()`.
        public mutating func next() async throws -> Element? {
            while left > 0 {
                if let element = page?.next() {
                    left -= 1
                    return element
                }
                guard let next = try await pages.next() else { return nil }
                page = next.items.makeIterator()
            }
            return nil
        }
    }
}

extension Pages where Response: VKListing {
    /// The elements of all pages, one after the other.
    public var items: PageItems<Response> { PageItems(pages: self) }
}
