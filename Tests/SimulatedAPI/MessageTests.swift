// Govorun: messages, over sockets. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKSimulator

@Suite("Messages at the simulator")
struct MessageTests {
    @Test("messages.send: exactly the text arrives, and its id comes back", arguments: ["hi", "я 👩‍👩‍👧 & = + % \"\\ \n", "<b>; ? #"])
    func send(text: String) async throws {
        try await Scene.with { scene in
            let id = try await scene.vk.messages.send(peerID: scene.olga.id, message: text).send()
            let message = try #require(scene.simulator.history(of: scene.olga.id, in: scene.community.id).last)
            #expect(message.id == id)
            #expect(message.text == text)
            #expect(message.randomID > 0)
        }
    }

    @Test("messages.send to several: each has a number, or a failure of its own")
    func sendToSeveral() async throws {
        try await Scene.with { scene in
            let peers = [scene.olga.id, scene.chat, scene.stranger.id, scene.blocked.id]
            let sent = try await scene.vk.messages.send(peerIDs: peers, message: "всем").send()
            #expect(sent.map(\.peerID) == peers)
            #expect(sent.map { $0.error?.code.rawValue } == [nil, nil, 901, 900])
            #expect(sent[0].conversationMessageID == 2)
            #expect(scene.texts(scene.chat).last == "всем")
            #expect(scene.simulator.history(of: scene.chat, in: scene.community.id).last?.number == sent[1].conversationMessageID)
        }
    }

    @Test("messages.send with the same random_id is one message")
    func sendTwice() async throws {
        try await Scene.with { scene in
            let request = scene.vk.messages.send(peerID: scene.olga.id, randomID: 7, message: "once")
            let first = try await request.send()
            #expect(try await request.send() == first)
            #expect(scene.texts(scene.olga.id) == ["hello", "once"])
        }
    }

    @Test("messages.edit and delete change what people see; delete answers for each message")
    func change() async throws {
        try await Scene.with { scene in
            let id = try await scene.vk.messages.send(peerID: scene.olga.id, message: "old").send()
            #expect(try await scene.vk.messages.edit(peerID: scene.olga.id, messageID: id, message: "new").send())
            #expect(scene.texts(scene.olga.id) == ["hello", "new"])
            let gone = try await scene.vk.messages.delete(deleteForAll: true, peerID: scene.olga.id, cmids: [1, 2, 9]).send()
            #expect(gone.map { $0.response ?? false } == [false, true, false])
            #expect(gone.map { $0.error.code.rawValue } == [924, 0, 104])
            #expect(scene.texts(scene.olga.id) == ["hello"])
        }
    }

    @Test("messages.pin gives the pinned message")
    func pin() async throws {
        try await Scene.with { scene in
            let sent = try await scene.vk.messages.send(peerIDs: [scene.chat], message: "важно").send()
            let pinned = try await scene.vk.messages.pin(peerID: scene.chat, cmid: sent[0].conversationMessageID).send()
            #expect(pinned.text == "важно")
            #expect(pinned.conversationMessageID == sent[0].conversationMessageID)
            #expect(pinned.fromID == -scene.community.id)
        }
    }

    @Test("messages.sendMessageEventAnswer answers a press, once")
    func press() async throws {
        try await Scene.with { scene in
            let button: JSONValue = ["action": ["type": "callback", "label": "Да", "payload": "{\"a\":1}"]]
            _ = try await scene.vk.messages.send(
                peerID: scene.olga.id, message: "?", keyboard: ["inline": true, "buttons": [[button]]]
            ).send()
            let press = VKSimulator.Pressing(.labelled("Да"), by: scene.olga.id, in: scene.community.id, number: 2)
            guard case .event(let id) = try scene.simulator.press(press) else { return #expect(Bool(false), "no event came") }
            let answer = scene.vk.messages.sendMessageEventAnswer(
                eventID: id, userID: scene.olga.id, peerID: scene.olga.id, eventData: ["type": "show_snackbar", "text": "Хорошо"])
            #expect(try await answer.send())
            let error = await #expect(throws: VKError.self) { try await answer.send() }
            #expect(error?.code?.rawValue == 100)
        }
    }

    @Test("messages.setActivity, sendReaction and markAsRead say yes, and it is so")
    func signs() async throws {
        try await Scene.with { scene in
            let (vk, olga) = (scene.vk.messages, scene.olga.id)
            #expect(try await vk.setActivity(peerID: olga, type: .typing).send())
            #expect(try await vk.sendReaction(peerID: olga, cmid: 1, reactionID: 3).send())
            #expect(try await vk.markAsRead(peerID: olga, markConversationAsRead: true).send())
            let seen = try await vk.getConversations(filter: .all).send().items.first { $0.conversation.peer.id == olga }
            #expect(seen?.conversation.unreadCount ?? 0 == 0)
            let reacted = try await vk.getReactedPeers(peerID: olga, cmid: 1).send()
            #expect(reacted.json.rawText.contains("\(-scene.community.id)"))
        }
    }

    @Test("messages.getById, getByConversationMessageId and getHistory find the same message")
    func find() async throws {
        try await Scene.with { scene in
            let id = try await scene.vk.messages.send(peerID: scene.olga.id, message: "найди").send()
            let byID = try await scene.vk.messages.getByID(messageIDs: [id]).send()
            let byNumber = try await scene.vk.messages.getByConversationMessageID(
                peerID: scene.olga.id, conversationMessageIDs: [2]
            ).send()
            let history = try await scene.vk.messages.getHistory(count: 1, peerID: scene.olga.id).send()
            #expect(history.count == 2)
            for items in [byID.items, byNumber.items, history.items] {
                #expect(items.map(\.text) == ["найди"])
                #expect(items[0].id == id)
                #expect(items[0].peerID == scene.olga.id)
            }
            let extended = try await scene.vk.messages.getByIDExtended(messageIDs: [1, id]).send()
            #expect(extended.profiles.map(\.id) == [scene.olga.id])
            #expect(extended.groups.map(\.id) == [scene.community.id])
        }
    }

    @Test("messages.getConversations lists dialogs and chats with their last messages")
    func conversations() async throws {
        try await Scene.with { scene in
            try scene.simulator.write(.init("последнее", from: scene.olga.id, in: scene.community.id))
            let answer = try await scene.vk.messages.getConversations(count: 1, extended: true).send()
            #expect(answer.items.count == 1)
            #expect(answer.count > 1)
            #expect(answer.items[0].lastMessage.text == "последнее")
            #expect(answer.items[0].conversation.peer.id == scene.olga.id)
            #expect(answer.profiles.map(\.id).contains(scene.olga.id))
        }
    }

    @Test("messages.getConversationMembers tells a chat's members, removeChatUser makes one less")
    func members() async throws {
        try await Scene.with { scene in
            let before = try await scene.vk.messages.getConversationMembers(peerID: scene.chat).send()
            #expect(Set(before.items.map(\.memberID)) == [scene.olga.id, scene.ivan.id, -scene.community.id])
            #expect(before.items.first { $0.memberID == scene.olga.id }?.isOwner == true)
            #expect(try await scene.vk.messages.removeChatUser(chatID: number(of: scene.chat), memberID: scene.ivan.id).send())
            let after = try await scene.vk.messages.getConversationMembers(peerID: scene.chat).send()
            #expect(Set(after.items.map(\.memberID)) == [scene.olga.id, -scene.community.id])
        }
    }
}
