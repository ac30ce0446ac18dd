// Govorun: a community's callback servers. SPDX-License-Identifier: MIT

/// The callback servers of one community, and the code by which it confirms them.
struct CallbackDesk: Sendable {
    /// Servers that VK allows (protocol reference, section 9).
    static let limit = 10
    static let notFound = APIFailure(104, "Not found: server_id")

    private(set) var servers: [CallbackServer] = []
    /// Changes whenever a server is added or changed.
    private(set) var code = newCode()
    private let salt = UInt64.random(in: .min ... .max)
    private var lastServer = 0
    private var lastEvent = 0

    func server(_ id: Int) -> CallbackServer? { servers.first { $0.id == id } }

    // MARK: Servers

    mutating func add(
        title: String, url: String, secret: String, by creator: Int, rules: CallbackPosting
    ) throws(APIFailure) -> Int {
        guard servers.count < Self.limit else { throw APIFailure(2000, "Cannot add more servers: the limit is \(Self.limit)") }
        lastServer += 1
        servers.append(CallbackServer(id: lastServer, creator: creator, title: title, url: url, secret: secret, rules: rules))
        code = Self.newCode()
        return lastServer
    }

    mutating func edit(_ id: Int, title: String, url: String, secret: String) throws(APIFailure) {
        try change(id) { $0.set(title: title, url: url, secret: secret) }
        code = Self.newCode()
    }

    mutating func delete(_ id: Int) throws(APIFailure) {
        guard let index = servers.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
        servers.remove(at: index)
    }

    mutating func change(_ id: Int, _ body: (inout CallbackServer) -> Void) throws(APIFailure) {
        guard let index = servers.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
        body(&servers[index])
    }

    // MARK: Events

    /// Whether some server wants events of that type.
    func wants(_ type: String) -> Bool { servers.contains { $0.wants(type) } }

    /// An id for what long poll does not deliver; those of long poll look otherwise.
    mutating func nextEventID() -> String {
        lastEvent += 1
        return "00000000cb" + Self.hex(salt) + Self.hex(UInt64(lastEvent)).suffix(14)
    }

    /// Puts an event into the queue of every server that wants it.
    mutating func append(_ type: String, _ eventID: String, _ object: [UInt8]) {
        for index in servers.indices where servers[index].wants(type) { servers[index].append(type, eventID, object) }
    }

    /// When there may be something to post; nil when only a change of the world brings it.
    var due: Duration? { servers.compactMap(\.due).min() }

    /// Everything that is to be posted now, marked as on its way.
    mutating func takePosts(of community: Int, at now: Duration) -> [CallbackPost] {
        var posts: [CallbackPost] = []
        for index in servers.indices {
            let eventID = nextEventID()
            while let post = servers[index].takePost(of: community, code: code, eventID: eventID, at: now) { posts.append(post) }
        }
        return posts
    }

    /// Notes what came of a post; a server that wants it is deleted.
    mutating func finish(_ post: CallbackPost, _ reply: CallbackReply, at now: Moment) -> CallbackAttempt.Outcome {
        guard let index = servers.firstIndex(where: { $0.id == post.server }) else { return .outdated }
        let outcome = servers[index].finish(post, reply, at: now)
        if outcome == .removed { servers.remove(at: index) }
        return outcome
    }

    private static func newCode() -> String { String(hex(UInt64.random(in: .min ... .max)).suffix(8)) }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
