// Govorun: what the generated API does. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Generated methods")
struct GeneratedMethodTests {
    private let vk = VKClient(token: Secret("invented"), transport: ScriptedVK { _ in .response(1) })

    @Test("Parameters that are left out are not sent, lists are joined, Booleans are 1 and 0, objects are JSON")
    func parameters() {
        let call = vk.messages.send(
            peerIDs: [1, 2_000_000_001], randomID: 0, keyboard: ["buttons": []], dontParseLinks: true, intent: .promoNewsletter
        ).call
        #expect(call.method == "messages.send")
        #expect(
            call.parameters == [
                "peer_ids": "1,2000000001", "random_id": "0", "keyboard": #"{"buttons":[]}"#, "dont_parse_links": "1",
                "intent": "promo_newsletter",
            ])
    }

    @Test("The type of the answer follows from what is asked")
    func variants() {
        let _: Request<Int> = vk.messages.send(peerID: 1, message: "a")
        let _: Request<VKList<MessagesSendUserIDsResponseItem>> = vk.messages.send(peerIDs: [1], message: "a")
        let _: Request<GroupsGetMembersResponse> = vk.groups.getMembers(groupID: 1)
        let _: Request<GroupsGetMembersFieldsResponse> = vk.groups.getMembers(fields: [.sex], groupID: "club1")
        let _: Request<Bool> = vk.groups.isMember(groupID: 1, userID: 2)
        let _: Request<VKList<GroupsMemberStatus>> = vk.groups.isMember(groupID: 1, userIDs: [2])
        let extended = vk.messages.getHistoryExtended(peerID: 1)
        let _: Request<MessagesGetHistoryExtendedResponse> = extended
        #expect(extended.call.parameters == ["extended": "1", "peer_id": "1"])
    }

    @Test("Ids and short names stand side by side")
    func identifiers() {
        #expect(
            vk.users.get(userIDs: [1, "durov"], fields: [.sex, "new_field"]).call.parameters == [
                "user_ids": "1,durov", "fields": "sex,new_field",
            ])
    }

    @Test(
        "A method says which tokens may call it",
        arguments: [
            ("messages.send", [TokenKinds.user, .community]), ("friends.get", [.user, .service]),
            ("messages.sendMessageEventAnswer", [.community]),
            ("execute", [.user, .community]), ("no.such", nil),
        ] as [(String, TokenKinds?)])
    func tokens(method: String, kinds: TokenKinds?) { #expect(TokenKinds.kinds(calling: method) == kinds) }
}

@Suite("Generated views")
struct GeneratedViewTests {
    @Test(
        "Absent, null, re-typed and empty values read as nothing",
        arguments: [
            "{}", #"{"city":null,"sex":null,"schools":null}"#, #"{"city":[],"sex":"?","schools":{}}"#, "[]", "7",
        ])
    func forgiving(text: String) throws {
        let user = UsersUserFull(try JSONDocument(text).root)
        #expect(user.id == 0 && user.firstName.isEmpty && user.sex == nil)
        #expect(user.city.title.isEmpty && user.schools.isEmpty && !user.schools[3].exists)
    }

    @Test("Ids are of 64 bits")
    func wide() throws { #expect(UsersUserFull(try JSONDocument(#"{"id":9007199254740993}"#).root).id == 9_007_199_254_740_993) }

    @Test("A word VK has added is kept as it came, and equals its text")
    func openEnum() throws {
        let action = MessagesMessageAction(try JSONDocument(#"{"type":"chat_dance"}"#).root)
        #expect(action.type == "chat_dance" && action.type != .chatInviteUser)
        #expect(MessagesMessageActionStatus.chatInviteUser.rawValue == "chat_invite_user")
        #expect(UsersUserFull(try JSONDocument(#"{"sex":7}"#).root).sex == 7)
    }

    @Test("An object of several kinds is viewed as any of them")
    func kinds() throws {
        let item = UsersSubscriptionsItem(try JSONDocument(#"{"type":"page","id":5,"name":"Home"}"#).root)
        #expect(item.groupsGroupFull.name == "Home" && item.usersUserFull.id == 5)
    }

    @Test("Where the schema lies, the view tells what VK sends")
    func quirks() throws {
        let message = MessagesMessage(
            try JSONDocument(#"{"cmid":4,"from_id":9,"attachments":[{"type":"wall","wall":{"id":3}}],"payload":{"a":1}}"#).root)
        #expect(message.conversationMessageID == 4 && message.peerID == 9 && message.payload == #"{"a":1}"#)
        #expect(message.attachments[0].wall.id == 3 && message.attachments[0].object["id"].int == 3)
    }
}
