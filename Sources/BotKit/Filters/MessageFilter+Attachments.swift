// Govorun: questions about what is attached to a message. SPDX-License-Identifier: MIT

extension MessageFilter where Value: VKObject {
    /// The first attachment that VK calls `type`.
    private static func first(_ type: String) -> Self {
        Self { message in message.raw.attachments.first { $0.type.rawValue == type }.map { Value($0.object) } }
    }
}

extension MessageFilter where Value == PhotosPhoto {
    /// With a photo: the first.
    public static var photo: Self { first("photo") }
}
extension MessageFilter where Value == VideoVideoFull {
    /// With a video: the first.
    public static var video: Self { first("video") }
}
extension MessageFilter where Value == AudioAudio {
    /// With a piece of music: the first.
    public static var audio: Self { first("audio") }
}
extension MessageFilter where Value == DocsDoc {
    /// With a document: the first.
    public static var doc: Self { first("doc") }
}
extension MessageFilter where Value == MessagesAudioMessage {
    /// With a voice message: the first.
    public static var audioMessage: Self { first("audio_message") }
}
extension MessageFilter where Value == MessagesGraffiti {
    /// With a drawing: the first.
    public static var graffiti: Self { first("graffiti") }
}
extension MessageFilter where Value == BaseStickerNew {
    /// With a sticker: the first.
    public static var sticker: Self { first("sticker") }
}
extension MessageFilter where Value == WallWallpostFull {
    /// With a post: the first.
    public static var wall: Self { first("wall") }
}
extension MessageFilter where Value == WallWallComment {
    /// With a comment: the first.
    public static var wallReply: Self { first("wall_reply") }
}
extension MessageFilter where Value == PollsPoll {
    /// With a poll: the first.
    public static var poll: Self { first("poll") }
}
extension MessageFilter where Value == BaseLink {
    /// With a link: the first.
    public static var link: Self { first("link") }
}
extension MessageFilter where Value == MarketMarketItem {
    /// With goods: the first.
    public static var market: Self { first("market") }
}
extension MessageFilter where Value == MarketMarketAlbum {
    /// With a collection of goods: the first.
    public static var marketAlbum: Self { first("market_album") }
}
extension MessageFilter where Value == StoriesStory {
    /// With a story: the first.
    public static var story: Self { first("story") }
}
extension MessageFilter where Value == GiftsLayout {
    /// With a gift: the first.
    public static var gift: Self { first("gift") }
}
extension MessageFilter where Value == CallsCall {
    /// With a call: the first.
    public static var call: Self { first("call") }
}
