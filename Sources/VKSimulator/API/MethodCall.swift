// Govorun: one call of an API method, and what a method is. SPDX-License-Identifier: MIT
import TapeJSON

/// Who calls, by the token.
enum Caller: Sendable, Hashable {
    case community(Int)
    case person(Int)
    case service

    var kind: Kind {
        switch self {
        case .community: .community
        case .person: .person
        case .service: .service
        }
    }

    enum Kind: Sendable { case community, person, service }

    /// Who has a page of their own.
    static let pages: Set<Kind> = [.community, .person]
    static let all: Set<Kind> = [.community, .person, .service]
}

/// A right of a community token, VK's bit and name (protocol reference, section 20).
enum TokenRight: Int, Sendable, CaseIterable {
    case stories = 1
    case photos = 4
    case appWidget = 64
    case messages = 4096
    case docs = 131_072
    case manage = 262_144

    var name: String { self == .appWidget ? "app_widget" : "\(self)" }

    static let all = TokenRight.allCases.reduce(0) { $0 | $1.rawValue }

    /// The same of a person's token.
    var scope: Int {
        switch self {
        case .stories: UserScope.stories
        case .appWidget: 0
        case .photos, .messages, .docs, .manage: rawValue
        }
    }
}

/// Rights of a person's token, VK's bits (protocol reference, section 20).
enum UserScope {
    static let video = 16
    static let stories = 64
    static let wall = 8192
    static let market = 134_217_728

    /// By VK's names.
    static let named = [
        "notify": 1, "friends": 2, "photos": 4, "audio": 8, "video": 16, "stories": 64, "pages": 128, "menu": 256, "status": 1024,
        "notes": 2048, "messages": 4096, "wall": 8192, "ads": 32_768, "offline": 65_536, "docs": 131_072, "groups": 262_144,
        "notifications": 524_288, "stats": 1_048_576, "email": 4_194_304, "adsweb": 8_388_608, "leads": 16_777_216,
        "group_messages": 33_554_432, "exchange": 67_108_864, "market": 134_217_728, "phone": 268_435_456,
    ]

    static let all = named.values.reduce(0, |)
}

/// A call whose token, version and rights are in order.
struct MethodCall: Sendable {
    let parameters: Parameters
    let caller: Caller
    let version: APIVersion
    let rights: Int
    /// Where the call's arrival lies on the time axis.
    let at: Duration
    /// Unix seconds.
    let date: Int

    /// The calling community; methods that are open to others look at ``caller``.
    var community: Int { if case .community(let id) = caller { id } else { 0 } }

    /// The community that `group_id` names: a community's token may name only its own, everybody else any.
    func anyGroup(in world: World) throws(APIFailure) -> Int {
        let named = try parameters.int("group_id")
        guard let id = named ?? (community == 0 ? nil : community) else { throw .missing("group_id") }
        guard world.communities[id] != nil else { throw APIFailure(125, "Invalid group id") }
        guard community == 0 || community == id else { throw APIFailure(15, "Access denied: group_id is another community") }
        return id
    }

    /// The community a call with `group_id` is about: its own, for a community's token; one that a person administers.
    func group(in world: World) throws(APIFailure) -> Int {
        let id = try anyGroup(in: world)
        guard caller.kind != .person || world.isOfficer(caller.page, .administrator, of: id) else {
            throw APIFailure(15, "Access denied: only administrators of the community may")
        }
        return id
    }
}

/// `v` of a call, comparable.
struct APIVersion: Sendable, Comparable {
    let major: Int
    let minor: Int

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1], major >= 3, minor >= 0 else { return nil }
        self.init(major: major, minor: minor)
    }

    init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    static func < (left: APIVersion, right: APIVersion) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
}

/// One method of the API.
protocol SimulatedMethod: Sendable {
    static var name: String { get }
    /// Which tokens may call it.
    static var callers: Set<Caller.Kind> { get }
    /// The right a community token needs.
    static var right: TokenRight? { get }
    /// The bit a person's token needs; 0 for none.
    static var scope: Int { get }
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable
}

extension SimulatedMethod {
    static var callers: Set<Caller.Kind> { [.community] }
    static var right: TokenRight? { nil }
    static var scope: Int { right?.scope ?? 0 }
}
