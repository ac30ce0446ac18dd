// Govorun: views of what happens to a community (source: the reference, "Event types"). SPDX-License-Identifier: MIT
public import TapeJSON

/// `photo_new`, `audio_new` and `video_new`: something was added.
public struct MediaNew: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// Its id.
    public var id: Int { json["id"].int ?? 0 }
    /// Whose; negative for the community.
    public var ownerID: Int { json["owner_id"].int ?? 0 }
    /// Who uploaded it, where VK says it; 100 for the community itself.
    public var userID: Int? { json["user_id"].int }
    /// What an attachment must name besides the ids.
    public var accessKey: String? { json["access_key"].string }
}

/// `group_change_photo`: the community has a new picture.
public struct GroupChangePhoto: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `group_change_photo`.
    public init(_ json: JSON) { self.json = json }

    /// Who changed it.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// The picture.
    public var photo: MediaNew { MediaNew(json["photo"]) }
}

/// `group_change_settings`: settings of the community were changed.
public struct GroupChangeSettings: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `group_change_settings`.
    public init(_ json: JSON) { self.json = json }

    /// Who changed them.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// By the setting's name: what it was and what it is; numbers or strings.
    public var changes: [String: (old: JSON, new: JSON)] {
        Dictionary(json["changes"].members.map { ($0.key, ($0.value["old_value"], $0.value["new_value"])) }) { $1 }
    }
}

/// `group_officers_edit`: somebody became an administrator, or ceased to be one.
public struct GroupOfficersEdit: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `group_officers_edit`.
    public init(_ json: JSON) { self.json = json }

    /// Who did it.
    public var adminID: Int { json["admin_id"].int ?? 0 }
    /// To whom.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// 0 none, 1 moderator, 2 editor, 3 administrator.
    public var levelOld: Int { json["level_old"].int ?? 0 }
    /// As `levelOld`.
    public var levelNew: Int { json["level_new"].int ?? 0 }
}

/// `user_block`: somebody was put on the blacklist.
public struct UserBlock: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `user_block`.
    public init(_ json: JSON) { self.json = json }

    /// Who did it.
    public var adminID: Int { json["admin_id"].int ?? 0 }
    /// To whom.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// Until when, Unix seconds; `nil`: for ever.
    public var unblockDate: Int? { json["unblock_date"].int.flatMap { $0 == 0 ? nil : $0 } }
    /// 0 other, 1 spam, 2 abuse, 3 strong language, 4 flood.
    public var reason: Int { json["reason"].int ?? 0 }
    /// What the administrator noted.
    public var comment: String { json["comment"].string ?? "" }
}

/// `user_unblock`: somebody was taken off the blacklist.
public struct UserUnblock: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `user_unblock`.
    public init(_ json: JSON) { self.json = json }

    /// Who did it.
    public var adminID: Int { json["admin_id"].int ?? 0 }
    /// To whom.
    public var userID: Int { json["user_id"].int ?? 0 }
    /// Whether the time was simply over.
    public var isByEndDate: Bool { json["by_end_date"].bool ?? false }
}

/// `poll_vote_new`: a vote in one of the community's polls; several choices come as several events.
public struct PollVote: VKObject {
    /// What VK sent.
    public let json: JSON
    /// A view of the object of `poll_vote_new`.
    public init(_ json: JSON) { self.json = json }

    /// Whose poll; negative for the community.
    public var ownerID: Int { json["owner_id"].int ?? 0 }
    /// The poll.
    public var pollID: Int { json["poll_id"].int ?? 0 }
    /// The choice.
    public var optionID: Int { json["option_id"].int ?? 0 }
    /// Who voted.
    public var userID: Int { json["user_id"].int ?? 0 }
}
