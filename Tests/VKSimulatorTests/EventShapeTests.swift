// Govorun: events have the keys of recorded ones. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKSimulator

/// The samples' folder holds a body for each type, made by hand after VK's schema.
@Suite("Shapes of events and answers")
struct EventShapeTests {
    /// What happens, and the sample its event must look like.
    enum Happening: String, CaseIterable, Sendable {
        case text = "message_new"
        case command = "message_new--chat-command"
        case botInvited = "message_new--chat-bot-invited"
        case personInvited = "message_new--chat-user-invited"
        case kicked = "message_new--chat-user-kicked"
        case joinedByLink = "message_new--chat-joined-by-link"
        case renamed = "message_new--chat-title"
        case pinned = "message_new--chat-pin"
        case unpinned = "message_new--chat-unpin"
        case textButton = "message_new--text-button"
        case startButton = "message_new--start-button"
        case reply = "message_new--reply"
        case press = "message_event"
        case standingPress = "message_event--keyboard-string-payload"
        case sent = "message_reply"
        case byAdministrator = "message_reply--from-admin"
        case edited = "message_edit"
        case read = "message_read"
        case typing = "message_typing_state"
        case allowed = "message_allow"
        case denied = "message_deny"
        case joined = "group_join"
        case requested = "group_join--request"
        case left = "group_leave"
        case removed = "group_leave--removed"
        case blocked = "user_block--forever"
        case unblocked = "user_unblock"
    }

    @Test("An event has exactly the keys of its sample, with values of the same kinds", arguments: Happening.allCases)
    func shape(happening: Happening) async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            try await perform(happening, stage)
            let event = try #require(try await stage.events(session).last)
            let sample = try fixture("events/\(happening.rawValue)")
            #expect(differences(event, sample) == [])
        }
    }

    private func perform(_ happening: Happening, _ stage: Stage) async throws {
        switch happening {
        case .text, .sent, .byAdministrator, .edited, .read, .typing, .textButton, .startButton, .press, .standingPress:
            try await performInDialog(happening, stage)
        case .command, .botInvited, .personInvited, .kicked, .joinedByLink, .renamed, .pinned, .unpinned, .reply:
            try await performInChat(happening, stage)
        default:
            try performAtLarge(happening, stage)
        }
    }

    private func performInDialog(_ happening: Happening, _ stage: Stage) async throws {
        let (simulator, community, olga) = (stage.simulator, stage.community.id, stage.olga.id)
        try stage.write("привет")
        let inline =
            "{\"inline\":true,\"buttons\":[[{\"action\":{\"type\":\"callback\",\"label\":\"Прогноз\",\"payload\":\"{\\\"c\\\":\\\"f\\\",\\\"city\\\":60}\"},\"color\":\"primary\"}]]}"
        let standing = "{\"buttons\":[[{\"action\":{\"type\":\"callback\",\"label\":\"A\",\"payload\":\"\\\"c\\\"\"}}]]}"
        switch happening {
        case .sent, .press, .standingPress:
            let keyboard = happening == .standingPress ? standing : inline
            _ = try await stage.call("messages.send", ["peer_id": "\(olga)", "random_id": "5", "message": "?", "keyboard": keyboard])
            guard happening != .sent else { return }
            let number = happening == .press ? 2 : nil
            try simulator.press(.init(.at(row: 0, column: 0), by: olga, in: community, number: number))
        case .byAdministrator: try simulator.writeAsAdministrator(olga, "сам", to: olga, in: community)
        case .edited: try simulator.edit(1, text: "приветствую", by: olga, in: community)
        case .read: try simulator.read(olga, in: community)
        case .typing: try simulator.type(olga, in: community)
        case .startButton: try simulator.start(olga, in: community, ref: "landing", refSource: "qr")
        case .textButton:
            var writing = VKSimulator.Writing("Да", from: olga, in: community)
            writing.payload = "{\"step\":2}"
            try simulator.write(writing)
        default: break
        }
    }

    private func performInChat(_ happening: Happening, _ stage: Stage) async throws {
        let (simulator, community, olga) = (stage.simulator, stage.community.id, stage.olga.id)
        let ivan = try simulator.addPerson("Иван").id
        let peer = try simulator.addChat(.init("Погода", owner: olga, in: community))
        switch happening {
        case .command: try stage.write("/help", peer: peer)
        case .personInvited: try simulator.invite(ivan, to: peer, of: community, by: olga)
        case .kicked:
            try simulator.invite(ivan, to: peer, of: community, by: olga)
            try simulator.kick(ivan, from: peer, of: community, by: olga)
        case .joinedByLink: try simulator.joinByLink(ivan, peer, of: community)
        case .renamed: try simulator.rename(peer, of: community, to: "Планы", by: olga)
        case .pinned, .unpinned:
            try stage.write("погода", peer: peer)
            try simulator.pin(2, in: peer, of: community, by: olga)
            if happening == .unpinned { try simulator.pin(nil, in: peer, of: community, by: olga) }
        case .reply:
            var writing = VKSimulator.Writing("согласен", from: olga, in: community, peer: peer)
            try stage.write("в семь?", peer: peer)
            writing.replyTo = 2
            try simulator.write(writing)
        default: break
        }
    }

    private func performAtLarge(_ happening: Happening, _ stage: Stage) throws {
        let (simulator, community, olga) = (stage.simulator, stage.community.id, stage.olga.id)
        switch happening {
        case .allowed: try simulator.allow(olga, community, key: "landing-42")
        case .denied: try simulator.deny(olga, community)
        case .joined: try simulator.join(olga, community)
        case .requested: try simulator.join(olga, community, type: "request")
        case .left, .removed:
            try simulator.join(olga, community)
            try simulator.leave(olga, community, isOwnWish: happening == .left)
        case .blocked: try simulator.block(olga, community)
        case .unblocked:
            try simulator.block(olga, community)
            try simulator.block(olga, community, isBlocked: false)
        default: break
        }
    }

    @Test(
        "Answers of methods have the keys of their samples",
        arguments: [
            "groups.getById", "groups.getTokenPermissions", "messages.getConversationMembers", "messages.isMessagesFromGroupAllowed",
            "messages.send--peer_id", "messages.send--peer_ids", "messages.setActivity", "messages.markAsRead", "users.get",
            "utils.getServerTime", "utils.resolveScreenName", "groups.setLongPollSettings",
        ])
    func answers(name: String) async throws {
        try await Stage.with { stage in
            try stage.write("hello")
            let parameters: [String: String] = [
                "group_id": "198765432", "user_id": "510001001", "user_ids": "510001001", "random_id": "0", "message": "x",
                "type": "typing",
                "screen_name": "weather_helper", name.hasSuffix("peer_ids") ? "peer_ids" : "peer_id": "510001001",
            ]
            var opening = VKSimulator.Opening("Чат", owner: stage.olga.id, in: stage.community.id)
            opening.isCommunityAdmin = true
            let peer = try stage.simulator.addChat(opening)
            let method = String(name.prefix { $0 != "-" })
            let isChat = method.hasSuffix("Members")
            let answer = try await stage.call(
                method, pairs(isChat ? ["peer_id": "\(peer)"] : method == "groups.getById" ? [:] : parameters))
            let sample = try fixture("responses/\(name)")
            // Photos and optional marks of one list item may differ from item to item.
            #expect(differences(answer, sample).filter { !$0.contains("groups[0].photo") && !$0.contains("is_") } == [])
        }
    }
}
