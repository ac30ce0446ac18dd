// Govorun: what one client does with its cache. SPDX-License-Identifier: MIT
import Synchronization

/// Answers from the cache, shares what is asked twice at once, and refreshes behind the callers' backs.
final class CacheDesk: Sendable {
    /// Asks for it.
    typealias Fetch = @Sendable () async throws -> CacheContent

    /// Calls of one manner share a flight: whoever gives up sooner must not decide for others.
    struct Flight: Hashable {
        let key: CacheKey
        var timeout: Duration?
        var attempts: RequestOptions.Attempts?
        var handlesErrors: Bool?
        /// The most bytes taken, of bytes.
        var limit: Int?
    }

    /// Refreshes under way at once, at most; beyond it what is kept stays as it is.
    private static let refreshLimit = 64

    private struct State {
        var refreshes: [Flight: Task<Void, Never>] = [:]
        var isClosed = false
    }

    let cache: ResponseCache
    private let scopes: [TokenKind: CacheScope]
    private let logger: Logger
    private let time: any TimeSource
    private let offline = Atomic(false)
    let flights = SingleFlight<Flight, (CacheContent, AnswerOrigin)>()
    private let state = Mutex(State())

    /// - Parameter tokens: the client's own first; the others' answers are kept in memory only.
    init(_ configuration: VKClient.Configuration, tokens: [(kind: TokenKind, token: Secret)], logger: Logger, time: any TimeSource) {
        cache = configuration.cache
        self.logger = logger
        self.time = time
        var scopes: [TokenKind: CacheScope] = [:]
        for (kind, token) in tokens where scopes[kind] == nil {
            let name = scopes.isEmpty ? configuration.account : nil
            scopes[kind] = name.map { .account($0) } ?? cache.scope(of: token)
        }
        self.scopes = scopes
    }

    /// Whether nothing may be asked.
    var isOffline: Bool {
        get { offline.load(ordering: .relaxed) }
        set { offline.store(newValue, ordering: .relaxed) }
    }

    /// Whose answers come by a token of `kind`.
    func scope(of kind: TokenKind) -> CacheScope? { scopes[kind] }

    /// Whose answers this client's are.
    var ownScopes: [CacheScope] { Array(scopes.values) }

    /// What `policy` makes of what is kept and of what `fetch` gives.
    ///
    /// - Throws: what `fetch` throws; `VKError` with `.offline`; `CancellationError`.
    func content(_ flight: Flight, _ policy: CachePolicy, of method: String, fetch: @escaping Fetch) async throws -> (
        CacheContent, AnswerOrigin
    ) {
        let kept = await cache.kept(flight.key, logger: logger)
        switch policy.step(age: kept.map(age), isOffline: isOffline) {
        case .answer(let isStale, let refreshes):
            if refreshes { refresh(flight, policy, fetch) }
            guard let kept else { break }
            return (kept.content, .cache(age: max(.zero, age(of: kept)), isStale: isStale))
        case .refuse: throw VKError.offline(method)
        case .fetch: break
        }
        do {
            return try await shared(flight, policy, fetch)
        } catch let error as VKError {
            guard policy.staleIfOffline, error.isOfTheNetwork, let kept = await cache.kept(flight.key, logger: logger) else { throw error }
            logger.debug("stale answer given", ["vk.method": method, "error": "\(error)"])
            return (kept.content, .cache(age: max(.zero, age(of: kept)), isStale: true))
        }
    }

    /// Ends the refreshes; there are none from then on.
    func close() async {
        let refreshes = state.withLock { state in
            state.isClosed = true
            return Array(state.refreshes.values)
        }
        for refresh in refreshes { refresh.cancel() }
        for refresh in refreshes { await refresh.value }
    }

    private func age(of kept: KeptAnswer) -> Duration { time.unixTime - kept.since }

    private func shared(_ flight: Flight, _ policy: CachePolicy, _ fetch: @escaping Fetch) async throws -> (CacheContent, AnswerOrigin) {
        try await CallingTask.waiting {
            try await flights.run(flight) {
                // Whoever was in flight when this caller looked may have landed since.
                if let kept = cache.remembered(flight.key), policy.step(age: age(of: kept), isOffline: false) != .fetch {
                    return (kept.content, .cache(age: max(.zero, age(of: kept)), isStale: false))
                }
                return (try await fetched(flight.key, policy, fetch), .vk)
            }
        }
    }

    private func fetched(_ key: CacheKey, _ policy: CachePolicy, _ fetch: @escaping Fetch) async throws -> CacheContent {
        let removals = cache.removals
        // It waits already, as the one who shares.
        var calling = CallingTask.current
        calling.observer = nil
        let content = try await CallingTask.$current.withValue(calling) { try await fetch() }
        await cache.keep(content, for: key, lifetime: policy.lifetime, since: time.unixTime, after: removals, logger: logger)
        return content
    }

    private func refresh(_ flight: Flight, _ policy: CachePolicy, _ fetch: @escaping Fetch) {
        state.withLock { state in
            guard !state.isClosed, state.refreshes[flight] == nil, state.refreshes.count < Self.refreshLimit else { return }
            state.refreshes[flight] = Task { [self] in
                let calling = CallingTask(priority: .background, tag: CallingTask.current.tag)
                do {
                    try await CallingTask.$current.withValue(calling) {
                        _ = try await flights.run(flight) { (try await fetched(flight.key, policy, fetch), .vk) }
                    }
                } catch {
                    logger.debug("refresh failed", ["error": "\(error)"])
                }
                self.state.withLock { $0.refreshes[flight] = nil }
            }
        }
    }
}

extension VKError {
    /// Nothing is kept, and the client is offline.
    static func offline(_ method: String) -> VKError {
        VKError(.offline, method: method, message: "the client is offline, and no answer is kept")
    }

    /// Whether VK could not be asked: another time, or from another place, it may be.
    fileprivate var isOfTheNetwork: Bool {
        guard failure == .transport, case .backOff = FailurePolicy.remedy(forTransport: cause) else { return false }
        return true
    }
}
