// Govorun: every upload VK has, its three steps. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

/// What one kind of upload asks, sends and saves.
struct UploadFlow: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Uploads and says how the result is attached, or by which id it is used.
    let upload: @Sendable (UploadHost) async throws -> String
    let server: String
    var asked: [String: String] = [:]
    var fields = ["photo"]
    let answer: String
    var save: String?
    var given: [String: String] = [:]
    var saved: JSONValue = UploadHost.photo
    let result: String
}

@Suite("Upload flows")
struct UploadFlowTests {
    private static let document: JSONValue = ["type": "doc", "doc": ["id": 9, "owner_id": 2, "access_key": "k9"]]
    private static let list = #"[{\"photo\":\"1a:w\"}]"#
    private static let photo = UploadHost.picture
    private static let photos = #"[{"photo":"1a:w"}]"#

    static let flows: [UploadFlow] = [
        UploadFlow(
            testDescription: "a photo in a message", upload: { try await $0.outcome($0.uploads.messagePhoto(photo, peerID: 3)).attachment },
            server: "photos.getMessagesUploadServer", asked: ["peer_id": "3"], answer: UploadHost.photoAnswer,
            save: "photos.saveMessagesPhoto", given: ["server": "5", "photo": photos, "hash": "h1"], result: "photo-1_7_key7"),
        UploadFlow(
            testDescription: "a document in a message",
            upload: { try await $0.outcome($0.uploads.messageDocument(photo, peerID: 3, title: "Кот", tags: "a,b")).attachment },
            server: "docs.getMessagesUploadServer", asked: ["type": "doc", "peer_id": "3"], fields: ["file"], answer: #"{"file": "1|2"}"#,
            save: "docs.save", given: ["file": "1|2", "title": "Кот", "tags": "a,b"], saved: document, result: "doc2_9_k9"),
        UploadFlow(
            testDescription: "a voice message", upload: { try await $0.outcome($0.uploads.voice(photo, peerID: 3)).attachment },
            server: "docs.getMessagesUploadServer", asked: ["type": "audio_message", "peer_id": "3"], fields: ["file"],
            answer: #"{"file": "1|2"}"#, save: "docs.save", given: ["file": "1|2"],
            saved: ["type": "audio_message", "audio_message": ["id": 4, "owner_id": 2, "access_key": "k4"]],
            result: "audio_message2_4_k4"),
        UploadFlow(
            testDescription: "a graffiti", upload: { try await $0.outcome($0.uploads.graffiti(photo)).attachment },
            server: "docs.getMessagesUploadServer", asked: ["type": "graffiti"], fields: ["file"], answer: #"{"file": "1|2"}"#,
            save: "docs.save", given: ["file": "1|2"], saved: ["type": "graffiti", "graffiti": ["id": 4, "owner_id": 2]],
            result: "graffiti2_4"),
        UploadFlow(
            testDescription: "a document on a wall",
            upload: { try await $0.outcome($0.uploads.wallDocument(photo, groupID: 1)).doc.attachment },
            server: "docs.getWallUploadServer", asked: ["group_id": "1"], fields: ["file"], answer: #"{"file": "1|2"}"#, save: "docs.save",
            given: ["file": "1|2"], saved: document, result: "doc2_9_k9"),
        UploadFlow(
            testDescription: "a document in files",
            upload: { try await $0.outcome($0.uploads.document(photo, groupID: 1, title: "t")).attachment },
            server: "docs.getUploadServer", asked: ["group_id": "1"], fields: ["file"], answer: #"{"file": "1|2"}"#, save: "docs.save",
            given: ["file": "1|2", "title": "t"], saved: document, result: "doc2_9_k9"),
        UploadFlow(
            testDescription: "a photo on a wall",
            upload: { try await $0.outcome($0.uploads.wallPhoto(photo, groupID: 1, caption: "c", latitude: 1.5)).attachment },
            server: "photos.getWallUploadServer", asked: ["group_id": "1"], answer: UploadHost.photoAnswer, save: "photos.saveWallPhoto",
            given: ["server": "5", "photo": photos, "hash": "h1", "group_id": "1", "caption": "c", "latitude": "1.5"],
            result: "photo-1_7_key7"),
        UploadFlow(
            testDescription: "five photos in an album",
            upload: {
                let photos = try await $0.outcome($0.uploads.albumPhotos(Array(repeating: photo, count: 5), albumID: 6, groupID: 1))
                return photos.map(\.attachment).joined(separator: ",")
            },
            server: "photos.getUploadServer", asked: ["album_id": "6", "group_id": "1"], fields: (1...5).map { "file\($0)" },
            answer: #"{"server": "5", "photos_list": "\#(list)", "aid": 6, "hash": "h1"}"#, save: "photos.save",
            given: ["album_id": "6", "group_id": "1", "server": "5", "photos_list": photos, "hash": "h1"], result: "photo-1_7_key7"),
        UploadFlow(
            testDescription: "the photo of a chat",
            upload: {
                let crop = SquareCrop(x: 1, y: 2, width: 300)
                return "\(try await $0.outcome($0.uploads.chatPhoto(photo, chatID: 4, crop: crop)).messageID ?? 0)"
            },
            server: "photos.getChatUploadServer", asked: ["chat_id": "4", "crop_x": "1", "crop_y": "2", "crop_width": "300"],
            fields: ["file"], answer: #"{"response": "e30="}"#, save: "messages.setChatPhoto", given: ["file": "e30="],
            saved: ["message_id": 12, "chat": [:]], result: "12"),
        UploadFlow(
            testDescription: "the cover of a community",
            upload: { "\(try await $0.outcome($0.uploads.communityCover(photo, groupID: 1)).images.count)" },
            server: "photos.getOwnerCoverPhotoUploadServer",
            asked: ["group_id": "1", "crop_x": "0", "crop_y": "0", "crop_x2": "795", "crop_y2": "200"],
            answer: #"{"photo": "e30=", "hash": "h1"}"#, save: "photos.saveOwnerCoverPhoto", given: ["photo": "e30=", "hash": "h1"],
            saved: ["images": [["url": "u"]]], result: "1"),
        UploadFlow(
            testDescription: "the photo of a profile",
            upload: {
                let crop = SquareCrop(x: 1, y: 2, width: 200)
                return try await $0.outcome($0.uploads.ownerPhoto(photo, ownerID: -1, squareCrop: crop)).photoHash
            },
            server: "photos.getOwnerPhotoUploadServer", asked: ["owner_id": "-1"], fields: ["_square_crop", "photo"],
            answer: UploadHost.photoAnswer, save: "photos.saveOwnerPhoto", given: ["server": "5", "photo": photos, "hash": "h1"],
            saved: ["photo_hash": "ph", "saved": 1], result: "ph"),
        UploadFlow(
            testDescription: "a story with a photo",
            upload: {
                var options = StoryOptions()
                options.groupID = 1
                return try await $0.outcome($0.uploads.storyPhoto(photo, options)).items[0].attachment
            },
            server: "stories.getPhotoUploadServer", asked: ["add_to_news": "1", "group_id": "1"], fields: ["file"],
            answer: #"{"response": {"upload_result": "r1"}, "_sig": "s"}"#, save: "stories.save", given: ["upload_results": "r1"],
            saved: ["count": 1, "items": [["id": 3, "owner_id": -1, "access_key": "k3"]]], result: "story-1_3_k3"),
        UploadFlow(
            testDescription: "a story with a video",
            upload: {
                var options = StoryOptions()
                (options.addsToNews, options.userIDs, options.linkText) = (false, [1, 2], "to_store")
                return try await $0.outcome($0.uploads.storyVideo(photo, options)).items[0].attachment
            },
            server: "stories.getVideoUploadServer", asked: ["add_to_news": "0", "user_ids": "1,2", "link_text": "to_store"],
            fields: ["video_file"], answer: #"{"response": {"upload_result": "r1"}, "_sig": "s"}"#, save: "stories.save",
            given: ["upload_results": "r1"], saved: ["count": 1, "items": [["id": 3, "owner_id": -1]]], result: "story-1_3"),
        UploadFlow(
            testDescription: "a photo of goods, by the older methods",
            upload: { "\(try await $0.outcome($0.uploads.marketPhoto(photo, groupID: 1, isMain: true)).id)" },
            server: "photos.getMarketUploadServer", asked: ["group_id": "1", "main_photo": "1"], fields: ["file"],
            answer: #"{"server": 5, "photo": "\#(list)", "hash": "h1", "crop_data": "cd", "crop_hash": "ch", "group_id": 1}"#,
            save: "photos.saveMarketPhoto",
            given: ["group_id": "1", "server": "5", "photo": photos, "hash": "h1", "crop_data": "cd", "crop_hash": "ch"], result: "7"),
        UploadFlow(
            testDescription: "a photo of goods, by the newer methods",
            upload: { "\(try await $0.outcome($0.uploads.productPhoto(photo, groupID: 1)).photoID)" },
            server: "market.getProductPhotoUploadServer", asked: ["group_id": "1"], fields: ["file"],
            answer: #"{"photo": "p",  "meta": {"a": [1]}}"#, save: "market.saveProductPhoto",
            given: ["upload_response": #"{"photo": "p",  "meta": {"a": [1]}}"#], saved: ["photo_id": 15], result: "15"),
        UploadFlow(
            testDescription: "the photo of a collection of goods",
            upload: { "\(try await $0.outcome($0.uploads.marketAlbumPhoto(photo, groupID: 1)).id)" },
            server: "photos.getMarketAlbumUploadServer", asked: ["group_id": "1"], fields: ["file"],
            answer: #"{"server": 5, "photo": "\#(list)", "hash": "h1", "gid": 1}"#, save: "photos.saveMarketAlbumPhoto",
            given: ["group_id": "1", "server": "5", "photo": photos, "hash": "h1"], result: "7"),
        UploadFlow(
            testDescription: "the background of a poll",
            upload: { "\(try await $0.outcome($0.uploads.pollPhoto(photo, ownerID: -1)).id ?? 0)" },
            server: "polls.getPhotoUploadServer", asked: ["owner_id": "-1"], answer: #"{"photo": "p", "hash": "h1"}"#,
            save: "polls.savePhoto", given: ["photo": "p", "hash": "h1"], saved: ["id": 16], result: "16"),
    ]

    @Test("Each asks for its address, sends its form and saves what came back unchanged", arguments: flows)
    func flow(_ flow: UploadFlow) async throws {
        let host = UploadHost(answer: { _ in .text(flow.answer) }, saved: flow.saved)
        #expect(try await flow.upload(host) == flow.result)
        #expect(host.calls == [flow.server] + (flow.save.map { [$0] } ?? []))
        #expect(host.fields(flow.server) == flow.asked)
        if let save = flow.save { #expect(host.fields(save) == flow.given) }
        let parts = try host.parts()
        #expect(parts.map { $0.head.split(separator: "\"").dropFirst().first.map(String.init) } == flow.fields)
        #expect(
            parts.last?.head
                == "Content-Disposition: form-data; name=\"\(flow.fields.last ?? "")\"; filename=\"cat.gif\"\r\nContent-Type: image/gif")
        #expect(parts.last?.content == "GIF89a and a picture")
        #expect(host.posts.allSatisfy { $0.headers.isEmpty && $0.method == .post })
    }

    @Test("A video is there once its file is sent: nothing is saved, and it is sent once only")
    func video() async throws {
        let slot: JSONValue = ["upload_url": JSONValue(UploadHost.address), "video_id": 8, "owner_id": -1, "access_key": "k8"]
        let host = UploadHost(answer: { _ in .text(#"{"size": 20, "video_id": 8}"#) }, saved: slot)
        var options = VideoOptions()
        (options.name, options.isPrivate, options.groupID) = ("Обзор", true, 1)
        let video = try await host.outcome(host.uploads.video(UploadHost.picture, options))
        #expect(video.attachment == "video-1_8_k8")
        #expect(host.calls == ["video.save"])
        #expect(host.fields("video.save") == ["name": "Обзор", "is_private": "1", "group_id": "1"])
        #expect(try host.parts().first?.head.contains(#"name="video_file""#) == true)
        #expect(host.posts.first?.sendsOnce == true)
    }

    @Test("A video of another site is fetched by VK after one look at the address")
    func linkedVideo() async throws {
        let slot: JSONValue = ["upload_url": JSONValue(UploadHost.address), "video_id": 8, "owner_id": -1]
        let host = UploadHost(answer: { _ in .text(#"{"response": 1}"#) }, saved: slot)
        let video = try await host.outcome(host.uploads.video(byLink: "https://video.example/1"))
        #expect(video.attachment == "video-1_8")
        #expect(host.fields("video.save") == ["link": "https://video.example/1"])
        #expect(host.posts.map(\.method) == [.get])
    }

    @Test("A part of a profile's photo is sent as text before it")
    func squareCrop() async throws {
        let host = UploadHost(saved: ["saved": 1])
        _ = try await host.outcome(host.uploads.ownerPhoto(UploadHost.picture, squareCrop: SquareCrop(x: 10, y: 20, width: 200)))
        #expect(
            try host.parts().first == UploadHost.Part(head: #"Content-Disposition: form-data; name="_square_crop""#, content: "10,20,200"))
    }

    @Test("VK may make another thing of a document than was meant")
    func otherType() async throws {
        let host = UploadHost(
            answer: { _ in .text(#"{"file": "1|2"}"#) }, saved: ["type": "audio_message", "audio_message": ["id": 4, "owner_id": 2]])
        #expect(try await host.outcome(host.uploads.messageDocument(UploadHost.picture)).attachment == "audio_message2_4")
    }

    @Test("An album takes one to five photos", arguments: [0, 6])
    func albumCount(count: Int) async throws {
        let host = UploadHost()
        let upload = host.uploads.albumPhotos(Array(repeating: UploadHost.picture, count: count), albumID: 1)
        #expect(try await host.failure(upload).code == .badCount)
        #expect(host.calls.isEmpty)
    }
}
