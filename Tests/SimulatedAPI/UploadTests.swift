// Govorun: uploads and downloads at the simulator, over sockets. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKSimulator

@Suite("Uploads at the simulator")
struct UploadTests {
    @Test(
        "A community's token uploads it, VK has exactly its bytes, and what can be downloaded comes back", arguments: UploadCase.communities
    )
    func community(upload: UploadCase) async throws { try await prove(upload, Scene.Settings()) }

    @Test("A person's token uploads it, VK has exactly its bytes, and what can be downloaded comes back", arguments: UploadCase.people)
    func person(upload: UploadCase) async throws {
        var settings = Scene.Settings()
        settings.isPersons = true
        try await prove(upload, settings)
    }

    private func prove(_ upload: UploadCase, _ settings: Scene.Settings) async throws {
        try await Scene.with(settings) { scene in
            let back = try await upload.work(scene)
            let files = scene.simulator.files()
            #expect(files.map(\.flow) == [upload.flow])
            #expect(scene.simulator.content(of: try #require(files.first)) == upload.content)
            if let back { #expect(back == upload.content) }
            #expect(scene.methods == upload.methods)
            #expect(scene.simulator.calls().allSatisfy { $0.errorCode == 0 })
        }
    }

    @Test("Both tokens at once: a wall's photo goes with the person's, a message's with the community's")
    func bothTokens() async throws {
        try await Scene.with { scene in
            _ = try await scene.vk.uploads.wallPhoto(.bytes(SampleFile.png(300, 200), name: "a.png"), groupID: scene.community.id).send()
            _ = try await scene.vk.uploads.messagePhoto(.bytes(SampleFile.png(300, 200), name: "a.png")).send()
            #expect(
                scene.simulator.calls().map { "\($0.method) \($0.caller.prefix { $0 != " " })" } == [
                    "photos.getWallUploadServer person", "photos.saveWallPhoto person",
                    "photos.getMessagesUploadServer community", "photos.saveMessagesPhoto community",
                ])
        }
    }

    @Test("What was uploaded can be sent, and is shown to whom it was sent")
    func sent() async throws {
        try await Scene.with { scene in
            let photo = try await scene.vk.uploads.messagePhoto(
                .bytes(SampleFile.png(300, 200), name: "a.png"), peerID: scene.olga.id
            ).send()
            let voice = try await scene.vk.uploads.voice(
                .bytes(SampleFile.voice(seconds: 4), name: "a.ogg"), peerID: scene.olga.id
            ).send()
            for attachment in [photo.attachment, voice.attachment] {
                let id = try await scene.vk.messages.send(peerID: scene.olga.id, attachment: attachment).send()
                let found = try await scene.vk.messages.getByID(messageIDs: [id]).send().items[0]
                #expect(found.attachments.count == 1, "\(attachment)")
            }
            let shown = try await scene.vk.messages.getHistory(peerID: scene.olga.id).send().items[1].attachments[0]
            #expect(shown.photo.attachment == photo.attachment)
        }
    }

    @Test("The same picture to the same place is uploaded once: no call, the same attachment")
    func cache() async throws {
        try await Scene.with { scene in
            let uploads = scene.vk.uploads
            let picture = UploadSource.bytes(SampleFile.png(300, 200), name: "a.png")
            let first = try await uploads.messagePhoto(picture, peerID: scene.olga.id).send()
            let second = try await uploads.messagePhoto(picture, peerID: scene.olga.id).send()
            #expect(second.attachment == first.attachment)
            #expect(scene.methods == ["photos.getMessagesUploadServer", "photos.saveMessagesPhoto"])
            _ = try await uploads.messagePhoto(.bytes(SampleFile.png(301, 200), name: "a.png"), peerID: scene.olga.id).send()
            _ = try await uploads.withoutReuse.messagePhoto(picture, peerID: scene.olga.id).send()
            #expect(scene.simulator.files().count == 3)
        }
    }

    @Test(
        "A file that VK refuses is an error of the upload, and nothing is saved",
        arguments: [
            ("photo", [UInt8]("no picture".utf8), "a.png"), ("photo", SampleFile.png(4_000, 100), "a.png"), ("document", [1, 2], "a.mp3"),
            ("voice", [UInt8]("noise".utf8), "a.ogg"),
        ] as [(String, [UInt8], String)])
    func refused(kind: String, bytes: [UInt8], name: String) async throws {
        try await Scene.with { scene in
            let source = UploadSource.bytes(bytes, name: name)
            let error = await #expect(throws: UploadError.self) {
                switch kind {
                case "photo": _ = try await scene.vk.uploads.messagePhoto(source).send()
                case "voice": _ = try await scene.vk.uploads.voice(source).send()
                default: _ = try await scene.vk.uploads.messageDocument(source).send()
                }
            }
            #expect(error?.code == .refused)
            #expect(scene.methods.count == 1)
        }
    }

    @Test(
        "An address that expired, and an upload server that fails once, cost one more address",
        arguments: [Fault.Kind.expireUploads, .status(502), .garbage, .empty])
    func again(kind: Fault.Kind) async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(kind, match: "upload.*"))
            let content = SampleFile.png(300, 200) + [UInt8](repeating: 7, count: 200_000)
            let photo = try await scene.vk.uploads.messagePhoto(.bytes(content, name: "a.png")).send()
            #expect(try await scene.vk.downloads.photo(photo).bytes() == content)
            let address = "photos.getMessagesUploadServer"
            #expect(scene.methods == [address, address, "photos.saveMessagesPhoto"])
        }
    }

    @Test("A connection that breaks costs at most one more address", arguments: [Fault.Kind.resetBefore, .resetAfter, .cutUpload(1_000)])
    func broken(kind: Fault.Kind) async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(kind, match: "upload.*"))
            let content = SampleFile.png(300, 200) + [UInt8](repeating: 7, count: 200_000)
            let photo = try await scene.vk.uploads.messagePhoto(.bytes(content, name: "a.png")).send()
            #expect(try await scene.vk.downloads.photo(photo).bytes() == content)
            // On a connection that was used before, libcurl itself sends again.
            #expect(Set(scene.methods.dropLast()) == ["photos.getMessagesUploadServer"])
            #expect(scene.methods.count <= 3)
            #expect(scene.methods.last == "photos.saveMessagesPhoto")
        }
    }

    @Test("A video whose answer is lost is not sent again: it may be there whole")
    func lostVideo() async throws {
        var settings = Scene.Settings()
        settings.isPersons = true
        try await Scene.with(settings) { scene in
            scene.simulator.add(Fault(.resetAfter, match: "upload.video"))
            let video = scene.vk.uploads.video(.bytes([UInt8](repeating: 3, count: 100_000), name: "v.mp4"))
            let error = await #expect(throws: UploadError.self) { _ = try await video.send() }
            #expect(error?.code == .lost)
            #expect(scene.methods == ["video.save"])
            #expect(scene.simulator.files().count == 1)
        }
    }

    @Test("An upload server that fails twice is an error of the upload")
    func twice() async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(.expireUploads, match: "upload.*", count: 2))
            let request = scene.vk.uploads.messagePhoto(.bytes(SampleFile.png(300, 200), name: "a.png"))
            let error = await #expect(throws: UploadError.self) { _ = try await request.send() }
            #expect(error?.code == .unreadableAnswer)
            #expect(scene.methods.count == 2)
        }
    }

    @Test("A photo whose save VK refuses as stale is uploaded anew", arguments: [114, 118, 121])
    func stale(code: Int) async throws {
        try await Scene.with { scene in
            scene.simulator.add(Fault(.error(code), match: "photos.saveMessagesPhoto"))
            _ = try await scene.vk.uploads.messagePhoto(.bytes(SampleFile.png(300, 200), name: "a.png")).send()
            let (address, save) = ("photos.getMessagesUploadServer", "photos.saveMessagesPhoto")
            #expect(scene.methods == [address, save, address, save])
        }
    }
}
