// Govorun: rules of a storage that does not work for a while. SPDX-License-Identifier: MIT
import BotKit
import Synchronization
import Testing

@testable import BotRunner

/// Every wait is over at once, and known afterwards.
private final class CountedTime: TimeSource {
    private let kept = Mutex<[Duration]>([])
    var waits: [Duration] { kept.withLock { $0 } }
    var now: Duration { .zero }
    var unixTime: Duration { .zero }
    func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        kept.withLock { $0.append(deadline) }
    }
}

private struct DiskFull: Error {}

@Suite("A storage that does not work for a while")
struct StorageTroubleTests {
    @Test("is tried again with growing waits, and named once when it begins and once when it is over")
    func tellsBoth() async {
        let lines = Mutex<[String]>([])
        let reports = Mutex<[Bool]>([])
        let time = CountedTime()
        let logger = Logger(level: .info) { entry in lines.withLock { $0.append("\(entry.level): \(entry.message)") } }
        let trouble = StorageTrouble(logger: logger, time: time) { reason in reports.withLock { $0.append(reason != nil) } }
        var tries = 0
        let value: Int? = await trouble.overcome("updates cannot be stored") {
            tries += 1
            if tries < 10 { throw DiskFull() }
            return tries
        }
        #expect(value == 10)
        #expect(lines.withLock { $0 } == ["error: updates cannot be stored", "info: the storage works again"])
        #expect(reports.withLock { $0 } == [true, false])
        #expect(time.waits.first == .milliseconds(100))
        #expect(time.waits.last == .seconds(10))
    }

    @Test("that works at once is not worth a line")
    func quiet() async {
        let lines = Mutex(0)
        let logger = Logger(level: .trace) { _ in lines.withLock { $0 += 1 } }
        let trouble = StorageTrouble(logger: logger, time: CountedTime()) { _ in lines.withLock { $0 += 1 } }
        #expect(await trouble.overcome("updates cannot be stored") { 1 } == 1)
        #expect(lines.withLock { $0 } == 0)
    }
}
