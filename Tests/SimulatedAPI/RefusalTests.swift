// Govorun: what becomes of a refused call. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKSimulator

@Suite("Refused calls at the simulator")
struct RefusalTests {
    /// The codes beside the common ones that VK names for each method (source: VK's JSON schema 5.199), and of the common ones those
    /// that come of their own accord.
    private static let documented: [String: [Int]] = [
        "docs.getMessagesUploadServer": [901], "docs.save": [105], "execute": [12, 13], "groups.getById": [],
        "groups.getLongPollServer": [],
        "groups.getMembers": [125], "groups.isMember": [], "messages.delete": [924],
        "messages.edit": [901, 909, 910, 911, 912, 914, 917, 920, 940, 946, 949], "messages.getByConversationMessageId": [],
        "messages.getById": [], "messages.getConversationMembers": [917, 927], "messages.getConversations": [917, 927, 936],
        "messages.getHistory": [927, 936], "messages.markAsRead": [], "messages.pin": [925, 927, 942, 970],
        "messages.removeChatUser": [925, 935, 936, 945, 946],
        "messages.send": [
            104, 900, 901, 902, 911, 912, 913, 914, 917, 921, 922, 925, 936, 940, 943, 944, 945, 946, 950, 962, 969, 985, 987, 988, 1012,
        ],
        "messages.sendMessageEventAnswer": [], "messages.sendReaction": [1009, 1010, 1011], "messages.setActivity": [917, 927, 932, 936],
        "photos.getMessagesUploadServer": [901], "photos.getWallUploadServer": [], "photos.saveMessagesPhoto": [114, 118, 121],
        "photos.saveWallPhoto": [22, 114, 118, 121], "polls.create": [], "users.get": [], "utils.resolveScreenName": [104],
        "wall.createComment": [212, 213, 222, 223], "wall.post": [214, 219, 220, 222, 224, 225],
    ]
    private static let common = [2, 5, 7, 9, 15, 18, 27, 29, 30, 100, 104, 113, 1117]

    @Test("What VK refuses as the world stands arrives as its error, of that method, unrepeated", arguments: Refusal.all.map(\.method))
    func refused(method: String) async throws {
        try await Scene.with { scene in
            for refusal in try #require(Refusal.all.first { $0.method == method }).refusals {
                let error = await #expect(throws: VKError.self, "\(refusal.reason)") { try await refusal.call(scene) }
                #expect(error?.code?.rawValue == refusal.code, "\(refusal.reason): \(String(describing: error))")
                #expect(error?.method == method, "\(refusal.reason)")
                #expect(error?.attempts.count == 1, "\(refusal.reason)")
                #expect(error?.mayHaveBeenPerformed == false, "\(refusal.reason)")
                let call = try #require(scene.simulator.calls().last)
                #expect(call.method == method)
                #expect(call.errorCode == refusal.code)
            }
        }
    }

    @Test("Every code that VK documents for a method surfaces with its meaning, unrepeated", arguments: documented.keys.sorted())
    func surfaced(method: String) async throws {
        try await Scene.with { scene in
            let request = scene.vk.call(method)
            for code in try #require(Self.documented[method]) + Self.common {
                scene.simulator.add(Fault(.error(code), match: method))
                let error = await #expect(throws: VKError.self) { try await request.send() }
                #expect(error?.code?.rawValue == code)
                #expect(error?.failure == VKErrorCode(rawValue: code).failure)
                #expect(error?.attempts.count == 1)
            }
            #expect(scene.simulator.calls().count == (Self.documented[method]?.count ?? 0) + Self.common.count)
        }
    }

    @Test("What VK may mend itself is asked again, and the answer comes", arguments: [1, 6, 10, 32, 36])
    func mended(code: Int) async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(.error(code), match: "messages.send"))
            _ = try await scene.vk.messages.send(peerID: scene.olga.id, message: "once").retry(.fixed(.zero)).send()
            #expect(scene.texts(scene.olga.id) == ["hello", "once"])
            let sent = scene.simulator.calls().map { call in call.parameters.first { $0.name == "random_id" }?.value }
            #expect(sent.count == 2)
            #expect(Set(sent).count == 1)
        }
    }

    @Test(
        "A send whose answer is lost is repeated, and stands there once",
        arguments: [Fault.Kind.resetAfter, .resetDuring, .garbage, .cutJSON, .empty, .status(502), .resetBefore])
    func lost(kind: Fault.Kind) async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(kind, match: "messages.send"))
            let id = try await scene.vk.messages.send(peerID: scene.olga.id, message: "once").retry(.fixed(.zero)).send()
            #expect(scene.texts(scene.olga.id) == ["hello", "once"])
            #expect(scene.simulator.history(of: scene.olga.id, in: scene.community.id).last?.id == id)
        }
    }

    @Test("A post whose answer is lost is not repeated: VK may have it", arguments: [Fault.Kind.resetAfter, .cutJSON])
    func once(kind: Fault.Kind) async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(kind, match: "wall.post"))
            let error = await #expect(throws: VKError.self) { try await scene.vk.wall.post(message: "once").send() }
            #expect(error?.failure == .transport)
            #expect(error?.mayHaveBeenPerformed == true)
            #expect(scene.methods == ["wall.post"])
        }
    }

    @Test("A revoked token is an error of authorization, and asked once")
    func revoked() async throws {
        try await Scene.with { scene in
            scene.simulator.revoke("token-of-the-community")
            let error = await #expect(throws: VKError.self) { try await scene.vk.users.get(userIDs: [1]).send() }
            #expect(error?.code?.rawValue == 5)
            #expect(error?.failure == .authorization)
            #expect(scene.methods == ["users.get"])
        }
    }
}
