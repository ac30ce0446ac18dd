// Govorun: the simulated world, one value. SPDX-License-Identifier: MIT
import TapeJSON

/// People, communities, conversations, tokens. It has no socket, task or clock: what happens to it is told when.
struct World: Sendable {
    struct Token: Sendable {
        let caller: Caller
        let rights: Int
        /// What stands in reports instead of the token.
        let label: String
        var window: ArrivalWindow
        /// Until when it is good, on the time axis; nil for ever.
        var end: Duration?
    }

    var configuration: VKSimulator.Configuration
    let salt = UInt64.random(in: .min ... .max)
    var communities: [Int: CommunityState] = [:]
    var communityOrder: [Int] = []
    /// Pages that user long poll is asked for.
    var accounts: [Int: Account] = [:]
    var people: [Int: Person] = [:]
    var peopleOrder: [Int] = []
    var tokens: [String: Token] = [:]
    var tokenOrder: [String] = []
    var uploads = UploadDesk()
    var files = FileStore()
    var media = MediaLibrary()
    /// The access keys of short links, by the links' keys.
    var shortLinks = BoundedMemory<String, String>(limit: 10_000)
    var posts = BoundedMemory<PostKey, Post>(limit: 10_000)
    var discussions = BoundedMemory<CommentThread, Discussion>(limit: 10_000)
    var lastThreads: [CommentThread.Kind: Int] = [:]
    var variables = Variables()
    var captchas = CaptchaDesk()
    var apps: [Int: OAuthApp] = [:]
    var grants = GrantDesk()
    var journal: Journal
    var calls: CallLog
    var faults = FaultQueue()
    var callbackLog: CallbackLog
    /// How the bots are being rebuilt, when somebody says so.
    var build: BuildReport?
    /// Rung when there is something to post.
    let bell = CallbackBell()
    /// Where the simulator is reached, once it listens.
    var baseURL = ""
    private let firstCommunity = 200_000_000
    private let firstPerson = 510_001_000

    init(_ configuration: VKSimulator.Configuration) {
        self.configuration = configuration
        journal = Journal(limit: configuration.journalLimit)
        calls = CallLog(limit: configuration.callLogLimit)
        callbackLog = CallbackLog(limit: configuration.callLogLimit)
    }

    /// Differs between two runs of the simulator, so that a watcher sees that the world it knew is gone.
    var identity: String { String(salt, radix: 16) }

    /// A community that is known to exist, changed in place.
    subscript(community id: Int) -> CommunityState {
        get { communities[id, default: .nameless(id)] }
        _modify { yield &communities[id, default: .nameless(id)] }
    }

    mutating func addCommunity(
        name: String, token: String, id: Int?, screenName: String?, rights: Int
    ) throws(SimulatorError) -> Community {
        let id = id ?? max(firstCommunity, communities.keys.filter { $0 < .max }.max() ?? 0) + 1
        let screenName = screenName ?? "club\(id)"
        guard id > 0, !token.isEmpty else { throw SimulatorError(.invalid, id > 0 ? "an empty token" : "community id \(id)") }
        guard communities[id] == nil else { throw SimulatorError(.taken, "community id \(id)") }
        guard tokens[token] == nil else { throw SimulatorError(.taken, "the token") }
        guard resolve(screenName) == nil else { throw SimulatorError(.taken, "screen name \(screenName)") }
        let queue = EventQueue(
            limit: configuration.queueLimit, batch: configuration.batchLimit, salt: salt ^ UInt64(id), start: configuration.firstEvent)
        communities[id] = CommunityState(id: id, name: name, screenName: screenName, queue: queue)
        communityOrder.append(id)
        addToken(token, for: .community(id), rights: rights, label: "community \(id)")
        journal.note("communities") { $0.member("community", id) }
        return Community(id: id, name: name, screenName: screenName, token: token)
    }

    mutating func addToken(_ token: String, for caller: Caller, rights: Int, label: String, end: Duration? = nil) {
        let same = tokenOrder.filter { tokens[$0]?.caller == caller }.count
        let limit = caller.kind == .person ? configuration.userRate : configuration.communityRate
        let label = same == 0 ? label : "\(label) #\(same + 1)"
        tokens[token] = Token(caller: caller, rights: rights, label: label, window: ArrivalWindow(limit: limit), end: end)
        tokenOrder.append(token)
    }

    mutating func addPerson(
        firstName: String, lastName: String, sex: Person.Sex, screenName: String?, id: Int?, token: String?
    ) throws(SimulatorError) -> Person {
        let id = id ?? max(firstPerson, people.keys.filter { $0 < .max }.max() ?? 0) + 1
        guard id > 0, id != Self.firstChat, !Self.isChat(id) else { throw SimulatorError(.invalid, "person id \(id)") }
        guard people[id] == nil else { throw SimulatorError(.taken, "person id \(id)") }
        let person = Person(id: id, firstName: firstName, lastName: lastName, sex: sex, screenName: screenName)
        guard resolve(person.screenName) == nil else { throw SimulatorError(.taken, "screen name \(person.screenName)") }
        if let token {
            guard !token.isEmpty, tokens[token] == nil else { throw SimulatorError(.taken, "the token") }
            addToken(token, for: .person(id), rights: UserScope.all, label: "person \(id)")
        }
        people[id] = person
        peopleOrder.append(id)
        journal.note("people") { $0.member("person", id) }
        return person
    }

    /// Changes a person that exists.
    mutating func change(_ person: Int, _ body: (inout Person) -> Void) throws(SimulatorError) {
        guard var changed = people[person] else { throw SimulatorError(.notFound, "person \(person)") }
        body(&changed)
        people[person] = changed
        journal.note("people") { $0.member("person", person) }
    }

    /// The page of a short name: a person's id, or a community's negative one.
    func resolve(_ name: String) -> Int? {
        let name = name.lowercased()
        if let person = people.values.first(where: { $0.screenName.lowercased() == name }) { return person.id }
        if let community = communities.values.first(where: { $0.screenName.lowercased() == name }) { return community.ownID }
        if name.hasPrefix("id"), let id = Int(name.dropFirst(2)), people[id] != nil { return id }
        for prefix in ["club", "public", "event"] where name.hasPrefix(prefix) {
            if let id = Int(name.dropFirst(prefix.count)), communities[id] != nil { return -id }
        }
        return nil
    }

    /// What the page's owner is called.
    func name(of id: Int) -> String? {
        id > 0 ? people[id].map { "\($0.firstName) \($0.lastName)" } : communities[-id]?.name
    }
}
