// Govorun: what waited at VK, and what happens now. SPDX-License-Identifier: MIT
import BotStorage
import Testing
import VKUpdates

@testable import BotRunner

@Suite("What a poll brings")
struct BacklogTests {
    private static func batch(held: Bool) -> UpdateBatch {
        UpdateBatch(body: Array(#"{"updates":[]}"#.utf8), cursor: PollCursor(stored: Array("7".utf8)), wasHeld: held)
    }

    @Test("has happened just now where reading began just now")
    func fresh() {
        let backlog = Backlog(resumes: false, pause: .seconds(10))
        #expect(!backlog.mayHold(Self.batch(held: false), at: UnixTime(seconds: 100)))
    }

    @Test("may have waited where an earlier process read before, until a poll is held")
    func resumed() {
        let backlog = Backlog(resumes: true, pause: .seconds(10))
        let held = [false, false, true, false].enumerated().map { second, isHeld in
            backlog.mayHold(Self.batch(held: isHeld), at: UnixTime(seconds: Int64(100 + second)))
        }
        #expect(held == [true, true, false, false])
    }

    @Test("may have waited after a long pause, unless the poll was held", arguments: [false, true])
    func afterPause(isHeld: Bool) {
        let backlog = Backlog(resumes: false, pause: .seconds(10))
        _ = backlog.mayHold(Self.batch(held: true), at: UnixTime(seconds: 100))
        #expect(backlog.mayHold(Self.batch(held: isHeld), at: UnixTime(seconds: 111)) == !isHeld)
    }
}
