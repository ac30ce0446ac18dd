// Govorun: many accounts side by side. SPDX-License-Identifier: MIT
import Synchronization

/// What accounts of one `Accounts` share.
struct AccountHouse: Sendable {
    let transport: any APITransport
    let logger: Logger
    let time: any TimeSource
    let hooks: AccountHooks
}

/// Accounts by name; each has a token, a limit and a state of its own.
public final class Accounts: Sendable {
    private let house: AccountHouse
    private let configuration: VKClient.Configuration
    private let accounts = Mutex<[Account]>([])

    /// No accounts yet; those added share `transport`, which its owner closes, and begin with `configuration`.
    public init(
        transport: any APITransport, configuration: VKClient.Configuration = .init(), hooks: AccountHooks = .init(),
        logger: Logger = .silent, time: any TimeSource = SystemTime()
    ) {
        self.configuration = configuration
        house = AccountHouse(transport: transport, logger: logger, time: time, hooks: hooks)
    }

    /// Adds an account; no token is looked for before its first call.
    ///
    /// - Parameters:
    ///   - name: what it is called here; nothing VK knows of.
    ///   - origins: where its token may be, in the order they are asked.
    ///   - warning: how long before its token's end it counts as expiring.
    ///   - configure: changes how VK is reached for this account; unless set here, the rate is the kind's, and answers are kept under kind and
    ///     name: `community shop`.
    /// - Throws: `AccountError` with `.nameTaken`.
    @discardableResult
    public func add(
        _ name: String, _ kind: AccountKind, from origins: [TokenOrigin], warning: Duration = .seconds(3600),
        configure: (inout VKClient.Configuration) -> Void = { _ in }
    ) throws(AccountError) -> Account {
        var configuration = configuration
        configuration.kind = kind.token
        configuration.rate = kind.rate
        configuration.account = "\(kind.token.rawValue) \(name)"
        configure(&configuration)
        let account = Account(name, kind, origins: origins, configuration: configuration, warning: warning, in: house)
        let isNew = accounts.withLock { accounts in
            guard !accounts.contains(where: { $0.name == name }) else { return false }
            accounts.append(account)
            return true
        }
        guard isNew else { throw AccountError(.nameTaken, account: name) }
        return account
    }

    /// The accounts, in the order they were added.
    public var all: [Account] { accounts.withLock { $0 } }

    /// The account of that name.
    public subscript(_ name: String) -> Account? { all.first { $0.name == name } }

    /// The account that is known to be this person (positive) or this community (negative); an account knows after `identity()`.
    public subscript(peer id: Int) -> Account? { all.first { $0.rememberedIdentity?.peerID == id } }

    /// Takes the account of that name out and forgets its token and the answers kept for it; calls of it that run on end by themselves.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func remove(_ name: String) async -> Bool {
        let account = accounts.withLock { accounts in
            accounts.firstIndex { $0.name == name }.map { accounts.remove(at: $0) }
        }
        await account?.remove()
        return account != nil
    }

    /// Takes all accounts out.
    public func removeAll() async {
        let all = accounts.withLock { accounts in
            defer { accounts = [] }
            return accounts
        }
        for account in all { await account.remove() }
    }

    /// Forgets what accounts remember of VK, the answers that are kept with it; their tokens stay.
    ///
    /// - Throws: as `Account.clearCaches()`, the first error, once all have been asked to forget.
    public func clearCaches() async throws {
        var failure: (any Error)?
        for account in all {
            do {
                try await account.clearCaches()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
