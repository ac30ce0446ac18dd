// Govorun: kinds of events about the community, its people and its money. SPDX-License-Identifier: MIT

extension EventKind where Payload == GroupJoin {
    /// Somebody joined, or asked to.
    public static var groupJoin: Self { Self(type: .groupJoin) }
}

extension EventKind where Payload == GroupLeave {
    /// Somebody left or was removed.
    public static var groupLeave: Self { Self(type: .groupLeave) }
}

extension EventKind where Payload == GroupChangePhoto {
    /// The community has a new picture.
    public static var groupChangePhoto: Self { Self(type: .groupChangePhoto) }
}

extension EventKind where Payload == GroupChangeSettings {
    /// Settings of the community were changed.
    public static var groupChangeSettings: Self { Self(type: .groupChangeSettings) }
}

extension EventKind where Payload == GroupOfficersEdit {
    /// Somebody became an administrator, or ceased to be one.
    public static var groupOfficersEdit: Self { Self(type: .groupOfficersEdit) }
}

extension EventKind where Payload == UserBlock {
    /// Somebody was put on the blacklist.
    public static var userBlock: Self { Self(type: .userBlock) }
}

extension EventKind where Payload == UserUnblock {
    /// Somebody was taken off the blacklist.
    public static var userUnblock: Self { Self(type: .userUnblock) }
}

extension EventKind where Payload == PollVote {
    /// Somebody voted in a poll of the community's.
    public static var pollVoteNew: Self { Self(type: .pollVoteNew) }
}

extension EventKind where Payload == MarketOrder {
    /// Somebody ordered something; by Callback API only.
    public static var marketOrderNew: Self { Self(type: .marketOrderNew) }
    /// An order was changed; by Callback API only.
    public static var marketOrderEdit: Self { Self(type: .marketOrderEdit) }
}

extension EventKind where Payload == LeadForm {
    /// Somebody filled in a form; by Callback API only.
    public static var leadFormsNew: Self { Self(type: .leadFormsNew) }
}

extension EventKind where Payload == DonutSubscription {
    /// A paid subscription began.
    public static var donutSubscriptionCreate: Self { Self(type: .donutSubscriptionCreate) }
    /// A paid subscription goes on.
    public static var donutSubscriptionProlonged: Self { Self(type: .donutSubscriptionProlonged) }
    /// A paid subscription ran out.
    public static var donutSubscriptionExpired: Self { Self(type: .donutSubscriptionExpired) }
    /// A paid subscription was cancelled.
    public static var donutSubscriptionCancelled: Self { Self(type: .donutSubscriptionCancelled) }
}

extension EventKind where Payload == DonutPriceChange {
    /// A paid subscription has another price.
    public static var donutSubscriptionPriceChanged: Self { Self(type: .donutSubscriptionPriceChanged) }
}

extension EventKind where Payload == DonutWithdrawal {
    /// Money was paid out to the community.
    public static var donutMoneyWithdraw: Self { Self(type: .donutMoneyWithdraw) }
    /// Money could not be paid out to the community.
    public static var donutMoneyWithdrawError: Self { Self(type: .donutMoneyWithdrawError) }
}

extension EventKind where Payload == VKPayTransaction {
    /// Somebody paid the community.
    public static var vkpayTransaction: Self { Self(type: .vkpayTransaction) }
}

extension EventKind where Payload == HistoryMayBeLost {
    /// VK has lost updates before this moment: whoever counts, or mirrors something, should look again.
    public static var historyMayBeLost: Self { Self(type: .historyMayBeLost) }
}
