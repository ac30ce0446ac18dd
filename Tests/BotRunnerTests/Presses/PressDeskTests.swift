// Govorun: presses that nobody answers in time. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import ScriptedVK
import Synchronization
import Testing

@testable import BotRunner

@Suite("The watch over presses", .timeLimit(.minutes(2)))
struct PressDeskTests {
    private let time = ManualTime()

    private static func press(_ id: String = "e") throws -> Update {
        Update(try JSONDocument(#"{"type":"message_event","object":{"event_id":"\#(id)","user_id":7,"peer_id":7}}"#).root)
    }

    /// The desk of a bot whose VK is away until `back`, and the VK.
    private func desk(awayUntil back: Duration) throws -> (desk: PressDesk, vk: ScriptedVK) {
        let vk = ScriptedVK { [time] _ in
            guard time.now >= back else { throw HTTPError(.couldNotConnect) }
            return .response(1)
        }
        let bot = Bot(name: "a", communityID: 5, vk: VKClient(token: Secret("t"), transport: vk, time: time))
        return (PressDesk(try Router(bot: bot, plugins: []), time), vk)
    }

    private func run(_ desk: PressDesk, until ticket: PressTicket) async throws {
        try await time.running {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await desk.run() }
                while !ticket.isSettled { await Task.yield() }
                desk.close()
            }
        }
    }

    @Test("The answer reaches a VK that is back within the minute, once", arguments: [0, 10, 50])
    func back(seconds: Int) async throws {
        let (desk, vk) = try desk(awayUntil: time.now + .seconds(seconds))
        try await run(desk, until: desk.arrived(try Self.press(), at: 1))
        #expect(vk.exchanges.last.map { $0.fields["event_id"] } == "e")
        #expect(vk.exchanges.count < 40)
        #expect(time.now < .seconds(1_000) + .seconds(max(4, seconds + 7)))
    }

    @Test("After the minute nobody answers any more")
    func away() async throws {
        let (desk, vk) = try desk(awayUntil: .seconds(1_000_000))
        let ticket = desk.arrived(try Self.press(), at: 1, ago: .seconds(20))
        try await run(desk, until: ticket)
        #expect(!ticket.take(for: .handler))
        #expect((2..<40).contains(vk.exchanges.count))
        #expect(time.now >= .seconds(1_040) && time.now < .seconds(1_050))
        #expect(!desk.arrived(try Self.press(), at: 2, ago: .seconds(61)).take(for: .handler))
    }

    @Test("A press that VK gave no id takes no answer, and nobody watches over it for long")
    func nameless() async throws {
        let (desk, vk) = try desk(awayUntil: .zero)
        try await run(desk, until: desk.arrived(try Self.press(""), at: 1))
        #expect(vk.exchanges.isEmpty)
        #expect(time.now < .seconds(1_060))
    }

    @Test("An answer that a handler has under way is waited for, and given by us when it fails")
    func handler() async throws {
        let (desk, vk) = try desk(awayUntil: .zero)
        let ticket = desk.arrived(try Self.press(), at: 1)
        #expect(ticket.take(for: .handler))
        let seen = time
        try await time.running {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await desk.run() }
                group.addTask {
                    _ = await Result {
                        try await ticket.answer {
                            try await seen.sleep(for: .seconds(20))
                            throw VKError(.transport, method: "messages.sendMessageEventAnswer", message: "lost")
                        }
                    }
                }
                while !ticket.isSettled { await Task.yield() }
                desk.close()
            }
        }
        #expect(vk.exchanges.count == 1)
        #expect(time.now >= .seconds(1_020) && time.now < .seconds(1_023))
    }
}
