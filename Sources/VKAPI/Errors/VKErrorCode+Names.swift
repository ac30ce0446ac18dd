// Govorun: VK's error codes by name, read from VK's schema 5.199. SPDX-License-Identifier: MIT

extension VKErrorCode {
    /// VK's code 1.
    public static let unknown = VKErrorCode(rawValue: 1)
    /// VK's code 2.
    public static let disabled = VKErrorCode(rawValue: 2)
    /// VK's code 3.
    public static let method = VKErrorCode(rawValue: 3)
    /// VK's code 4.
    public static let signature = VKErrorCode(rawValue: 4)
    /// VK's code 5.
    public static let auth = VKErrorCode(rawValue: 5)
    /// VK's code 6.
    public static let tooMany = VKErrorCode(rawValue: 6)
    /// VK's code 7.
    public static let permission = VKErrorCode(rawValue: 7)
    /// VK's code 8.
    public static let request = VKErrorCode(rawValue: 8)
    /// VK's code 9.
    public static let flood = VKErrorCode(rawValue: 9)
    /// VK's code 10.
    public static let server = VKErrorCode(rawValue: 10)
    /// VK's code 11.
    public static let enabledInTest = VKErrorCode(rawValue: 11)
    /// VK's code 12.
    public static let compile = VKErrorCode(rawValue: 12)
    /// VK's code 13.
    public static let runtime = VKErrorCode(rawValue: 13)
    /// VK's code 14.
    public static let captcha = VKErrorCode(rawValue: 14)
    /// VK's code 15.
    public static let access = VKErrorCode(rawValue: 15)
    /// VK's code 16.
    public static let authHTTPS = VKErrorCode(rawValue: 16)
    /// VK's code 17.
    public static let authValidation = VKErrorCode(rawValue: 17)
    /// VK's code 18.
    public static let userDeleted = VKErrorCode(rawValue: 18)
    /// VK's code 19.
    public static let blocked = VKErrorCode(rawValue: 19)
    /// VK's code 20.
    public static let methodPermission = VKErrorCode(rawValue: 20)
    /// VK's code 21.
    public static let methodAds = VKErrorCode(rawValue: 21)
    /// VK's code 22.
    public static let upload = VKErrorCode(rawValue: 22)
    /// VK's code 23.
    public static let methodDisabled = VKErrorCode(rawValue: 23)
    /// VK's code 24.
    public static let needConfirmation = VKErrorCode(rawValue: 24)
    /// VK's code 25.
    public static let needTokenConfirmation = VKErrorCode(rawValue: 25)
    /// VK's code 27.
    public static let groupAuth = VKErrorCode(rawValue: 27)
    /// VK's code 28.
    public static let appAuth = VKErrorCode(rawValue: 28)
    /// VK's code 29.
    public static let rateLimit = VKErrorCode(rawValue: 29)
    /// VK's code 30.
    public static let privateProfile = VKErrorCode(rawValue: 30)
    /// VK's code 32.
    public static let wait = VKErrorCode(rawValue: 32)
    /// VK's code 33.
    public static let notImplementedYet = VKErrorCode(rawValue: 33)
    /// VK's code 34.
    public static let clientVersionDeprecated = VKErrorCode(rawValue: 34)
    /// VK's code 35.
    public static let clientUpdateNeeded = VKErrorCode(rawValue: 35)
    /// VK's code 36.
    public static let timeout = VKErrorCode(rawValue: 36)
    /// VK's code 37.
    public static let userBanned = VKErrorCode(rawValue: 37)
    /// VK's code 38.
    public static let unknownApplication = VKErrorCode(rawValue: 38)
    /// VK's code 39.
    public static let unknownUser = VKErrorCode(rawValue: 39)
    /// VK's code 40.
    public static let unknownGroup = VKErrorCode(rawValue: 40)
    /// VK's code 41.
    public static let additionalSignupRequired = VKErrorCode(rawValue: 41)
    /// VK's code 42.
    public static let ipIsNotAllowed = VKErrorCode(rawValue: 42)
    /// VK's code 43.
    public static let sectionDisabled = VKErrorCode(rawValue: 43)
    /// VK's code 100.
    public static let param = VKErrorCode(rawValue: 100)
    /// VK's code 101.
    public static let paramAPIID = VKErrorCode(rawValue: 101)
    /// VK's code 103.
    public static let limits = VKErrorCode(rawValue: 103)
    /// VK's code 104.
    public static let notFound = VKErrorCode(rawValue: 104)
    /// VK's code 105.
    public static let saveFile = VKErrorCode(rawValue: 105)
    /// VK's code 106.
    public static let actionFailed = VKErrorCode(rawValue: 106)
    /// VK's code 113.
    public static let paramUserID = VKErrorCode(rawValue: 113)
    /// VK's code 114.
    public static let paramAlbumID = VKErrorCode(rawValue: 114)
    /// VK's code 118.
    public static let paramServer = VKErrorCode(rawValue: 118)
    /// VK's code 119.
    public static let paramTitle = VKErrorCode(rawValue: 119)
    /// VK's code 121.
    public static let paramHash = VKErrorCode(rawValue: 121)
    /// VK's code 122.
    public static let paramPhotos = VKErrorCode(rawValue: 122)
    /// VK's code 125.
    public static let paramGroupID = VKErrorCode(rawValue: 125)
    /// VK's code 129.
    public static let paramPhoto = VKErrorCode(rawValue: 129)
    /// VK's code 140.
    public static let paramPageID = VKErrorCode(rawValue: 140)
    /// VK's code 141.
    public static let accessPage = VKErrorCode(rawValue: 141)
    /// VK's code 146.
    public static let mobileNotActivated = VKErrorCode(rawValue: 146)
    /// VK's code 147.
    public static let insufficientFunds = VKErrorCode(rawValue: 147)
    /// VK's code 150.
    public static let paramTimestamp = VKErrorCode(rawValue: 150)
    /// VK's code 171.
    public static let friendsListID = VKErrorCode(rawValue: 171)
    /// VK's code 173.
    public static let friendsListLimit = VKErrorCode(rawValue: 173)
    /// VK's code 174.
    public static let friendsAddYourself = VKErrorCode(rawValue: 174)
    /// VK's code 175.
    public static let friendsAddInEnemy = VKErrorCode(rawValue: 175)
    /// VK's code 176.
    public static let friendsAddEnemy = VKErrorCode(rawValue: 176)
    /// VK's code 177.
    public static let friendsAddNotFound = VKErrorCode(rawValue: 177)
    /// VK's code 180.
    public static let paramNoteID = VKErrorCode(rawValue: 180)
    /// VK's code 181.
    public static let accessNote = VKErrorCode(rawValue: 181)
    /// VK's code 182.
    public static let accessNoteComment = VKErrorCode(rawValue: 182)
    /// VK's code 183.
    public static let accessComment = VKErrorCode(rawValue: 183)
    /// VK's code 200.
    public static let accessAlbum = VKErrorCode(rawValue: 200)
    /// VK's code 201.
    public static let accessAudio = VKErrorCode(rawValue: 201)
    /// VK's code 203.
    public static let accessGroup = VKErrorCode(rawValue: 203)
    /// VK's code 204.
    public static let accessVideo = VKErrorCode(rawValue: 204)
    /// VK's code 205.
    public static let accessMarket = VKErrorCode(rawValue: 205)
    /// VK's code 210.
    public static let wallAccessPost = VKErrorCode(rawValue: 210)
    /// VK's code 211.
    public static let wallAccessComment = VKErrorCode(rawValue: 211)
    /// VK's code 212.
    public static let wallAccessReplies = VKErrorCode(rawValue: 212)
    /// VK's code 213.
    public static let wallAccessAddReply = VKErrorCode(rawValue: 213)
    /// VK's code 214.
    public static let wallAddPost = VKErrorCode(rawValue: 214)
    /// VK's code 219.
    public static let wallAdsPublished = VKErrorCode(rawValue: 219)
    /// VK's code 220.
    public static let wallTooManyRecipients = VKErrorCode(rawValue: 220)
    /// VK's code 221.
    public static let statusNoAudio = VKErrorCode(rawValue: 221)
    /// VK's code 222.
    public static let wallLinksForbidden = VKErrorCode(rawValue: 222)
    /// VK's code 223.
    public static let wallReplyOwnerFlood = VKErrorCode(rawValue: 223)
    /// VK's code 224.
    public static let wallAdsPostLimitReached = VKErrorCode(rawValue: 224)
    /// VK's code 225.
    public static let wallDonut = VKErrorCode(rawValue: 225)
    /// VK's code 232.
    public static let likesReactionCanNotBeApplied = VKErrorCode(rawValue: 232)
    /// VK's code 242.
    public static let friendsTooManyFriends = VKErrorCode(rawValue: 242)
    /// VK's code 243.
    public static let wallCommentNotDeleted = VKErrorCode(rawValue: 243)
    /// VK's code 250.
    public static let pollsAccess = VKErrorCode(rawValue: 250)
    /// VK's code 251.
    public static let pollsPollID = VKErrorCode(rawValue: 251)
    /// VK's code 252.
    public static let pollsAnswerID = VKErrorCode(rawValue: 252)
    /// VK's code 253.
    public static let pollsAccessWithoutVote = VKErrorCode(rawValue: 253)
    /// VK's code 260.
    public static let accessGroups = VKErrorCode(rawValue: 260)
    /// VK's code 300.
    public static let albumFull = VKErrorCode(rawValue: 300)
    /// VK's code 302.
    public static let albumsLimit = VKErrorCode(rawValue: 302)
    /// VK's code 500.
    public static let votesPermission = VKErrorCode(rawValue: 500)
    /// VK's code 600.
    public static let adsPermission = VKErrorCode(rawValue: 600)
    /// VK's code 601.
    public static let weightedFlood = VKErrorCode(rawValue: 601)
    /// VK's code 602.
    public static let adsPartialSuccess = VKErrorCode(rawValue: 602)
    /// VK's code 603.
    public static let adsSpecific = VKErrorCode(rawValue: 603)
    /// VK's code 629.
    public static let adsObjectDeleted = VKErrorCode(rawValue: 629)
    /// VK's code 630.
    public static let adsLookalikeRequestAlreadyInProgress = VKErrorCode(rawValue: 630)
    /// VK's code 631.
    public static let adsLookalikeRequestMaxCountPerDayReached = VKErrorCode(rawValue: 631)
    /// VK's code 632.
    public static let adsLookalikeRequestAudienceTooSmall = VKErrorCode(rawValue: 632)
    /// VK's code 633.
    public static let adsLookalikeRequestAudienceTooLarge = VKErrorCode(rawValue: 633)
    /// VK's code 634.
    public static let adsLookalikeRequestExportAlreadyInProgress = VKErrorCode(rawValue: 634)
    /// VK's code 635.
    public static let adsLookalikeRequestExportMaxCountPerDayReached = VKErrorCode(rawValue: 635)
    /// VK's code 636.
    public static let adsLookalikeRequestExportRetargetingGroupLimit = VKErrorCode(rawValue: 636)
    /// VK's code 700.
    public static let groupChangeCreator = VKErrorCode(rawValue: 700)
    /// VK's code 701.
    public static let groupNotInClub = VKErrorCode(rawValue: 701)
    /// VK's code 702.
    public static let groupTooManyOfficers = VKErrorCode(rawValue: 702)
    /// VK's code 703.
    public static let groupNeed2FA = VKErrorCode(rawValue: 703)
    /// VK's code 704.
    public static let groupHostNeed2FA = VKErrorCode(rawValue: 704)
    /// VK's code 706.
    public static let groupTooManyAddresses = VKErrorCode(rawValue: 706)
    /// VK's code 711.
    public static let groupAppIsNotInstalledInCommunity = VKErrorCode(rawValue: 711)
    /// VK's code 714.
    public static let groupInviteLinksNotValid = VKErrorCode(rawValue: 714)
    /// VK's code 800.
    public static let videoAlreadyAdded = VKErrorCode(rawValue: 800)
    /// VK's code 801.
    public static let videoCommentsClosed = VKErrorCode(rawValue: 801)
    /// VK's code 900.
    public static let messagesUserBlocked = VKErrorCode(rawValue: 900)
    /// VK's code 901.
    public static let messagesDenySend = VKErrorCode(rawValue: 901)
    /// VK's code 902.
    public static let messagesPrivacy = VKErrorCode(rawValue: 902)
    /// VK's code 907.
    public static let messagesTooOldPts = VKErrorCode(rawValue: 907)
    /// VK's code 908.
    public static let messagesTooNewPts = VKErrorCode(rawValue: 908)
    /// VK's code 909.
    public static let messagesEditExpired = VKErrorCode(rawValue: 909)
    /// VK's code 910.
    public static let messagesTooBig = VKErrorCode(rawValue: 910)
    /// VK's code 911.
    public static let messagesKeyboardInvalid = VKErrorCode(rawValue: 911)
    /// VK's code 912.
    public static let messagesChatBotFeature = VKErrorCode(rawValue: 912)
    /// VK's code 913.
    public static let messagesTooLongForwards = VKErrorCode(rawValue: 913)
    /// VK's code 914.
    public static let messagesTooLongMessage = VKErrorCode(rawValue: 914)
    /// VK's code 917.
    public static let messagesChatUserNoAccess = VKErrorCode(rawValue: 917)
    /// VK's code 919.
    public static let messagesCantSeeInviteLink = VKErrorCode(rawValue: 919)
    /// VK's code 920.
    public static let messagesEditKindDisallowed = VKErrorCode(rawValue: 920)
    /// VK's code 921.
    public static let messagesCantFwd = VKErrorCode(rawValue: 921)
    /// VK's code 922.
    public static let messagesChatUserLeft = VKErrorCode(rawValue: 922)
    /// VK's code 924.
    public static let messagesCantDeleteForAll = VKErrorCode(rawValue: 924)
    /// VK's code 925.
    public static let messagesChatNotAdmin = VKErrorCode(rawValue: 925)
    /// VK's code 927.
    public static let messagesChatNotExist = VKErrorCode(rawValue: 927)
    /// VK's code 931.
    public static let messagesCantChangeInviteLink = VKErrorCode(rawValue: 931)
    /// VK's code 932.
    public static let messagesGroupPeerAccess = VKErrorCode(rawValue: 932)
    /// VK's code 935.
    public static let messagesChatUserNotInChat = VKErrorCode(rawValue: 935)
    /// VK's code 936.
    public static let messagesContactNotFound = VKErrorCode(rawValue: 936)
    /// VK's code 939.
    public static let messagesMessageRequestAlreadySent = VKErrorCode(rawValue: 939)
    /// VK's code 940.
    public static let messagesTooManyPosts = VKErrorCode(rawValue: 940)
    /// VK's code 942.
    public static let messagesCantPinOneTimeStory = VKErrorCode(rawValue: 942)
    /// VK's code 943.
    public static let messagesIntentCantUse = VKErrorCode(rawValue: 943)
    /// VK's code 944.
    public static let messagesIntentLimitOverflow = VKErrorCode(rawValue: 944)
    /// VK's code 945.
    public static let messagesChatDisabled = VKErrorCode(rawValue: 945)
    /// VK's code 946.
    public static let messagesChatUnsupported = VKErrorCode(rawValue: 946)
    /// VK's code 947.
    public static let messagesMemberAccessToGroupDenied = VKErrorCode(rawValue: 947)
    /// VK's code 949.
    public static let messagesCantEditPinnedYet = VKErrorCode(rawValue: 949)
    /// VK's code 950.
    public static let messagesPeerBlockedReasonByTime = VKErrorCode(rawValue: 950)
    /// VK's code 962.
    public static let messagesUserNotDon = VKErrorCode(rawValue: 962)
    /// VK's code 969.
    public static let messagesMessageCannotBeForwarded = VKErrorCode(rawValue: 969)
    /// VK's code 970.
    public static let messagesCantPinExpiringMessage = VKErrorCode(rawValue: 970)
    /// VK's code 985.
    public static let messagesGroupForNotificationsOnly = VKErrorCode(rawValue: 985)
    /// VK's code 987.
    public static let messagesNeedMessageRequest = VKErrorCode(rawValue: 987)
    /// VK's code 988.
    public static let messagesPendingMessageRequest = VKErrorCode(rawValue: 988)
    /// VK's code 990.
    public static let messagesDropDeviceCache = VKErrorCode(rawValue: 990)
    /// VK's code 1009.
    public static let messagesInvalidReactionID = VKErrorCode(rawValue: 1009)
    /// VK's code 1010.
    public static let messagesForbiddenReaction = VKErrorCode(rawValue: 1010)
    /// VK's code 1011.
    public static let messagesReactionsLimitReached = VKErrorCode(rawValue: 1011)
    /// VK's code 1012.
    public static let messagesWritingDisabledForChat = VKErrorCode(rawValue: 1012)
    /// VK's code 1105.
    public static let authFloodError = VKErrorCode(rawValue: 1105)
    /// VK's code 1114.
    public static let authAnonymousTokenHasExpired = VKErrorCode(rawValue: 1114)
    /// VK's code 1116.
    public static let authAnonymousTokenIsInvalid = VKErrorCode(rawValue: 1116)
    /// VK's code 1117.
    public static let authAccessTokenHasExpired = VKErrorCode(rawValue: 1117)
    /// VK's code 1118.
    public static let authAnonymousTokenIPMismatch = VKErrorCode(rawValue: 1118)
    /// VK's code 1150.
    public static let paramDocID = VKErrorCode(rawValue: 1150)
    /// VK's code 1151.
    public static let paramDocDeleteAccess = VKErrorCode(rawValue: 1151)
    /// VK's code 1152.
    public static let paramDocTitle = VKErrorCode(rawValue: 1152)
    /// VK's code 1153.
    public static let paramDocAccess = VKErrorCode(rawValue: 1153)
    /// VK's code 1154.
    public static let paramDocRestoreAccess = VKErrorCode(rawValue: 1154)
    /// VK's code 1155.
    public static let paramDocRestoreTimeout = VKErrorCode(rawValue: 1155)
    /// VK's code 1160.
    public static let photoChanged = VKErrorCode(rawValue: 1160)
    /// VK's code 1170.
    public static let tooManyLists = VKErrorCode(rawValue: 1170)
    /// VK's code 1251.
    public static let appsAlreadyUnlocked = VKErrorCode(rawValue: 1251)
    /// VK's code 1256.
    public static let appsSubscriptionNotFound = VKErrorCode(rawValue: 1256)
    /// VK's code 1257.
    public static let appsSubscriptionInvalidStatus = VKErrorCode(rawValue: 1257)
    /// VK's code 1260.
    public static let invalidAddress = VKErrorCode(rawValue: 1260)
    /// VK's code 1400.
    public static let marketRestoreTooLate = VKErrorCode(rawValue: 1400)
    /// VK's code 1401.
    public static let marketCommentsClosed = VKErrorCode(rawValue: 1401)
    /// VK's code 1402.
    public static let marketAlbumNotFound = VKErrorCode(rawValue: 1402)
    /// VK's code 1403.
    public static let marketItemNotFound = VKErrorCode(rawValue: 1403)
    /// VK's code 1404.
    public static let marketItemAlreadyAdded = VKErrorCode(rawValue: 1404)
    /// VK's code 1405.
    public static let marketTooManyItems = VKErrorCode(rawValue: 1405)
    /// VK's code 1406.
    public static let marketTooManyItemsInAlbum = VKErrorCode(rawValue: 1406)
    /// VK's code 1407.
    public static let marketTooManyAlbums = VKErrorCode(rawValue: 1407)
    /// VK's code 1408.
    public static let marketItemHasBadLinks = VKErrorCode(rawValue: 1408)
    /// VK's code 1409.
    public static let marketExtendedNotEnabled = VKErrorCode(rawValue: 1409)
    /// VK's code 1410.
    public static let marketVariantsNotEnabled = VKErrorCode(rawValue: 1410)
    /// VK's code 1411.
    public static let marketVariantsError = VKErrorCode(rawValue: 1411)
    /// VK's code 1412.
    public static let marketGroupingItemsWithDifferentProperties = VKErrorCode(rawValue: 1412)
    /// VK's code 1413.
    public static let marketGroupingAlreadyHasSuchVariant = VKErrorCode(rawValue: 1413)
    /// VK's code 1414.
    public static let marketGroupingHasOtherProperties = VKErrorCode(rawValue: 1414)
    /// VK's code 1415.
    public static let marketGroupingMustHaveVariants = VKErrorCode(rawValue: 1415)
    /// VK's code 1416.
    public static let marketVariantNotFound = VKErrorCode(rawValue: 1416)
    /// VK's code 1417.
    public static let marketPropertyNotFound = VKErrorCode(rawValue: 1417)
    /// VK's code 1418.
    public static let marketMaxPropertiesLimitExceed = VKErrorCode(rawValue: 1418)
    /// VK's code 1419.
    public static let marketMaxVariantsLimitExceed = VKErrorCode(rawValue: 1419)
    /// VK's code 1421.
    public static let marketNameTooLong = VKErrorCode(rawValue: 1421)
    /// VK's code 1423.
    public static let marketVariantValueTooLong = VKErrorCode(rawValue: 1423)
    /// VK's code 1424.
    public static let marketUnknownPropertyType = VKErrorCode(rawValue: 1424)
    /// VK's code 1425.
    public static let marketGroupingMustContainMoreThanOneItem = VKErrorCode(rawValue: 1425)
    /// VK's code 1426.
    public static let marketGroupingItemsMustHaveDistinctProperties = VKErrorCode(rawValue: 1426)
    /// VK's code 1427.
    public static let marketOrdersNoCartItems = VKErrorCode(rawValue: 1427)
    /// VK's code 1429.
    public static let marketInvalidDimensions = VKErrorCode(rawValue: 1429)
    /// VK's code 1430.
    public static let marketCantChangeVkpayStatus = VKErrorCode(rawValue: 1430)
    /// VK's code 1431.
    public static let marketShopAlreadyEnabled = VKErrorCode(rawValue: 1431)
    /// VK's code 1432.
    public static let marketShopAlreadyDisabled = VKErrorCode(rawValue: 1432)
    /// VK's code 1433.
    public static let marketPhotosCropInvalidFormat = VKErrorCode(rawValue: 1433)
    /// VK's code 1434.
    public static let marketPhotosCropOverflow = VKErrorCode(rawValue: 1434)
    /// VK's code 1435.
    public static let marketPhotosCropSizeTooLow = VKErrorCode(rawValue: 1435)
    /// VK's code 1436.
    public static let marketOrdersOrderNotFound = VKErrorCode(rawValue: 1436)
    /// VK's code 1438.
    public static let marketNotEnabled = VKErrorCode(rawValue: 1438)
    /// VK's code 1446.
    public static let marketAlbumMainHidden = VKErrorCode(rawValue: 1446)
    /// VK's code 1456.
    public static let marketOrdersInvalidStatus = VKErrorCode(rawValue: 1456)
    /// VK's code 1457.
    public static let marketFailedToSetAlbumAsMain = VKErrorCode(rawValue: 1457)
    /// VK's code 1458.
    public static let marketFailedToUnsetAlbumAsMain = VKErrorCode(rawValue: 1458)
    /// VK's code 1518.
    public static let marketItemIsNotDeleted = VKErrorCode(rawValue: 1518)
    /// VK's code 1525.
    public static let marketDisabled = VKErrorCode(rawValue: 1525)
    /// VK's code 1526.
    public static let marketServicesDisabled = VKErrorCode(rawValue: 1526)
    /// VK's code 1600.
    public static let storyExpired = VKErrorCode(rawValue: 1600)
    /// VK's code 1602.
    public static let storyIncorrectReplyPrivacy = VKErrorCode(rawValue: 1602)
    /// VK's code 1900.
    public static let prettyCardsCardNotFound = VKErrorCode(rawValue: 1900)
    /// VK's code 1901.
    public static let prettyCardsTooManyCards = VKErrorCode(rawValue: 1901)
    /// VK's code 1902.
    public static let prettyCardsCardIsConnectedToPost = VKErrorCode(rawValue: 1902)
    /// VK's code 2000.
    public static let callbackAPIServersLimit = VKErrorCode(rawValue: 2000)
    /// VK's code 2100.
    public static let stickersNotPurchased = VKErrorCode(rawValue: 2100)
    /// VK's code 2101.
    public static let stickersTooManyFavorites = VKErrorCode(rawValue: 2101)
    /// VK's code 2102.
    public static let stickersNotFavorite = VKErrorCode(rawValue: 2102)
    /// VK's code 3102.
    public static let wallCheckLinkCantDetermineSource = VKErrorCode(rawValue: 3102)
    /// VK's code 3300.
    public static let recaptcha = VKErrorCode(rawValue: 3300)
    /// VK's code 3301.
    public static let phoneValidationNeed = VKErrorCode(rawValue: 3301)
    /// VK's code 3302.
    public static let passwordValidationNeed = VKErrorCode(rawValue: 3302)
    /// VK's code 3303.
    public static let otpValidationNeed = VKErrorCode(rawValue: 3303)
    /// VK's code 3304.
    public static let emailConfirmationNeed = VKErrorCode(rawValue: 3304)
    /// VK's code 3305.
    public static let assertVotes = VKErrorCode(rawValue: 3305)
    /// VK's code 3609.
    public static let tokenExtensionRequired = VKErrorCode(rawValue: 3609)
    /// VK's code 3610.
    public static let userDeactivated = VKErrorCode(rawValue: 3610)
    /// VK's code 3611.
    public static let userServiceDeactivated = VKErrorCode(rawValue: 3611)
    /// VK's code 3800.
    public static let faveAliexpressTag = VKErrorCode(rawValue: 3800)
    /// VK's code 9999.
    public static let notSupportedHTTPMethod = VKErrorCode(rawValue: 9999)
    /// VK's code 11003.
    public static let appsEmptyFilterParams = VKErrorCode(rawValue: 11003)
    /// VK's code 11004.
    public static let appsEmptySnippetData = VKErrorCode(rawValue: 11004)
    /// VK's code 11005.
    public static let appsTooManySnippets = VKErrorCode(rawValue: 11005)
    /// VK's code 11006.
    public static let appsNotFoundSnippet = VKErrorCode(rawValue: 11006)
    /// VK's code 11101.
    public static let translationsCantTranslate = VKErrorCode(rawValue: 11101)
    /// VK's code 11102.
    public static let translationsMultipleSourceLang = VKErrorCode(rawValue: 11102)
    /// VK's code 11500.
    public static let cuaConfirmationRequired = VKErrorCode(rawValue: 11500)
}
