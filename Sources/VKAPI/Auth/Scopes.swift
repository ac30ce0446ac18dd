// Govorun: what a token may be allowed. SPDX-License-Identifier: MIT

/// Rights that VK names, each a bit of `scope` (source: the reference, "Tokens, auth, scopes").
public protocol ScopeSet: OptionSet, Sendable, Hashable, CustomStringConvertible where RawValue == Int, Element == Self {
    /// VK's names with their bits, in the order of the bits.
    static var names: KeyValuePairs<String, Int> { get }
}

extension ScopeSet {
    /// The rights that `text` names: VK's names with commas or spaces between them, or the sum of their bits.
    ///
    /// - Throws: `AuthError` with `.unknownScope` naming the first word that VK does not know.
    public init(_ text: some StringProtocol) throws(AuthError) {
        if let bits = Int(text) {
            self.init(rawValue: bits)
            return
        }
        var bits = 0
        for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            guard let bit = Self.names.first(where: { $0.key == word })?.value else {
                throw AuthError(.unknownScope, "VK has no right '\(word)'; there are \(Self.names.map(\.key).joined(separator: ", "))")
            }
            bits |= bit
        }
        self.init(rawValue: bits)
    }

    /// VK's names with commas between them; bits without a name are left out.
    public var description: String { Self.names.filter { rawValue & $0.value != 0 }.map(\.key).joined(separator: ",") }
}

/// What a person's token may be allowed. VK gives new applications neither `messages` nor `wall`.
public struct UserScopes: ScopeSet {
    /// VK's bits.
    public let rawValue: Int
    /// The rights whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Notifications to the person.
    public static let notify = UserScopes(rawValue: 1)
    /// Friends.
    public static let friends = UserScopes(rawValue: 2)
    /// Photos.
    public static let photos = UserScopes(rawValue: 4)
    /// Audio.
    public static let audio = UserScopes(rawValue: 8)
    /// Videos.
    public static let video = UserScopes(rawValue: 16)
    /// Stories.
    public static let stories = UserScopes(rawValue: 64)
    /// Wiki pages.
    public static let pages = UserScopes(rawValue: 128)
    /// A link in the menu at the left.
    public static let menu = UserScopes(rawValue: 256)
    /// The status.
    public static let status = UserScopes(rawValue: 1024)
    /// Notes.
    public static let notes = UserScopes(rawValue: 2048)
    /// Messages; not given to new applications.
    public static let messages = UserScopes(rawValue: 4096)
    /// The wall; not given to new applications.
    public static let wall = UserScopes(rawValue: 8192)
    /// Advertising.
    public static let ads = UserScopes(rawValue: 32768)
    /// A token that does not end.
    public static let offline = UserScopes(rawValue: 65536)
    /// Documents.
    public static let docs = UserScopes(rawValue: 131_072)
    /// Communities.
    public static let groups = UserScopes(rawValue: 262_144)
    /// Notifications about answers.
    public static let notifications = UserScopes(rawValue: 524_288)
    /// Statistics of communities and applications.
    public static let stats = UserScopes(rawValue: 1_048_576)
    /// The mail address.
    public static let email = UserScopes(rawValue: 4_194_304)
    /// VK's advertising on the web.
    public static let adsWeb = UserScopes(rawValue: 8_388_608)
    /// Leads.
    public static let leads = UserScopes(rawValue: 16_777_216)
    /// Messages of communities.
    public static let groupMessages = UserScopes(rawValue: 33_554_432)
    /// The exchange.
    public static let exchange = UserScopes(rawValue: 67_108_864)
    /// Goods.
    public static let market = UserScopes(rawValue: 134_217_728)
    /// The phone number.
    public static let phone = UserScopes(rawValue: 268_435_456)

    /// VK's names with their bits.
    public static let names: KeyValuePairs = [
        "notify": 1, "friends": 2, "photos": 4, "audio": 8, "video": 16, "stories": 64, "pages": 128, "menu": 256, "status": 1024,
        "notes": 2048, "messages": 4096, "wall": 8192, "ads": 32768, "offline": 65536, "docs": 131_072, "groups": 262_144,
        "notifications": 524_288, "stats": 1_048_576, "email": 4_194_304, "adsweb": 8_388_608, "leads": 16_777_216,
        "group_messages": 33_554_432, "exchange": 67_108_864, "market": 134_217_728, "phone": 268_435_456,
    ]
}

/// What a community's token may be allowed.
public struct CommunityScopes: ScopeSet {
    /// VK's bits.
    public let rawValue: Int
    /// The rights whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Stories.
    public static let stories = CommunityScopes(rawValue: 1)
    /// Photos: needed to send pictures.
    public static let photos = CommunityScopes(rawValue: 4)
    /// The widget of a community's application.
    public static let appWidget = CommunityScopes(rawValue: 64)
    /// Messages: every bot needs it.
    public static let messages = CommunityScopes(rawValue: 4096)
    /// Documents: needed to send files and voice.
    public static let docs = CommunityScopes(rawValue: 131_072)
    /// Settings of the community: long poll is switched on with it.
    public static let manage = CommunityScopes(rawValue: 262_144)

    /// What a bot needs: messages, management, and uploads.
    public static let bot: CommunityScopes = [.messages, .manage, .photos, .docs]

    /// VK's names with their bits.
    public static let names: KeyValuePairs = [
        "stories": 1, "photos": 4, "app_widget": 64, "messages": 4096, "docs": 131_072, "manage": 262_144,
    ]
}
