// Govorun: long poll as VK does it. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("Bots long poll")
struct LongPollTests {
    @Test("A text written before the poll is in its answer, and the position moves on")
    func waitingEvent() async throws {
        try await Stage.with { stage in
            var session = try await stage.session()
            try stage.write("привет")
            let answer = try await stage.poll(session)
            #expect(answer["updates"].count == 1)
            #expect(answer["updates"][0]["object"]["message"]["text"].string == "привет")
            session.ts = try #require(answer["ts"].string)
            #expect(try await stage.poll(session, wait: 0)["updates"].count == 0)
        }
    }

    @Test("A held poll is answered when something happens")
    func heldPoll() async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            async let answer = stage.poll(session, wait: 90)
            try stage.write("now")
            #expect(try await answer["updates"].count == 1)
        }
    }
}
