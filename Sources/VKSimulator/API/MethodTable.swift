// Govorun: the methods there are. SPDX-License-Identifier: MIT

/// Every simulated method by its name.
enum MethodTable {
    static let methods: [String: any SimulatedMethod.Type] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let all: [any SimulatedMethod.Type] =
        groups + callbacks + page + messages + conversations + media + pages + comments + others

    private static let groups: [any SimulatedMethod.Type] = [
        GroupsGetByID.self, GroupsGetTokenPermissions.self, GroupsGetMembers.self, GroupsIsMember.self, GroupsGetLongPollServer.self,
        GroupsGetLongPollSettings.self, GroupsSetLongPollSettings.self,
    ]

    private static let page: [any SimulatedMethod.Type] = [
        GroupsGetBanned.self, GroupsGetOnlineStatus.self, GroupsEnableOnline.self, GroupsDisableOnline.self, GroupsGetTagList.self,
        GroupsTagAdd.self,
        GroupsTagUpdate.self, GroupsTagDelete.self, GroupsTagBind.self, GroupsSetUserNote.self, GroupsSetSettings.self,
    ]

    private static let callbacks: [any SimulatedMethod.Type] = [
        GroupsGetCallbackConfirmationCode.self, GroupsGetCallbackServers.self, GroupsAddCallbackServer.self,
        GroupsEditCallbackServer.self, GroupsDeleteCallbackServer.self, GroupsGetCallbackSettings.self, GroupsSetCallbackSettings.self,
    ]

    private static let messages: [any SimulatedMethod.Type] = [
        MessagesSend.self, MessagesEdit.self, MessagesDelete.self, MessagesSendMessageEventAnswer.self, MessagesGetByID.self,
        MessagesGetByConversationMessageID.self, MessagesGetHistory.self, MessagesSendReaction.self, MessagesDeleteReaction.self,
        MessagesGetReactedPeers.self, MessagesGetMessagesReactions.self, MessagesSearch.self, MessagesGetLongPollServer.self,
        MessagesGetLongPollHistory.self, MessagesSearchConversations.self, MessagesGetHistoryAttachments.self,
        MessagesGetImportantMessages.self, MessagesGetIntentUsers.self,
    ]

    private static let conversations: [any SimulatedMethod.Type] = [
        MessagesSetActivity.self, MessagesMarkAsRead.self, MessagesGetConversationsByID.self, MessagesGetConversationMembers.self,
        MessagesIsMessagesFromGroupAllowed.self, MessagesAllowMessagesFromGroup.self, MessagesDenyMessagesFromGroup.self,
        MessagesGetConversations.self, MessagesMarkAsAnsweredConversation.self, MessagesMarkAsImportantConversation.self,
        MessagesPin.self, MessagesUnpin.self, MessagesEditChat.self, MessagesRemoveChatUser.self, MessagesGetInviteLink.self,
        MessagesCreateChat.self, MessagesRestore.self, MessagesDeleteConversation.self,
    ]

    private static let media: [any SimulatedMethod.Type] = [
        PhotosGetMessagesUploadServer.self, PhotosSaveMessagesPhoto.self, DocsGetMessagesUploadServer.self, DocsGetWallUploadServer.self,
        DocsSave.self, DocsGetByID.self, PhotosGetChatUploadServer.self, MessagesSetChatPhoto.self, MessagesDeleteChatPhoto.self,
        PhotosGetOwnerCoverPhotoUploadServer.self, PhotosSaveOwnerCoverPhoto.self, StoriesGetPhotoUploadServer.self,
        StoriesGetVideoUploadServer.self, StoriesSave.self, StoriesGet.self, StoriesGetByID.self, StoriesDelete.self,
    ]

    /// Of people's tokens alone.
    private static let pages: [any SimulatedMethod.Type] = [
        PhotosGetWallUploadServer.self, PhotosSaveWallPhoto.self, PhotosGetUploadServer.self, PhotosSave.self,
        PhotosGetOwnerPhotoUploadServer.self, PhotosSaveOwnerPhoto.self, VideoSave.self, DocsGetUploadServer.self,
        PhotosGetMarketUploadServer.self, PhotosSaveMarketPhoto.self, PhotosGetMarketAlbumUploadServer.self,
        PhotosSaveMarketAlbumPhoto.self, MarketGetProductPhotoUploadServer.self, MarketSaveProductPhoto.self,
        PollsGetPhotoUploadServer.self, PollsSavePhoto.self, PollsCreate.self, WallPost.self,
    ]

    private static let comments: [any SimulatedMethod.Type] = [
        PhotosCreateComment.self, VideoCreateComment.self, BoardCreateComment.self, MarketCreateComment.self, BoardDeleteComment.self,
        BoardRestoreComment.self,
    ]

    private static let others: [any SimulatedMethod.Type] = [
        UsersGet.self, UtilsGetServerTime.self, UtilsResolveScreenName.self, UtilsGetShortLink.self, UtilsCheckLink.self,
        UtilsGetLinkStats.self,
        StorageGet.self, StorageSet.self, StorageGetKeys.self, WallCreateComment.self, WallCloseComments.self, WallOpenComments.self,
        Execute.self,
    ]
}
