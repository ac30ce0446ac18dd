// Govorun: the lock of the lanes. SPDX-License-Identifier: MIT
import BotKit
import Testing

@Suite("The plain lock")
struct PlainMutexTests {
    @Test("Many who change a value at once lose nothing of it")
    func manyChange() async {
        let value = PlainMutex([0, 0])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { value.withLock { $0 = [$0[0] + 1, $0[1] + 2] } } }
            }
        }
        #expect(value.withLock { $0 } == [8_000, 16_000])
    }

    @Test("It is free again after an error")
    func errors() {
        struct Own: Error {}
        let value = PlainMutex(1)
        #expect(throws: Own.self) { try value.withLock { _ in throw Own() } }
        #expect(value.withLock { $0 } == 1)
    }
}
