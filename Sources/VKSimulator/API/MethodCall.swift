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

    /// The community a call with `group_id` is about: its own, for a community token.
    func group(in world: World) throws(APIFailure) -> Int {
        let named = try parameters.int("group_id")
        guard let id = named ?? (community == 0 ? nil : community) else { throw .missing("group_id") }
        guard world.communities[id] != nil else { throw APIFailure(125, "Invalid group id") }
        guard community == 0 || community == id else { throw APIFailure(15, "Access denied: group_id is another community") }
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
    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable
}

extension SimulatedMethod {
    static var callers: Set<Caller.Kind> { [.community] }
    static var right: TokenRight? { nil }
}
