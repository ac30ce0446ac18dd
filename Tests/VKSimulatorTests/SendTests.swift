// Govorun: messages.send and its rules. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

@Suite("messages.send")
struct SendTests {
    @Test("A community may write to whom wrote to it, and to nobody else")
    func permission() async throws {
        try await Stage.with { stage in
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "random_id": "1", "message": "hi"]) == 901)
            try stage.write("hello")
            let answer = try await stage.call("messages.send", ["peer_id": "510001001", "random_id": "1", "message": "hi"])
            #expect(answer["response"].int == 2)
        }
    }
}
