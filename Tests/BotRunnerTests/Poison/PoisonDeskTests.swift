// Govorun: suspects, and updates that only have their position. SPDX-License-Identifier: MIT
import BotKit
import BotStorage
import Testing

@testable import BotRunner

@Suite("The desk of suspects")
struct PoisonDeskTests {
    private static func update(_ id: String) throws -> Update {
        Update(try JSONDocument(#"{"type":"message_new","event_id":"\#(id)","object":{}}"#).root)
    }

    /// A process that dies with `update` in hand, as far as the file can tell.
    private static func die(_ path: String, holding update: Update) throws {
        _ = PoisonDesk(try reopened(path)).take("7", 1, update)
    }

    @Test("Another update at the position of a suspect, as in another database, is innocent, and the suspicion is over")
    func positions() async throws {
        try await withFolder { folder in
            let path = folder + "/hands"
            let (culprit, other) = (try Self.update("a"), try Self.update("b"))
            for _ in 1...100 { try Self.die(path, holding: culprit) }
            do {
                let desk = PoisonDesk(try reopened(path))
                #expect(desk.suspect("7", 1, culprit)?.verdict == .isSetAside)
                #expect(desk.suspect("7", 1, other) == nil)
                #expect(desk.suspect("7", 1, culprit) == nil)
                #expect(desk.take("7", 1, other) != nil)
            }
            let next = PoisonDesk(try reopened(path))
            #expect(next.suspect("7", 1, other)?.deaths == Deaths(silents: 1))
        }
    }

    @Test("What was settled is suspected no more, also when its position comes again")
    func settled() async throws {
        try await withFolder { folder in
            let (path, update) = (folder + "/hands", try Self.update("a"))
            try Self.die(path, holding: update)
            let desk = PoisonDesk(try reopened(path))
            #expect(desk.suspect("7", 1, update) != nil)
            try await desk.settleFinished(of: "7", in: MemoryStorage())
            #expect(desk.suspect("7", 1, update) == nil)
        }
    }
}
