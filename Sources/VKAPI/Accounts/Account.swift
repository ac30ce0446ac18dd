// Govorun: one account with its token and its client. SPDX-License-Identifier: MIT
import Synchronization

/// A community, a person or an application, as whom calls are made; its token comes from its origins and is replaced when VK refuses it.
///
/// ```swift
/// let shop = try accounts.add("shop", .community, from: [.variable("SHOP_TOKEN", of: environment)])
/// let sent = try await shop.send { vk in vk.messages.send(peerID: 1, message: "hi") }
/// ```
public final class Account: Sendable {
    private struct Inside {
        var ledger = TokenLedger()
        var client: VKClient?
        var rejection: VKErrorCode??
        var isRemoved = false
        var identity: AccountIdentity?
        /// Raised by each log-out: what was begun before brings nothing back.
        var life = 0

        /// Why what was begun in `life` comes to nothing; `nil`: it may go on.
        func objection(to life: Int, _ account: String) -> AccountError? {
            if isRemoved { return AccountError(.removed, account: account) }
            return life == self.life ? nil : AccountError(.noToken, account: account, detail: "it was logged out meanwhile")
        }
    }

    /// Its name among its `Accounts`.
    public let name: String
    /// Whom it speaks for.
    public let kind: AccountKind
    /// How long before its token's end it counts as expiring.
    public let warning: Duration
    let changes = ChangeSignal()
    private let house: AccountHouse
    private let origins: [TokenOrigin]
    private let configuration: VKClient.Configuration
    private let opening = Turnstile<Int>()
    private let inside = Mutex(Inside())

    init(
        _ name: String, _ kind: AccountKind, origins: [TokenOrigin], configuration: VKClient.Configuration, warning: Duration,
        in house: AccountHouse
    ) {
        self.name = name
        self.kind = kind
        self.origins = origins
        self.configuration = configuration
        self.warning = warning
        self.house = house
    }

    /// What it is good for now.
    public var state: AccountState {
        inside.withLock { inside in
            if inside.isRemoved { return .removed }
            if let token = inside.ledger.current, let expiry = token.expiry {
                switch token.phase(at: house.time.unixTime, warning: warning) {
                case .fresh: return .open
                case .expiring: return .expiring(at: expiry)
                case .expired: return .expired
                }
            }
            if inside.ledger.current != nil { return .open }
            return inside.rejection.map(AccountState.rejected) ?? .closed
        }
    }

    /// Its states from the present one on; each call is a reader of its own.
    public func states() -> AccountStates { AccountStates(account: self) }

    /// The client of its present token, looked for if there is none.
    ///
    /// - Throws: `AccountError`: `.noToken`, `.removed`; `CancellationError` when cancelled.
    public func client() async throws -> VKClient { try await client(after: nil, nil, in: life) }

    /// Sends what `make` makes; when VK refuses the token, once more with that of the next origin.
    ///
    /// - Throws: `VKError`, the last refusal when no origin is left or it was logged out meanwhile; `AccountError`; `CancellationError` when cancelled.
    @discardableResult
    public func send<Response: Sendable>(_ make: @Sendable (VKClient) throws -> Request<Response>) async throws -> Response {
        let life = life
        var client = try await client(after: nil, nil, in: life)
        // A program may print another bad token each time, so there is an end of its own.
        var looksLeft = origins.count
        while true {
            do {
                return try await make(client).send()
            } catch let error as VKError {
                guard error.refusesToken else { throw error }
                client = try await replacement(of: client, error, in: life, looks: looksLeft > 0)
                looksLeft -= 1
            }
        }
    }

    /// Takes `token`, another one for the same account, in place of whatever it has; the origins are asked again when VK refuses it.
    ///
    /// - Throws: `AccountError`: `.removed`; `.noToken` for a token that VK has refused before, or whose time is over, and when it is logged
    ///   out meanwhile.
    public func logIn(_ token: AccessToken) async throws {
        let life = life
        try await opening.pass(0) {
            guard try await begin(token, in: life) == nil else { return }
            throw AccountError(.noToken, account: name, detail: "the token given is no good any more")
        }
    }

    /// Forgets its token, what it learnt and the answers kept for it; the next call looks for a token anew.
    public func logOut() async { await leave(forGood: false) }

    func remove() async { await leave(forGood: true) }

    private func leave(forGood: Bool) async {
        let (hadToken, client) = inside.withLock { inside in
            defer {
                inside.ledger.clear()
                inside.client = nil
                inside.rejection = nil
                inside.identity = nil
                inside.life += 1
                if forGood { inside.isRemoved = true }
            }
            return (inside.ledger.current != nil, inside.client)
        }
        changes.raise()
        do {
            try await forgetAnswers(of: client)
        } catch {
            house.logger.warning("the account's stored answers are not removed", ["account": name, "error": "\(error)"])
        }
        if hadToken { await house.hooks.tokenRemoved(self) }
    }

    /// Returns when the state may have changed since `seen`, by itself or by time.
    func change(past seen: Int) async throws {
        let (unixNow, token) = inside.withLock { (house.time.unixTime, $0.ledger.current) }
        guard let next = token?.nextChange(after: unixNow, warning: warning) else { return try await changes.wait(past: seen) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.changes.wait(past: seen) }
            group.addTask { try await self.house.time.sleep(for: next - unixNow) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// The client to use, when VK has refused that of `refused`; one caller looks, the others wait for what it finds.
    private func client(after refused: VKClient?, _ error: VKError?, in life: Int) async throws -> VKClient {
        try check(life)
        if let client = usable(other: refused) { return client }
        return try await opening.pass(0) {
            try check(life)
            if let client = usable(other: refused) { return client }
            if let error, let refused { await reject(refused, error) }
            return try await look(in: life)
        }
    }

    /// The client to go on with when VK has refused that of `refused`; where there is none, VK's refusal is thrown.
    private func replacement(of refused: VKClient, _ error: VKError, in life: Int, looks: Bool) async throws -> VKClient {
        guard looks else {
            try await opening.pass(0) { await reject(refused, error) }
            throw error
        }
        do {
            return try await client(after: refused, error, in: life)
        } catch is AccountError {
            throw error
        }
    }

    private func usable(other refused: VKClient?) -> VKClient? {
        inside.withLock { inside in
            guard !inside.isRemoved, let client = inside.client, client !== refused, let token = inside.ledger.current else { return nil }
            return token.phase(at: house.time.unixTime, warning: .zero) == .expired ? nil : client
        }
    }

    /// Gives up the token of `refused`, unless that was done already.
    private func reject(_ refused: VKClient, _ error: VKError) async {
        let isNew = inside.withLock { inside in
            guard inside.client === refused else { return false }
            inside.ledger.refuse()
            inside.client = nil
            inside.rejection = .some(error.code)
            return true
        }
        guard isNew else { return }
        changes.raise()
        house.logger.warning("VK has refused the account's token", ["account": name, "error": error])
        await house.hooks.tokenRejected(self, error)
    }

    /// Asks the origins in order.
    private func look(in life: Int) async throws -> VKClient {
        var findings: [String] = []
        for origin in origins {
            let token: AccessToken?
            do {
                token = try await origin.token()
            } catch let error as CancellationError {
                throw error
            } catch {
                findings.append("\(origin.name): \(error)")
                continue
            }
            if let token, let client = try await begin(token, in: life) { return client }
            findings.append("\(origin.name): \(token == nil ? "nothing there" : "refused or expired")")
        }
        try check(life)
        inside.withLock { if $0.life == life { $0.rejection = $0.rejection ?? .some(nil) } }
        changes.raise()
        throw AccountError(.noToken, account: name, detail: findings.joined(separator: "; "))
    }

    /// Takes `token` into use; `nil` when it is of none.
    ///
    /// - Throws: `AccountError` when the account has been logged out or removed since `life` began.
    private func begin(_ token: AccessToken, in life: Int) async throws -> VKClient? {
        let outcome = inside.withLock { inside -> Result<(VKClient, TokenLedger.Reception)?, AccountError> in
            if let objection = inside.objection(to: life, name) { return .failure(objection) }
            let reception = inside.ledger.receive(token, at: house.time.unixTime)
            guard reception != .useless else { return .success(nil) }
            let client = makeClient(token)
            inside.client = client
            inside.rejection = nil
            return .success((client, reception))
        }
        guard let (client, reception) = try outcome.get() else { return nil }
        changes.raise()
        if reception == .created { await house.hooks.tokenCreated(self, token) } else { await house.hooks.tokenUpdated(self, token) }
        return client
    }

    private func makeClient(_ token: AccessToken) -> VKClient {
        VKClient(
            token: token.secret, configuration: configuration, transport: house.transport, logger: house.logger.with("account", name),
            time: house.time)
    }

    private func check(_ life: Int) throws(AccountError) {
        if let objection = inside.withLock({ $0.objection(to: life, name) }) { throw objection }
    }
}

// MARK: what it remembers
extension Account {
    /// Counts log-outs; what is begun now is of this life.
    var life: Int { inside.withLock { $0.life } }

    /// The client of its present token.
    var presentClient: VKClient? { inside.withLock { $0.client } }

    /// Who it is, once learnt.
    var rememberedIdentity: AccountIdentity? { inside.withLock { $0.identity } }

    /// Remembers who it is, unless it has been logged out since `life` began.
    func remember(_ identity: AccountIdentity, in life: Int) {
        inside.withLock { if $0.life == life { $0.identity = identity } }
    }

    func forgetIdentity() { inside.withLock { $0.identity = nil } }

    /// Forgets the answers that are kept for it, those of earlier processes too; `client`: its client now, if it has one.
    ///
    /// - Throws: `StorageError`.
    func forgetAnswers(of client: VKClient?) async throws {
        if let client { return try await client.cache.removeAll() }
        if let name = configuration.account { try await configuration.cache.removeAll(of: name) }
    }
}

extension VKError {
    /// Whether VK will take no further call with this token (source: the reference's error table).
    public var refusesToken: Bool { code.map { [5, 1114, 1116, 1117, 1118, 3609].contains($0.rawValue) } ?? false }
}
