// Govorun: tests of batches as they are stored. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKUpdates

@Suite("A batch that was stored")
struct UpdateBatchTests {
    @Test("reads the same updates again, each at its place", arguments: ["longpoll/ok--unknown-type.json"])
    func readAgain(fixture: String) throws {
        let body = try Fixture.bytes(fixture)
        let batch = UpdateBatch(body: body, cursor: PollCursor(stored: Array("7".utf8)))
        #expect(!batch.updates.isEmpty)
        #expect(UpdateBatch.updates(in: batch.body).map(\.json.rawText) == batch.updates.map(\.json.rawText))
    }

    @Test("holds no updates when it is no JSON")
    func garbage() { #expect(UpdateBatch.updates(in: Array("<html>".utf8)).isEmpty) }

    @Test("keeps of its cursor the position as it came, and no key")
    func cursor() {
        let cursor = PollCursor(server: "lp.vk.test/w1", key: Secret("key-of-the-test"), ts: "007")
        #expect(cursor.stored == Array("007".utf8))
        #expect(PollCursor(stored: cursor.stored).ts == "007")
    }
}
