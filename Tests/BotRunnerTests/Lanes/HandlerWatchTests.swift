// Govorun: handlers that take too long. SPDX-License-Identifier: MIT
import BotKit
import ScriptedVK
import Synchronization
import Testing

@testable import BotRunner

@Suite("The watch over handlers")
struct HandlerWatchTests {
    private let time = ManualTime()
    private let bot = Bot(
        name: "a", communityID: 5,
        vk: VKClient(token: Secret("t"), transport: ScriptedVK { _ in .response(1) }, time: ManualTime()))

    private func work(givenUp: @escaping @Sendable (EventWork) -> Void = { _ in }) throws -> EventWork {
        let text = #"{"type":"message_new","object":{"message":{"peer_id":7,"from_id":7,"text":"x"}}}"#
        return EventWork(Update(try JSONDocument(text).root), of: bot, givenUp: givenUp)
    }

    private func running(_ name: String, _ work: EventWork, timeout: Duration = .seconds(30)) -> RunningHandler {
        RunningHandler(plugin: "p", handler: name, timeout: timeout, work: work)
    }

    @Test("gives up what takes longer than it may, once, and tells whoever waits for it")
    func overdue() throws {
        let watch = HandlerWatch(time)
        let given = Mutex(0)
        let (slow, quick) = (try work { _ in given.withLock { $0 += 1 } }, try work())
        _ = watch.began(running("slow", slow, timeout: .seconds(5)))
        let number = watch.began(running("quick", quick, timeout: .seconds(60)))
        time.advance(by: .seconds(4))
        #expect(watch.giveUpOverdue() == [])
        time.advance(by: .seconds(1))
        #expect(watch.giveUpOverdue() == ["a/p/slow"])
        #expect(watch.giveUpOverdue() == [])
        #expect(slow.isEnded && !quick.isEnded)
        #expect(given.withLock { $0 } == 1)
        watch.ended(number)
        #expect(watch.names(runningFor: .zero) == ["a/p/slow"])
    }

    /// Who has waited for VK, as a test says.
    private final class Waiter: WaitObserver {
        let long = Mutex(LongWaits())
        func beginsToWait(inTrouble: Bool) {}
        func goesOn() {}
        func longWaits(from start: Duration, to now: Duration) -> Duration { long.withLock { $0.time(from: start, to: now) } }
        func waitsLong(at now: Duration) -> Bool { long.withLock { $0.areGoingOn(at: now) } }
    }

    @Test("does not count the time in which a handler waits for a VK that hangs, nor shows that it types then")
    func hangingVK() throws {
        let (watch, waiter) = (HandlerWatch(time), Waiter())
        let work = try work()
        _ = watch.began(RunningHandler(plugin: "p", handler: "h", timeout: .seconds(5), work: work, waits: waiter))
        time.advance(by: .seconds(4))
        waiter.long.withLock { $0.begin(at: time.now) }
        time.advance(by: .seconds(600))
        #expect(watch.giveUpOverdue() == [])
        #expect(watch.toShowTyping(of: ["a"]).isEmpty)
        waiter.long.withLock { $0.end(at: time.now) }
        #expect(watch.toShowTyping(of: ["a"]).count == 1)
        time.advance(by: .milliseconds(999))
        #expect(watch.giveUpOverdue() == [])
        time.advance(by: .milliseconds(1))
        #expect(watch.giveUpOverdue() == ["a/p/h"])
        #expect(work.isEnded)
    }

    @Test("does not give up what has ended just before")
    func ended() throws {
        let watch = HandlerWatch(time)
        let work = try work { _ in Issue.record("it had ended") }
        _ = watch.began(running("x", work, timeout: .seconds(1)))
        #expect(work.end())
        time.advance(by: .seconds(2))
        #expect(watch.giveUpOverdue() == [])
    }

    @Test("shows typing after a second and then every five, for bots that want it")
    func typing() throws {
        let watch = HandlerWatch(time)
        _ = watch.began(running("x", try work()))
        #expect(watch.toShowTyping(of: ["a"]).isEmpty)
        time.advance(by: .seconds(1))
        #expect(watch.toShowTyping(of: ["b"]).isEmpty)
        #expect(watch.toShowTyping(of: ["a"]).count == 1)
        time.advance(by: .seconds(4))
        #expect(watch.toShowTyping(of: ["a"]).isEmpty)
        time.advance(by: .seconds(1))
        #expect(watch.toShowTyping(of: ["a"]).count == 1)
    }
}
