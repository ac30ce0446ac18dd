// Govorun: a queue that takes from the front without moving what is behind. SPDX-License-Identifier: MIT

/// First in, first out; amortised constant time at both ends.
struct Line<Element> {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer { advance(by: 1) }
        return elements[head]
    }

    /// Up to `limit` elements from the front; a short line is moved out whole, never copied.
    mutating func take(_ limit: Int) -> [Element] {
        if head == 0, elements.count <= limit {
            var taken: [Element] = []
            swap(&taken, &elements)
            return taken
        }
        let end = min(elements.count, head + limit)
        let taken = Array(elements[head..<end])
        advance(by: taken.count)
        return taken
    }

    private mutating func advance(by count: Int) {
        head += count
        // Removing only when half is spent keeps the cost of moving the rest constant per element.
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.count <= 64)
            head = 0
        } else if head > 64, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}
