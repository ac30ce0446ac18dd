// Govorun: what a comment is a comment to. SPDX-License-Identifier: MIT

/// A post, photo, video, topic or item that is commented.
struct CommentSubject: Sendable, Hashable {
    enum Kind: String, Sendable, CaseIterable {
        case wall, photo = "photos", video, topic = "board", goods = "market"

        /// By the kind of event; `nil` for one that is about no comment.
        init?(_ type: UpdateType) {
            let prefixes: [(String, Kind)] = [
                ("wall_reply_", .wall), ("photo_comment_", .photo), ("video_comment_", .video), ("board_post_", .topic),
                ("market_comment_", .goods),
            ]
            guard let kind = prefixes.first(where: { type.rawValue.hasPrefix($0.0) })?.1 else { return nil }
            self = kind
        }
    }

    let kind: Kind
    /// Negative for a community.
    let ownerID: Int
    let id: Int

    /// What `comment` was written to in `community`.
    init?(_ type: UpdateType, _ comment: CommentEvent, community: Int) {
        guard let kind = Kind(type) else { return nil }
        self.kind = kind
        let owner = comment.subjectOwnerID == 0 ? comment.json["owner_id"].int ?? 0 : comment.subjectOwnerID
        ownerID = owner == 0 ? -community : owner
        id = comment.subjectID
    }

    /// The call that writes a comment in the name of `community` (source: VK's JSON schema 5.199, `wall.createComment` and its kin).
    ///
    /// - Parameters:
    ///   - answered: the comment it answers; a topic has no such thing.
    ///   - guid: what VK knows a repeat by.
    func call(_ text: String, attachments: [String], answering answered: Int?, guid: String, community: Int) -> Call {
        var call = Call(
            "\(kind.rawValue).createComment",
            ["message": text.isEmpty ? nil : text, "attachments": attachments.isEmpty ? nil : attachments, "guid": guid])
        let names: (owner: String, id: String) =
            switch kind {
            case .wall: ("owner_id", "post_id")
            case .photo: ("owner_id", "photo_id")
            case .video: ("owner_id", "video_id")
            case .topic: ("group_id", "topic_id")
            case .goods: ("owner_id", "item_id")
            }
        call.parameters[names.owner] = String(kind == .topic ? Int(ownerID.magnitude) : ownerID)
        call.parameters[names.id] = String(id)
        // The wall wants to know which community, the others whether it is one.
        call.parameters["from_group"] = kind == .wall ? String(community) : "1"
        if kind != .topic { call.parameters["reply_to_comment"] = answered.map(String.init) }
        return call
    }
}
