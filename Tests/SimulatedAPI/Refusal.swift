// Govorun: calls that VK refuses, and why. SPDX-License-Identifier: MIT
import TapeJSON
import VKAPI
import VKSimulator

/// A call that VK refuses as the world stands.
struct Refusal: Sendable {
    let reason: String
    let code: Int
    let call: @Sendable (Scene) async throws -> Void

    init(_ reason: String, _ code: Int, _ call: @escaping @Sendable (Scene) async throws -> Void) {
        self.reason = reason
        self.code = code
        self.call = call
    }

    /// The refusals of each method, in the order of the methods' names.
    static let all: [(method: String, refusals: [Refusal])] = [
        ("docs.getMessagesUploadServer", documentAddress), ("docs.save", documentSave), ("execute", script),
        ("groups.getById", group), ("groups.getLongPollServer", longPoll), ("groups.getMembers", groupMembers),
        ("groups.isMember", isMember), ("messages.delete", delete), ("messages.edit", edit),
        ("messages.getByConversationMessageId", byNumber), ("messages.getById", byID), ("messages.getConversationMembers", members),
        ("messages.getConversations", conversations), ("messages.getHistory", history), ("messages.markAsRead", read),
        ("messages.pin", pin), ("messages.removeChatUser", remove), ("messages.send", send),
        ("messages.sendMessageEventAnswer", press), ("messages.sendReaction", reaction), ("messages.setActivity", activity),
        ("photos.getMessagesUploadServer", photoAddress), ("photos.getWallUploadServer", wallPhotoAddress),
        ("photos.saveMessagesPhoto", photoSave), ("photos.saveWallPhoto", wallPhotoSave), ("polls.create", poll), ("users.get", people),
        ("utils.resolveScreenName", name), ("wall.createComment", comment), ("wall.post", post),
    ]

    static func text(_ count: Int) -> String { String(repeating: "ю", count: count) }
}

// MARK: messages
extension Refusal {
    private static let rows: JSONValue = .array(Array(repeating: [["action": ["type": "text", "label": "a"]]], count: 11))

    private static let send = [
        Refusal("who never wrote", 901) { try await $0.vk.messages.send(peerID: $0.stranger.id, message: "a").send() },
        Refusal("who is on the blacklist", 900) { try await $0.vk.messages.send(peerID: $0.blocked.id, message: "a").send() },
        Refusal("who closed his messages", 902) { try await $0.vk.messages.send(peerID: $0.closed.id, message: "a").send() },
        Refusal("a page that is gone", 18) { try await $0.vk.messages.send(peerID: $0.deleted.id, message: "a").send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.send(peerID: $0.leftChat, message: "a").send() },
        Refusal("a chat it never was in", 917) { try await $0.vk.messages.send(chatID: 99, message: "a").send() },
        Refusal("another community", 932) { try await $0.vk.messages.send(peerID: -5, message: "a").send() },
        Refusal("an e-mail contact that is not there", 936) { try await $0.vk.messages.send(peerID: -2_000_000_005, message: "a").send() },
        Refusal("a name nobody has", 113) { try await $0.vk.messages.send(domain: "nobody_at_all", message: "a").send() },
        Refusal("no text at all", 100) { try await $0.vk.messages.send(peerID: $0.olga.id).send() },
        Refusal("a text above the limit", 914) { try await $0.vk.messages.send(peerID: $0.olga.id, message: text(4097)).send() },
        Refusal("eleven rows of buttons", 911) {
            try await $0.vk.messages.send(peerID: $0.olga.id, message: "a", keyboard: ["buttons": rows]).send()
        },
        Refusal("ranges that are no object", 100) {
            try await $0.vk.messages.send(peerID: $0.olga.id, message: "a", formatData: [1]).send()
        },
        Refusal("101 peers", 100) { scene in
            try await scene.vk.messages.send(peerIDs: Array(repeating: scene.olga.id, count: 101), message: "a").send()
        },
    ]
    private static let edit = [
        Refusal("a person's message", 920) { try await $0.vk.messages.edit(peerID: $0.olga.id, cmid: 1, message: "a").send() },
        Refusal("an unknown message", 100) { try await $0.vk.messages.edit(peerID: $0.olga.id, cmid: 99, message: "a").send() },
        Refusal("who never wrote", 901) { try await $0.vk.messages.edit(peerID: $0.stranger.id, cmid: 1, message: "a").send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.edit(peerID: $0.leftChat, cmid: 1, message: "a").send() },
    ]
    private static let delete = [
        Refusal("nothing named", 100) { try await $0.vk.messages.delete(peerID: $0.olga.id).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.delete(peerID: $0.leftChat, cmids: [1]).send() },
    ]
    private static let pin = [
        Refusal("no administrator", 925) { try await $0.vk.messages.pin(peerID: $0.otherChat, cmid: 1).send() },
        Refusal("a chat that is not there", 927) { try await $0.vk.messages.pin(peerID: 2_000_000_099, cmid: 1).send() },
        Refusal("a private dialog", 100) { try await $0.vk.messages.pin(peerID: $0.olga.id, cmid: 1).send() },
        Refusal("an unknown message", 100) { try await $0.vk.messages.pin(peerID: $0.chat, cmid: 99).send() },
    ]
    private static let press = [
        Refusal("an unknown press", 100) { scene in
            try await scene.vk.messages.sendMessageEventAnswer(eventID: "e", userID: scene.olga.id, peerID: scene.olga.id).send()
        },
        Refusal("a snackbar of 91 characters", 100) { scene in
            try await scene.vk.messages.sendMessageEventAnswer(
                eventID: "e", userID: scene.olga.id, peerID: scene.olga.id,
                eventData: ["type": "show_snackbar", "text": .string(text(91))]
            ).send()
        },
    ]
    private static let activity = [
        Refusal("who never wrote", 901) { try await $0.vk.messages.setActivity(peerID: $0.stranger.id, type: .typing).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.setActivity(peerID: $0.leftChat, type: .typing).send() },
        Refusal("another community", 932) { try await $0.vk.messages.setActivity(peerID: -5, type: .typing).send() },
        Refusal("nobody named", 100) { try await $0.vk.messages.setActivity(type: .typing).send() },
        Refusal("an unknown activity", 100) { try await $0.vk.messages.setActivity(peerID: $0.olga.id, type: "dancing").send() },
    ]
    private static let reaction = [
        Refusal("a reaction there is not", 1009) {
            try await $0.vk.messages.sendReaction(peerID: $0.olga.id, cmid: 1, reactionID: 65).send()
        },
        Refusal("an unknown message", 100) { try await $0.vk.messages.sendReaction(peerID: $0.olga.id, cmid: 99, reactionID: 1).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.sendReaction(peerID: $0.leftChat, cmid: 1, reactionID: 1).send() },
    ]
    private static let read = [
        Refusal("nobody named", 100) { try await $0.vk.messages.markAsRead(markConversationAsRead: true).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.markAsRead(peerID: $0.leftChat).send() },
        Refusal("an unknown message", 100) { try await $0.vk.messages.markAsRead(peerID: $0.olga.id, startMessageID: 9_999).send() },
    ]
    private static let byID = [
        Refusal("nothing named", 100) { try await $0.vk.messages.getByID().send() },
        Refusal("101 messages", 100) { try await $0.vk.messages.getByID(messageIDs: Array(1...101)).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.getByID(cmids: [1], peerID: $0.leftChat).send() },
    ]
    private static let byNumber = [
        Refusal("no numbers", 100) {
            try await $0.vk.messages.getByConversationMessageID(peerID: $0.olga.id, conversationMessageIDs: []).send()
        },
        Refusal("a chat it left", 917) {
            try await $0.vk.messages.getByConversationMessageID(peerID: $0.leftChat, conversationMessageIDs: [1]).send()
        },
    ]
    private static let history = [
        Refusal("nobody named", 100) { try await $0.vk.messages.getHistory().send() },
        Refusal("201 messages", 100) { try await $0.vk.messages.getHistory(count: 201, peerID: $0.olga.id).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.getHistory(peerID: $0.leftChat).send() },
    ]
    private static let conversations = [
        Refusal("201 conversations", 100) { try await $0.vk.messages.getConversations(count: 201).send() },
        Refusal("an unknown filter", 100) { try await $0.vk.messages.getConversations(filter: "best").send() },
    ]
    private static let members = [
        Refusal("no administrator", 917) { try await $0.vk.messages.getConversationMembers(peerID: $0.otherChat).send() },
        Refusal("a chat it left", 917) { try await $0.vk.messages.getConversationMembers(peerID: $0.leftChat).send() },
        Refusal("nobody there", 100) { try await $0.vk.messages.getConversationMembers(peerID: 77).send() },
    ]
    private static let remove = [
        Refusal("no administrator", 925) {
            try await $0.vk.messages.removeChatUser(chatID: number(of: $0.otherChat), memberID: $0.olga.id).send()
        },
        Refusal("who is not in the chat", 935) {
            try await $0.vk.messages.removeChatUser(chatID: number(of: $0.chat), memberID: $0.stranger.id).send()
        },
        Refusal("nobody at all", 936) { try await $0.vk.messages.removeChatUser(chatID: number(of: $0.chat), memberID: 77).send() },
        Refusal("the owner", 15) { try await $0.vk.messages.removeChatUser(chatID: number(of: $0.chat), memberID: $0.olga.id).send() },
        Refusal("a chat it left", 917) {
            try await $0.vk.messages.removeChatUser(chatID: number(of: $0.leftChat), memberID: $0.olga.id).send()
        },
    ]
}

// MARK: people, communities, files, walls
extension Refusal {
    private static let people = [
        Refusal("a name nobody has", 113) { try await $0.vk.users.get(userIDs: ["nobody_at_all"]).send() },
        Refusal("1001 people", 100) { try await $0.vk.users.get(userIDs: Array(1...1001)).send() },
    ]
    private static let group = [
        Refusal("a community there is not", 100) { try await $0.vk.groups.getByID(groupIDs: [5]).send() }
    ]
    private static let longPoll = [
        Refusal("another community", 125) { try await $0.vk.groups.getLongPollServer(groupID: 5).send() },
        Refusal("long poll that is off", 100) { scene in
            let group = scene.community.id
            _ = try await scene.vk.groups.setLongPollSettings(groupID: group, enabled: false).send()
            try await scene.vk.groups.getLongPollServer(groupID: group).send()
        },
    ]
    private static let groupMembers = [
        Refusal("a community there is not", 125) { try await $0.vk.groups.getMembers(groupID: 5).send() },
        Refusal("an unknown order", 100) { try await $0.vk.groups.getMembers(groupID: $0.community.id, sort: "age").send() },
    ]
    private static let isMember = [
        Refusal("a community there is not", 125) { try await $0.vk.groups.isMember(groupID: 5, userID: 1).send() },
        Refusal("nobody named", 100) { try await $0.vk.groups.isMember(groupID: $0.community.id).send() },
    ]
    private static let name = [
        Refusal("no name", 100) { try await $0.vk.utils.resolveScreenName(screenName: "").send() }
    ]
    private static let photoAddress = [
        Refusal("who never wrote", 901) { try await $0.vk.photos.getMessagesUploadServer(peerID: $0.stranger.id).send() }
    ]
    private static let photoSave = [
        Refusal("a photo that was refused", 100) { try await $0.vk.photos.saveMessagesPhoto(photo: "[]", server: 1, hash: "a").send() },
        Refusal("an unknown upload", 121) { try await $0.vk.photos.saveMessagesPhoto(photo: "[{}]", server: 1, hash: "a").send() },
    ]
    private static let documentAddress = [
        Refusal("who never wrote", 901) { try await $0.vk.docs.getMessagesUploadServer(type: .doc, peerID: $0.stranger.id).send() },
        Refusal("an unknown type", 100) { try await $0.vk.docs.getMessagesUploadServer(type: "film").send() },
    ]
    private static let documentSave = [
        Refusal("an unknown upload", 105) { try await $0.vk.docs.save(file: "a").send() },
        Refusal("no upload", 100) { try await $0.vk.docs.save(file: "").send() },
    ]
    private static let wallPhotoAddress = [
        Refusal("a community there is not", 125) { try await $0.vk.photos.getWallUploadServer(groupID: 5).send() },
        Refusal("a community's token", 27) { try await $0.vk.photos.getWallUploadServer().as(.community).send() },
    ]
    private static let wallPhotoSave = [
        Refusal("an unknown upload", 121) { try await $0.vk.photos.saveWallPhoto(photo: "[{}]", server: 1, hash: "a").send() },
        Refusal("a community's token", 27) { try await $0.vk.photos.saveWallPhoto(photo: "[{}]").as(.community).send() },
    ]
    private static let post = [
        Refusal("a wall that is another's", 214) { try await $0.vk.wall.post(ownerID: $0.olga.id, message: "a").send() },
        Refusal("nothing to say", 100) { try await $0.vk.wall.post().send() },
        Refusal("a community's token", 27) { try await $0.vk.wall.post(message: "a").as(.community).send() },
    ]
    private static let comment = [
        Refusal("an unknown post", 100) { try await $0.vk.wall.createComment(postID: 99, message: "a").send() },
        Refusal("a post whose comments are closed", 213) { scene in
            let wall = -scene.community.id
            let post = try await scene.vk.wall.post(ownerID: wall, fromGroup: true, message: "a").send().postID
            _ = try await scene.vk.wall.closeComments(ownerID: wall, postID: post).send()
            try await scene.vk.wall.createComment(postID: post, ownerID: wall, message: "a").send()
        },
    ]
    private static let poll = [
        Refusal("no question", 100) { try await $0.vk.polls.create(addAnswers: "[\"a\"]").send() },
        Refusal("answers that are none", 100) { try await $0.vk.polls.create(question: "a", addAnswers: "[]").send() },
        Refusal("a community's token", 27) { try await $0.vk.polls.create(question: "a").as(.community).send() },
    ]
    private static let script = [
        Refusal("no language", 12) { try await $0.vk.execute(code: "return (;").send() },
        Refusal("nothing", 100) { try await $0.vk.execute(code: "").send() },
        Refusal("26 calls", 13) { scene in
            try await scene.vk.execute(code: String(repeating: "API.users.get({user_ids:1});", count: 26) + "return 1;").send()
        },
    ]
}
