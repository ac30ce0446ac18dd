// Govorun: tables of work done for many at once. SPDX-License-Identifier: MIT
import Testing

@testable import VKUpdates

@Suite("A queue of groups")
struct GroupQueueTests {
    private static func queue(waiting: (Int, Int) = (9, 900), group: (Int, Int) = (3, 300)) -> GroupQueue<String> {
        GroupQueue(waitingLimit: waiting, groupLimit: group)
    }

    @Test("lets the first begin, and those after it wait for the next group")
    func natural() {
        var queue = Self.queue()
        #expect(queue.add("a", bytes: 1) == .begins)
        #expect(queue.add("b", bytes: 1) == .waits)
        #expect(queue.takeGroup() == ["a", "b"])
        #expect(queue.add("c", bytes: 1) == .waits)
        #expect(queue.takeGroup() == ["c"])
        #expect(queue.takeGroup() == [])
        #expect(queue.add("d", bytes: 1) == .begins)
    }

    @Test("takes no more into a group than its limits, in the order of arrival")
    func groups() {
        var queue = Self.queue()
        for name in ["a", "b", "c", "d"] { _ = queue.add(name, bytes: 10) }
        for name in ["e", "f"] { _ = queue.add(name, bytes: 200) }
        #expect(queue.takeGroup() == ["a", "b", "c"])
        #expect(queue.takeGroup() == ["d", "e"])
        #expect(queue.takeGroup() == ["f"])
    }

    @Test("takes a single one however large")
    func large() {
        var queue = Self.queue()
        #expect(queue.add("a", bytes: 5_000) == .begins)
        #expect(queue.add("b", bytes: 1) == .refused)
        #expect(queue.takeGroup() == ["a"])
    }

    @Test("refuses what has no room, by number and by bytes, until a group is taken", arguments: [(4, 900), (900, 40)])
    func full(count: Int, bytes: Int) {
        var queue = Self.queue(waiting: (count, bytes))
        for _ in 0..<4 { #expect(queue.add("a", bytes: 10) != .refused) }
        #expect(queue.add("b", bytes: 10) == .refused)
        _ = queue.takeGroup()
        #expect(queue.add("c", bytes: 10) == .waits)
    }

    @Test("lets nothing in when closed, and gives what waits its turn")
    func closed() {
        var queue = Self.queue()
        _ = queue.add("a", bytes: 1)
        queue.close()
        #expect(queue.add("b", bytes: 1) == .refused)
        #expect(queue.takeGroup() == ["a"])
        #expect(queue.takeGroup() == [])
    }
}
