// Govorun: every kind of upload with a file that VK takes. SPDX-License-Identifier: MIT
import Testing
import VKAPI
import VKSimulator

/// Files whose first bytes say what they are.
enum SampleFile {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0]
    }

    static func voice(seconds: Int) -> [UInt8] {
        let samples = (0..<8).map { UInt8(truncatingIfNeeded: (48_000 * seconds) >> (8 * $0)) }
        let first = Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + Array("OpusHead".utf8) + [UInt8](repeating: 1, count: 100)
        return first + Array("OggS".utf8) + [0, 4] + samples + [UInt8](repeating: 2, count: 20)
    }
}

/// One kind of upload: what is sent, how, and what VK must see of it.
struct UploadCase: Sendable, CustomTestStringConvertible {
    /// The simulator's name of it.
    let flow: String
    let methods: [String]
    let content: [UInt8]
    /// Uploads it; gives what a download brings back, `nil` where there is nothing to download.
    let work: @Sendable (Scene) async throws -> [UInt8]?

    var testDescription: String { flow }

    /// An upload of `content` by two methods, the address's and the save's.
    private init(
        _ flow: String, _ get: String, _ save: String?, _ content: [UInt8], work: @escaping @Sendable (Scene) async throws -> [UInt8]?
    ) {
        (self.flow, methods, self.content, self.work) = (flow, [get] + [save].compactMap(\.self), content, work)
    }

    private static let picture = SampleFile.png(1600, 900) + [UInt8](0...255)
    private static let photo = UploadSource.bytes(picture, name: "вид.png")
    private static let text = Array("текст".utf8)
    private static let document = UploadSource.bytes(text, name: "отчёт.txt")
    private static let voiceFile = SampleFile.voice(seconds: 4)
    private static let film = [UInt8](repeating: 3, count: 5_000)

    /// Kinds that both tokens may use.
    private static let shared = [
        UploadCase("message_photo", "photos.getMessagesUploadServer", "photos.saveMessagesPhoto", picture) { scene in
            let saved = try await scene.vk.uploads.messagePhoto(photo).send()
            return try await scene.vk.downloads.photo(saved).bytes()
        },
        UploadCase("message_doc", "docs.getMessagesUploadServer", "docs.save", text) { scene in
            let saved = try await scene.vk.uploads.messageDocument(document, title: "Отчёт").send()
            return try await scene.vk.downloads.document(saved.doc).bytes()
        },
        UploadCase("audio_message", "docs.getMessagesUploadServer", "docs.save", voiceFile) { scene in
            let saved = try await scene.vk.uploads.voice(.bytes(voiceFile, name: "v.ogg")).send()
            return try await scene.vk.downloads.voice(saved.audioMessage).bytes()
        },
        UploadCase("graffiti", "docs.getMessagesUploadServer", "docs.save", picture) { scene in
            let saved = try await scene.vk.uploads.graffiti(photo).send()
            return try await scene.vk.downloads.graffiti(saved.graffiti).bytes()
        },
        UploadCase("wall_doc", "docs.getWallUploadServer", "docs.save", text) { scene in
            let saved = try await scene.vk.uploads.wallDocument(document, groupID: scene.community.id).send()
            return try await scene.vk.downloads.document(saved.doc).bytes()
        },
        UploadCase("cover", "photos.getOwnerCoverPhotoUploadServer", "photos.saveOwnerCoverPhoto", picture) { scene in
            let saved = try await scene.vk.uploads.communityCover(photo, groupID: scene.community.id).send()
            return saved.images.isEmpty ? [] : nil
        },
        UploadCase("story_photo", "stories.getPhotoUploadServer", "stories.save", picture) { scene in
            let saved = try await scene.vk.uploads.storyPhoto(photo).send()
            return try await scene.vk.downloads.story(saved.items[0]).bytes()
        },
        UploadCase("story_video", "stories.getVideoUploadServer", "stories.save", film) { scene in
            try await scene.vk.uploads.storyVideo(.bytes(film, name: "v.mp4")).send().items.isEmpty ? [] : nil
        },
    ]

    /// Kinds open to a community's token.
    static let communities =
        shared + [
            UploadCase("chat_photo", "photos.getChatUploadServer", "messages.setChatPhoto", picture) { scene in
                let set = try await scene.vk.uploads.chatPhoto(
                    photo, chatID: number(of: scene.chat), crop: SquareCrop(x: 1, y: 2, width: 300)
                ).send()
                return set.chat.title == "Чат" ? nil : []
            }
        ]

    /// Kinds open to a person's token.
    static let people =
        shared + [
            UploadCase("wall_photo", "photos.getWallUploadServer", "photos.saveWallPhoto", picture) { scene in
                let saved = try await scene.vk.uploads.wallPhoto(photo, groupID: scene.community.id, caption: "вид").send()
                return try await scene.vk.downloads.photo(saved).bytes()
            },
            UploadCase("file_doc", "docs.getUploadServer", "docs.save", text) { scene in
                let saved = try await scene.vk.uploads.document(document).send()
                return try await scene.vk.downloads.document(saved.doc).bytes()
            },
            UploadCase("album_photo", "photos.getUploadServer", "photos.save", picture) { scene in
                let saved = try await scene.vk.uploads.albumPhotos([photo], albumID: 5, groupID: scene.community.id).send()
                return try await scene.vk.downloads.photo(saved[0]).bytes()
            },
            UploadCase("owner_photo", "photos.getOwnerPhotoUploadServer", "photos.saveOwnerPhoto", picture) { scene in
                let crop = SquareCrop(x: 0, y: 0, width: 200)
                let saved = try await scene.vk.uploads.ownerPhoto(photo, ownerID: -scene.community.id, squareCrop: crop).send()
                return saved.photoSrc.isEmpty ? [] : nil
            },
            UploadCase("market_photo", "photos.getMarketUploadServer", "photos.saveMarketPhoto", picture) { scene in
                let saved = try await scene.vk.uploads.marketPhoto(photo, groupID: scene.community.id, isMain: true).send()
                return try await scene.vk.downloads.photo(saved).bytes()
            },
            UploadCase("product_photo", "market.getProductPhotoUploadServer", "market.saveProductPhoto", picture) { scene in
                try await scene.vk.uploads.productPhoto(photo, groupID: scene.community.id).send().photoID > 0 ? nil : []
            },
            UploadCase("collection_photo", "photos.getMarketAlbumUploadServer", "photos.saveMarketAlbumPhoto", picture) { scene in
                let saved = try await scene.vk.uploads.marketAlbumPhoto(photo, groupID: scene.community.id).send()
                return try await scene.vk.downloads.photo(saved).bytes()
            },
            UploadCase("poll_photo", "polls.getPhotoUploadServer", "polls.savePhoto", picture) { scene in
                try await scene.vk.uploads.pollPhoto(photo).send().images.isEmpty ? [] : nil
            },
            UploadCase("video", "video.save", nil, film) { scene in
                let saved = try await scene.vk.uploads.video(.bytes(film, name: "v.mp4"), VideoOptions()).send()
                return saved.videoID ?? 0 > 0 ? nil : []
            },
        ]
}
