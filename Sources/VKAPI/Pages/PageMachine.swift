// Govorun: which pages of a list to ask for next. SPDX-License-Identifier: MIT

/// One page to ask for.
struct PageAsk: Equatable, Sendable {
    /// Where a page begins.
    enum Start: Equatable, Sendable {
        /// Behind so many elements; VK's `offset`.
        case offset(Int)
        /// Where the page before it said; VK's `start_from`. `nil`: at the beginning.
        case mark(String?)
    }

    var start: Start
    /// How many elements; `nil`: as many as VK likes.
    var count: Int?

    /// The elements before it; 0 where only VK knows.
    var offset: Int { if case .offset(let offset) = start { offset } else { 0 } }
}

/// What matters of a page that came.
struct PageFacts: Equatable, Sendable {
    /// How many elements it has.
    var count: Int
    /// How many the whole list has, if VK said so.
    var total: Int?
    /// VK's `next_from`.
    var next: String?
    /// The length of the answer, in bytes.
    var bytes = 0
    /// The first and the last element, by which a page that comes again is known.
    var edges = ""
}

/// The decision after each page, as a value without clock or socket.
///
/// By offset: the first page goes alone and brings the total; then several pages at once, up to the total, as many as fit into an answer.
/// By mark: one after the other. It ends with the total, the limit, an empty page, a mark that is empty or was there before, or a
/// page that comes again, so no answer of a server can keep it going for ever without bringing anything.
struct PageMachine: Sendable {
    /// Empty pages in a row with a new mark each: VK filters what it has cut into pages.
    static let patience = 3
    /// So many elements VK gives at once whatever the method.
    private static let anySize = 100
    /// Beyond any list of VK's, and far enough from the ends of `Int` to be reckoned with.
    private static let largest = 1 << 53
    /// The bytes of answers that one `execute` is trusted with; VK refuses more than 5 MB (source: the reference, "execute", limits).
    static let weight = 4_000_000

    private var turn: PageRules.Turn?
    private var start: PageAsk.Start
    private let beginning: Int
    private let limit: Int?
    /// Whether VK gives pages of the size that is asked for.
    private let isSizeSure: Bool
    private var size: Int?
    private var widest: Int
    private var last: PageFacts?
    private var marks: Set<String> = []
    private var emptyPages = 0
    /// How many elements have come.
    private(set) var seen = 0
    /// How many the whole list has, if VK said so.
    private(set) var total: Int?
    private(set) var isFinished = false
    /// Whether a page came twice, so that whatever else was asked for at once is no better.
    private(set) var isRepeating = false

    /// - Parameters:
    ///   - rules: those of the method, if known.
    ///   - parameters: those of the request: `offset`, `start_from` and `count` say where to begin and how big the pages are.
    ///   - limit: the most elements that are wanted.
    ///   - packs: whether several pages may be asked for at once.
    init(rules: PageRules?, parameters: Parameters, limit: Int?, packs: Bool) {
        let mark = parameters["start_from"]
        turn = mark != nil ? .startFrom : parameters["offset"] != nil ? .offset : rules?.turn
        let offset = parameters["offset"].flatMap { Int($0) } ?? 0
        // Below zero it counts from the other end in `messages.getHistory`.
        beginning = min(max(offset, -Self.largest), Self.largest)
        start = turn == .startFrom ? .mark(mark) : .offset(beginning)
        let wished = parameters["count"].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, Self.largest) : nil }
        size = wished.map { min($0, rules?.most ?? $0) } ?? rules?.most
        isSizeSure = rules?.most != nil
        self.limit = limit
        widest = packs ? PackLimits.calls : 1
        marks = mark.map { [$0] } ?? []
    }

    /// How many elements there will be in all, as far as can be told.
    var expected: Int? {
        guard let total else { return nil }
        return min(max(total - beginning, seen), limit ?? .max)
    }

    /// What to ask for now: nothing when the list has ended, one page by a call of its own, or several at once.
    func next() -> [PageAsk] {
        let left = (limit ?? .max) - seen
        guard !isFinished, left > 0 else { return [] }
        let first = PageAsk(start: start, count: size.map { min($0, left) } ?? (left <= Self.anySize ? left : nil))
        guard case .offset(let offset) = start, turn == .offset, let size, let total, last != nil else { return [first] }
        let pages = (min(total - offset, left) + size - 1) / size
        return (0..<max(1, min(pages, widest))).map { page in
            PageAsk(start: .offset(offset + page * size), count: min(size, left - page * size))
        }
    }

    /// Takes a page; says whether it is one to show.
    mutating func receive(_ page: PageFacts, to ask: PageAsk) -> Bool {
        if turn == nil { turn = page.next?.isEmpty == false ? .startFrom : .offset }
        if isRepeated(page) {
            isFinished = true
            isRepeating = true
            return false
        }
        total = page.total.map { min(max(0, $0), Self.largest) } ?? total
        if turn == .startFrom { follow(page) } else { advance(page, from: ask) }
        seen += page.count
        last = page
        if page.bytes > 0 { widest = max(1, min(widest, Self.weight / page.bytes)) }
        return page.count > 0
    }

    /// VK said that the answers are too big for one: fewer at once from now on.
    mutating func shrink(from pages: Int) { widest = max(1, pages / 2) }

    /// One page at a time from now on.
    mutating func endRounds() { widest = 1 }

    private func isRepeated(_ page: PageFacts) -> Bool {
        guard turn == .offset, let last, page.count > 0 else { return false }
        return page.count == last.count && page.edges == last.edges
    }

    private mutating func follow(_ page: PageFacts) {
        emptyPages = page.count == 0 ? emptyPages + 1 : 0
        guard let next = page.next, !next.isEmpty, marks.insert(next).inserted, emptyPages < Self.patience else {
            isFinished = true
            return
        }
        start = .mark(next)
    }

    private mutating func advance(_ page: PageFacts, from ask: PageAsk) {
        let asked = ask.count ?? page.count
        // VK may give less at once than it was asked for: the first page shows it. Later a short page has gaps, where something is hidden.
        let isFirst = last == nil
        if isFirst, page.count > 0 { size = page.count }
        let end = ask.offset + (isFirst || total == nil ? page.count : max(asked, page.count))
        start = .offset(end)
        // Of several pages at once, an empty one is the end only if none after it has anything.
        isFinished = page.count == 0 || total.map { end >= $0 } ?? (page.count < asked && isSizeSure)
    }
}
