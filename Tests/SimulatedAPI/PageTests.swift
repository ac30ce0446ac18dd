// Govorun: people, communities, files, walls and polls, over sockets. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI
import VKSimulator

@Suite("People and pages at the simulator")
struct PageTests {
    @Test("users.get finds by id and by name, with the fields asked for")
    func users() async throws {
        try await Scene.with { scene in
            let users = try await scene.vk.users.get(userIDs: [scene.ivan.id, "olga_v"], fields: [.sex, .screenName]).send()
            #expect(users.map(\.id) == [scene.ivan.id, scene.olga.id])
            #expect(users[1].firstName == "Ольга")
            #expect(users[1].sex?.rawValue == 1)
            #expect(users[7].json.exists == false)
        }
    }

    @Test("groups.getById: a community learns itself")
    func itself() async throws {
        try await Scene.with { scene in
            let groups = try await scene.vk.groups.getByID().send().groups
            #expect(groups.map(\.id) == [scene.community.id])
            #expect(groups[0].screenName == "weather_helper")
        }
    }

    @Test("groups.getLongPollServer gives a session that can be polled")
    func session() async throws {
        try await Scene.with { scene in
            let session = try await scene.vk.groups.getLongPollServer(groupID: scene.community.id).send()
            #expect(session.server.hasPrefix(scene.simulator.baseURL))
            #expect(!session.key.reveal().isEmpty)
            #expect(!session.ts.isEmpty)
        }
    }

    @Test("groups.getMembers and isMember agree")
    func members() async throws {
        try await Scene.with { scene in
            let group = scene.community.id
            try scene.simulator.join(scene.olga.id, group)
            let listed = try await scene.vk.groups.getMembers(groupID: group).send()
            #expect(listed.items.contains(scene.olga.id))
            #expect(try await scene.vk.groups.isMember(groupID: group, userID: scene.olga.id).send())
            #expect(try await scene.vk.groups.isMember(groupID: group, userID: scene.stranger.id).send() == false)
            let several = try await scene.vk.groups.isMember(groupID: group, userIDs: [scene.olga.id, scene.stranger.id]).send()
            #expect(several.map(\.member) == [true, false])
        }
    }

    @Test("utils.resolveScreenName knows people and communities, and says nothing of a name that is free")
    func names() async throws {
        try await Scene.with { scene in
            let olga = try await scene.vk.utils.resolveScreenName(screenName: "olga_v").send()
            #expect(olga.objectID == scene.olga.id)
            #expect(olga.type?.rawValue == "user")
            let own = try await scene.vk.utils.resolveScreenName(screenName: "weather_helper").send()
            #expect(own.objectID == scene.community.id)
            #expect(own.type?.rawValue == "group")
            let nobody = try await scene.vk.utils.resolveScreenName(screenName: "nobody_at_all").send()
            #expect(nobody.objectID == nil)
        }
    }

    @Test("photos.getMessagesUploadServer, getWallUploadServer and docs.getMessagesUploadServer give addresses of this VK")
    func addresses() async throws {
        try await Scene.with { scene in
            let vk = scene.vk
            let urls = [
                try await vk.photos.getMessagesUploadServer(peerID: scene.olga.id).send().uploadURL,
                try await vk.photos.getWallUploadServer(groupID: scene.community.id).send().uploadURL,
                try await vk.docs.getMessagesUploadServer(type: .doc, peerID: scene.olga.id).send().uploadURL,
            ]
            #expect(urls.allSatisfy { $0.hasPrefix(scene.simulator.baseURL) })
            #expect(Set(urls).count == 3)
        }
    }

    @Test("wall.post goes with the person's token, wall.createComment with the community's")
    func wall() async throws {
        try await Scene.with { scene in
            let wall = -scene.community.id
            let post = try await scene.vk.wall.post(ownerID: wall, fromGroup: true, message: "Новость").send()
            #expect(post.postID > 0)
            let comment = try await scene.vk.wall.createComment(postID: post.postID, ownerID: wall, message: "Первый").send()
            let reply = try await scene.vk.wall.createComment(
                postID: post.postID, ownerID: wall, message: "Второй", replyToComment: comment.commentID
            ).send()
            #expect(reply.parentsStack == [comment.commentID])
            let callers = scene.simulator.calls().map { "\($0.method) \($0.caller.prefix { $0 != " " })" }
            #expect(callers == ["wall.post person", "wall.createComment community", "wall.createComment community"])
        }
    }

    @Test("polls.create gives the poll with its answers")
    func polls() async throws {
        try await Scene.with { scene in
            let answers: JSONValue = ["Да", "Нет"]
            let poll = try await scene.vk.polls.create(question: "Идём?", isAnonymous: true, addAnswers: answers.serialized).send()
            #expect(poll.question == "Идём?")
            #expect(poll.anonymous == true)
            #expect(poll.answers.map(\.text) == ["Да", "Нет"])
        }
    }

    @Test("execute returns what the script returns")
    func script() async throws {
        try await Scene.with { scene in
            let code = "var a = API.users.get({user_ids: Args.who}); return {name: a[0].first_name, n: a.length};"
            let answer = try await scene.vk.execute(code: code).parameter("who", scene.olga.id).send()
            #expect(answer["name"].string == "Ольга")
            #expect(answer["n"].int == 1)
        }
    }
}
