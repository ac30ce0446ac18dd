// Govorun: one message to one conversation. SPDX-License-Identifier: MIT
import Testing

@testable import BotKit
@testable import BotTesting

@Suite("A message to one conversation")
struct SentItemTests {
    @Test("names it in a list, for its number there; a person's token has no such list", arguments: [TokenKind.community, .user])
    func target(kind: TokenKind) async {
        var configuration = VKClient.Configuration()
        configuration.kind = kind
        let vk = MemoryVK(communityID: 5, time: JumpingTime())
        let client = VKClient(token: Secret("in-memory"), configuration: configuration, transport: vk, time: JumpingTime())
        let parameters = Bot(name: "a", communityID: 5, vk: client).sending(to: 7, randomID: 1, message: "hello").call.parameters
        #expect(parameters["peer_ids"] == (kind == .user ? nil : "7"))
        #expect(parameters["peer_id"] == (kind == .user ? "7" : nil))
        await client.shutdown()
    }

    @Test(
        "is answered with a list of one, with the one alone or with a bare id",
        arguments: [
            (#"[{"peer_id":7,"message_id":3,"conversation_message_id":2}]"#, 3, 2),
            (#"{"peer_id":7,"message_id":3,"conversation_message_id":2}"#, 3, 2), ("3", 3, 0), (#""3""#, 3, 0), ("0", 0, 0), ("[]", 0, 0),
            ("null", 0, 0),
        ])
    func answers(text: String, id: Int, number: Int) throws {
        let item = try #require(SentItem(response: try JSONDocument(text).root))
        #expect((item.messageID, item.conversationMessageID) == (id, number))
        #expect(item.error == nil)
    }

    @Test("may be refused inside of the list; a word is no answer")
    func refusals() throws {
        let refused = #"[{"peer_id":7,"message_id":0,"error":{"code":901,"description":"no"}}]"#
        #expect(SentItem(response: try JSONDocument(refused).root)?.error?.failure == .cannotWriteToPeer)
        #expect(SentItem(response: try JSONDocument(#""sent""#).root) == nil)
    }
}
