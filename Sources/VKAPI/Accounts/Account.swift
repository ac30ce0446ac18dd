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
    public func client() async throws -> VKClient { try await client(after: nil, nil) }

    /// Sends what `make` makes; when VK refuses the token, once more with that of the next origin.
    ///
    /// - Throws: `VKError`, the last refusal when no origin is left; `AccountError`; `CancellationError` when cancelled.
    @discardableResult
    public func send<Response: Sendable>(_ make: @Sendable (VKClient) throws -> Request<Response>) async throws -> Response {
        var client = try await client()
        // A program may print another bad token each time, so there is an end of its own.
        for _ in origins {
            do {
                return try await make(client).send()
            } catch let error as VKError {
                guard error.refusesToken else { throw error }
                do {
                    client = try await self.client(after: client, error)
                } catch is AccountError {
                    throw error
                }
            }
        }
        return try await make(client).send()
    }

    /// Takes `token` in place of whatever it has; the origins are asked again when VK refuses it.
    ///
    /// - Throws: `AccountError`: `.removed`; `.noToken` for a token that VK has refused before, or whose time is over.
    public func logIn(_ token: AccessToken) async throws {
        try await opening.pass(0) {
            try checkNotRemoved()
            let reception = inside.withLock { $0.ledger.receive(token, at: house.time.unixTime) }
            guard reception != .useless else { throw AccountError(.noToken, account: name, detail: "the token given is no good any more") }
            await begin(token, reception)
        }
    }

    /// Forgets its token and what it learnt; the next call looks for one anew.
    public func logOut() async {
        let had = inside.withLock { inside in
            defer {
                inside.ledger.clear()
                inside.client = nil
                inside.rejection = nil
                inside.identity = nil
            }
            return inside.ledger.current != nil
        }
        changes.raise()
        if had { await house.hooks.tokenRemoved(self) }
    }

    /// Who it is, remembered once learnt.
    var rememberedIdentity: AccountIdentity? {
        get { inside.withLock { $0.identity } }
        set { inside.withLock { $0.identity = newValue } }
    }

    func remove() async {
        inside.withLock { $0.isRemoved = true }
        await logOut()
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
    private func client(after refused: VKClient?, _ error: VKError?) async throws -> VKClient {
        if let client = usable(other: refused) { return client }
        return try await opening.pass(0) {
            try checkNotRemoved()
            if let client = usable(other: refused) { return client }
            if let error, inside.withLock({ $0.client === refused }) { await reject(error) }
            return try await look()
        }
    }

    private func usable(other refused: VKClient?) -> VKClient? {
        inside.withLock { inside in
            guard !inside.isRemoved, let client = inside.client, client !== refused, let token = inside.ledger.current else { return nil }
            return token.phase(at: house.time.unixTime, warning: .zero) == .expired ? nil : client
        }
    }

    private func reject(_ error: VKError) async {
        inside.withLock { inside in
            inside.ledger.refuse()
            inside.client = nil
            inside.rejection = .some(error.code)
        }
        changes.raise()
        house.logger.warning("VK has refused the account's token", ["account": name, "error": error])
        await house.hooks.tokenRejected(self, error)
    }

    /// Asks the origins in order.
    private func look() async throws -> VKClient {
        var findings: [String] = []
        for origin in origins {
            do {
                guard let token = try await origin.token() else {
                    findings.append("\(origin.name): nothing there")
                    continue
                }
                let reception = inside.withLock { $0.ledger.receive(token, at: house.time.unixTime) }
                if reception != .useless { return await begin(token, reception) }
                findings.append("\(origin.name): refused or expired")
            } catch let error as CancellationError {
                throw error
            } catch {
                findings.append("\(origin.name): \(error)")
            }
        }
        inside.withLock { $0.rejection = $0.rejection ?? .some(nil) }
        changes.raise()
        throw AccountError(.noToken, account: name, detail: findings.joined(separator: "; "))
    }

    @discardableResult
    private func begin(_ token: AccessToken, _ reception: TokenLedger.Reception) async -> VKClient {
        let client = VKClient(
            token: token.secret, configuration: configuration, transport: house.transport, logger: house.logger.with("account", name),
            time: house.time)
        inside.withLock { inside in
            inside.client = client
            inside.rejection = nil
        }
        changes.raise()
        if reception == .created { await house.hooks.tokenCreated(self, token) } else { await house.hooks.tokenUpdated(self, token) }
        return client
    }

    private func checkNotRemoved() throws(AccountError) {
        if inside.withLock({ $0.isRemoved }) { throw AccountError(.removed, account: name) }
    }
}

extension VKError {
    /// Whether VK will take no further call with this token (source: the reference's error table).
    public var refusesToken: Bool { code.map { [5, 1114, 1116, 1117, 1118, 3609].contains($0.rawValue) } ?? false }
}
