// Govorun: posts with pictures. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Publishing on a wall")
struct PublishTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

    /// VK with a wall; a picture's upload is answered once `together` of them are on their way.
    private func stage(together: Int = 1, refusing: Bool = false) -> Stage {
        let counts = Mutex((arrived: 0, saved: 0))
        return Stage(configure: { $0.kind = .user }) { exchange in
            switch exchange.name {
            case "photos.getWallUploadServer":
                return .response(["upload_url": "https://pu.vk.ru/upload", "album_id": 1, "user_id": 5])
            case "upload":
                counts.withLock { $0.arrived += 1 }
                while counts.withLock({ $0.arrived }) < together { await Task.yield() }
                return .text(refusing ? #"{"server":1,"photo":"[]","hash":"h"}"# : #"{"server":1,"photo":"[{}]","hash":"h"}"#)
            case "photos.saveWallPhoto":
                let id = counts.withLock { counts in
                    counts.saved += 1
                    return counts.saved
                }
                return .response([["id": .integer(id), "owner_id": 5, "access_key": "k"]])
            case "wall.post": return .response(["post_id": 77])
            default: return .error(3)
            }
        }
    }

    private func image(_ number: UInt8) -> UploadSource { .bytes(Self.png + [number], name: "\(number).png") }

    @Test("The pictures go up side by side, then the post goes out with them, the link and the date")
    func whole() async throws {
        let stage = stage(together: 3)
        var draft = WallDraft("Открылись!")
        draft.images = (0..<3).map(image)
        draft.link = "https://tea.example"
        draft.date = 1_800_000_000
        #expect(try await stage.outcome(stage.client.wall.publish(draft)).postID == 77)
        let post = try #require(stage.vk.exchanges("wall.post").first?.fields)
        #expect(post["message"] == "Открылись!")
        #expect(post["publish_date"] == "1800000000")
        let attachments = (post["attachments"] ?? "").split(separator: ",")
        #expect(Set(attachments.prefix(3)) == ["photo5_1_k", "photo5_2_k", "photo5_3_k"])
        #expect(attachments.last == "https://tea.example")
        #expect(post["owner_id"] == nil && post["from_group"] == nil)
        #expect(post["guid"]?.count == 32)
        #expect(stage.vk.mostAtOnce("upload") == 3)
    }

    @Test("On a community's wall it is the community that speaks, unless said otherwise", arguments: [true, false])
    func community(isFromCommunity: Bool) async throws {
        let stage = stage()
        var draft = WallDraft("x")
        draft.images = [image(1)]
        draft.ownerID = -200_000_001
        draft.isFromCommunity = isFromCommunity
        _ = try await stage.outcome(stage.client.wall.publish(draft))
        #expect(stage.vk.exchanges("photos.getWallUploadServer").first?.fields["group_id"] == "200000001")
        #expect(stage.vk.exchanges("photos.saveWallPhoto").first?.fields["group_id"] == "200000001")
        let post = try #require(stage.vk.exchanges("wall.post").first?.fields)
        #expect(post["owner_id"] == "-200000001")
        #expect(post["from_group"] == (isFromCommunity ? "1" : "0"))
    }

    @Test("All its calls go with its options, to its observers and under its number and tag")
    func options() async throws {
        let stage = stage()
        let heard = Mutex<[CallInfo]>([])
        var draft = WallDraft("x")
        draft.images = [image(1)]
        let request = stage.client.wall.publish(draft).configured { $0.language = "en" }.timeout(.seconds(7)).tagged(
            RequestTag(bot: "shop")
        )
        .observed(by: CallObserver(started: { info in heard.withLock { $0.append(info) } }))
        _ = try await stage.outcome(request)
        let calls = heard.withLock { $0 }
        #expect(calls.map(\.call.method) == ["photos.getWallUploadServer", "photos.saveWallPhoto", "wall.post"])
        #expect(calls.allSatisfy { $0.request == request.id && $0.tag?.bot == "shop" })
        #expect(stage.vk.exchanges.filter { $0.name != "upload" }.allSatisfy { $0.fields["lang"] == "en" })
        #expect(stage.vk.exchanges.allSatisfy { $0.request.timeout == .seconds(7) })
    }

    @Test("A mock stands for VK in the pictures' calls, too")
    func mocked() async throws {
        let stage = stage()
        var draft = WallDraft("x")
        draft.images = [image(1), image(2)]
        let posted = Mutex<String?>(nil)
        let request = stage.client.wall.publish(draft).configured {
            $0.mock = { call in
                if call.method == "photos.saveWallPhoto" { return .response([["id": 1, "owner_id": 5]]) }
                posted.withLock { $0 = call.parameters["attachments"] }
                return .response(["post_id": 9])
            }
        }
        #expect(try await stage.outcome(request).postID == 9)
        #expect(posted.withLock { $0 } == "photo5_1,photo5_1")
        #expect(stage.vk.exchanges.isEmpty)
    }

    @Test("Its progress is that of the pictures together, and only grows")
    func progress() async throws {
        let stage = stage(together: 3)
        let steps = Mutex<[RequestProgress]>([])
        var draft = WallDraft("x")
        draft.images = (0..<3).map(image)
        _ = try await stage.outcome(stage.client.wall.publish(draft).progress { step in steps.withLock { $0.append(step) } })
        let seen = steps.withLock { $0 }
        let last = try #require(seen.last)
        #expect(last.sent == last.total && last.sent > 3 * (Self.png.count + 1), "the forms around them count, too")
        #expect(seen.map(\.sent) == seen.map(\.sent).sorted())
    }

    @Test("A text alone needs no upload")
    func text() async throws {
        let stage = stage()
        _ = try await stage.outcome(stage.client.wall.publish(WallDraft("x")))
        #expect(stage.vk.exchanges.map(\.name) == ["wall.post"])
        #expect(stage.vk.exchanges[0].fields["attachments"] == nil)
    }

    @Test("When a picture is refused nothing is posted")
    func refused() async throws {
        let stage = stage(refusing: true)
        var draft = WallDraft("x")
        draft.images = [image(1), image(2)]
        await #expect(throws: UploadError.self) { try await stage.outcome(stage.client.wall.publish(draft)) }
        #expect(stage.vk.exchanges("wall.post").isEmpty)
    }

    @Test("What VK would refuse is refused before anything is uploaded")
    func impossible() async throws {
        let stage = stage()
        var crowded = WallDraft("x")
        crowded.images = (0..<10).map { image(UInt8($0)) }
        crowded.link = "https://tea.example"
        for draft in [WallDraft(), crowded] {
            let error = try await stage.failure(stage.client.wall.publish(draft))
            #expect(error?.failure == .badRequest)
            #expect(error?.method == "wall.publish")
        }
        #expect(stage.vk.exchanges.isEmpty)
    }
}
