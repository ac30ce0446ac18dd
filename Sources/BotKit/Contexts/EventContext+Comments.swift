// Govorun: comments are answered. SPDX-License-Identifier: MIT

/// A comment the bot has written.
public struct SentComment: Sendable, Hashable {
    /// Its number.
    public let id: Int
    /// Whose the commented thing is; negative for the community.
    public let ownerID: Int
    /// The post, photo, video, topic or item it stands under.
    public let subjectID: Int
}

extension EventContext where Payload == CommentEvent {
    /// Whether the community wrote it itself: this bot, another program, or an administrator in its name.
    public var isOwn: Bool { object.fromID == -bot.communityID }

    /// Answers the comment in the community's name; formats are lost, since VK has none in comments.
    ///
    /// Comments to posts a community's token may write; to photos, videos, topics and goods VK lets people only, so that the bot needs the
    /// `user_token` of an administrator. A photo to be uploaded needs it, too.
    ///
    /// - Returns: the comment; `nil` when the community wrote the one to be answered: nothing is written then, or the bot would answer itself.
    /// - Throws: `TextError` when there is nothing to write; `UploadError`; `VKError`.
    @discardableResult
    public func reply(_ text: FormattedText = "", attachments: [Attachment] = []) async throws -> SentComment? {
        guard !isOwn else {
            logger.debug("the community's own comment is not answered", ["update.id": update.eventID])
            return nil
        }
        return try await comment(text, attachments, answering: object.id)
    }

    /// The same with a `String`, just as it is: a mention in it is a mention.
    @discardableResult
    @_disfavoredOverload public func reply(_ text: String, attachments: [Attachment] = []) async throws -> SentComment? {
        try await reply(FormattedText(text), attachments: attachments)
    }

    /// Writes under the same post, photo, video, topic or item without answering anybody; otherwise as `reply`.
    ///
    /// - Returns: the comment; `nil` when the event is about a comment of the community's.
    /// - Throws: as `reply`.
    @discardableResult
    public func comment(_ text: FormattedText = "", attachments: [Attachment] = []) async throws -> SentComment? {
        guard !isOwn else { return nil }
        return try await comment(text, attachments, answering: nil)
    }

    private func comment(_ text: FormattedText, _ attachments: [Attachment], answering answered: Int?) async throws -> SentComment {
        guard !text.isBlank || !attachments.isEmpty else { throw TextError(.empty) }
        guard let subject = CommentSubject(type, object, community: bot.communityID) else {
            throw VKError(.badRequest, method: "createComment", message: "\(type) is about no comment")
        }
        let names = try await run.names(of: attachments, at: .comment)
        return try await run.write(text.text, names, under: subject, answering: answered)
    }
}

extension EventContext where Payload == MessageReaction {
    /// The message that somebody reacted to.
    public var reactedMessage: SentMessage {
        SentMessage(run: run, peerID: object.peerID, messageID: 0, conversationMessageID: object.conversationMessageID)
    }
}

extension HandlerRun {
    /// Writes a comment, under a `guid` that is the same when this handler runs again on the same update.
    func write(_ text: String, _ attachments: [String], under subject: CommentSubject, answering answered: Int?) async throws -> SentComment
    {
        let digest = CallDigest("comment", content: [text, attachments.joined(separator: ","), subject.kind.rawValue, String(subject.id)])
        let ordinal = number(of: digest, to: subject.ownerID)
        let call = subject.call(
            text, attachments: attachments, answering: answered, guid: String(randomID(to: subject.ownerID, ordinal: ordinal)),
            community: bot.communityID)
        let answer = try await makeKnownByItself(call)
        return SentComment(id: answer["comment_id"].int ?? answer.int ?? 0, ownerID: subject.ownerID, subjectID: subject.id)
    }
}
