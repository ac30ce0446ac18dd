// Govorun: uploads of stories and videos. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// Where a story is shown and what it leads to.
public struct StoryOptions: Sendable {
    /// The community whose story it is; `nil`: the person's own.
    public var groupID: Int?
    /// Whether it is shown to all; needed unless `userIDs` are given.
    public var addsToNews = true
    /// The people it is sent to instead.
    public var userIDs: [Int]?
    /// The story it answers, as `{owner}_{id}`.
    public var replyToStory: String?
    /// The words of the link under it.
    public var linkText: StoriesUploadLinkText?
    /// The link under it, a page of VK.
    public var linkURL: String?
    /// Stickers to tap, as VK's JSON text.
    public var clickableStickers: String?

    /// A story for all, without a link.
    public init() {}

    fileprivate var parameters: Parameters {
        [
            "add_to_news": addsToNews, "user_ids": userIDs, "group_id": groupID, "reply_to_story": replyToStory, "link_text": linkText,
            "link_url": linkURL, "clickable_stickers": clickableStickers,
        ]
    }
}

/// How a video is kept.
public struct VideoOptions: Sendable {
    /// Its name; `nil`: VK takes the file's.
    public var name: String?
    /// Its description.
    public var description: String?
    /// Whether only those it is sent to see it.
    public var isPrivate: Bool?
    /// Whether it is put on the wall at once.
    public var isOnWall: Bool?
    /// The community whose video it is; `nil`: the person's own.
    public var groupID: Int?
    /// The album it goes to.
    public var albumID: Int?
    /// Whether nobody may comment.
    public var hasNoComments: Bool?
    /// Whether it plays again and again.
    public var repeats: Bool?

    /// VK's defaults.
    public init() {}

    fileprivate func parameters(link: String? = nil) -> Parameters {
        [
            "name": name, "description": description, "is_private": isPrivate, "wallpost": isOnWall, "link": link, "group_id": groupID,
            "album_id": albumID, "no_comments": hasNoComments, "repeat": repeats,
        ]
    }
}

extension Uploads {
    /// Tells a story with a photo, at most 10 MB. Person or community.
    public func storyPhoto(_ source: UploadSource, _ options: StoryOptions = StoryOptions()) -> Request<StoriesSaveResponse> {
        story(source, .storyPhoto, "stories.getPhotoUploadServer", field: "file", options)
    }

    /// Tells a story with a video: MP4 with H.264 and AAC, 720 × 1280. Person or community.
    public func storyVideo(_ source: UploadSource, _ options: StoryOptions = StoryOptions()) -> Request<StoriesSaveResponse> {
        story(source, .storyVideo, "stories.getVideoUploadServer", field: "video_file", options)
    }

    /// A video: AVI, MP4, 3GP, MPEG, MOV, FLV or WMV. Person. VK goes on working on it for a while.
    public func video(_ source: UploadSource, _ options: VideoOptions = VideoOptions()) -> Request<VideoSaveResult> {
        upload(
            source,
            UploadRoute(
                kind: .video, server: Call("video.save", options.parameters()), field: "video_file", proof: nil, saving: .nothing))
    }

    /// A video of another site, by the address of its page. Person.
    public func video(byLink link: String, _ options: VideoOptions = VideoOptions()) -> Request<VideoSaveResult> {
        var route = UploadRoute(
            kind: .video, server: Call("video.save", options.parameters(link: link)), field: "", proof: nil, saving: .nothing)
        route.isVisit = true
        return upload([], route) { VideoSaveResult(response: $0) }
    }

    private func story(
        _ source: UploadSource, _ kind: UploadKind, _ method: String, field: String, _ options: StoryOptions
    ) -> Request<StoriesSaveResponse> {
        upload(
            source,
            UploadRoute(
                kind: kind, server: Call(method, options.parameters), field: field, proof: "response.upload_result",
                saving: .renamed(Call("stories.save"), field: "response.upload_result", parameter: "upload_results")))
    }
}
