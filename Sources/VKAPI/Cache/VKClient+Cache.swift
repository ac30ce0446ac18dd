// Govorun: where calls meet the cache. SPDX-License-Identifier: MIT

extension VKClient {
    /// Whether calls leave at all. While it is `true`, those whose answers are kept are answered with them, however old, unless they are
    /// `cached(for: .never)`; all others fail at once with `.offline`. Polls and uploads' files are not calls.
    public var isOffline: Bool {
        get { cacheDesk.isOffline }
        set { cacheDesk.isOffline = newValue }
    }

    /// What is kept of this client's answers.
    public var cache: ClientCache { ClientCache(client: self) }

    /// The answer to `call`, kept or by `fetch`, as its options want it.
    ///
    /// - Throws: what `fetch` throws; `VKError` with `.offline`; `CancellationError`.
    func cached(_ call: Call, by kind: TokenKind, fetch: @escaping @Sendable () async throws -> APIAnswer) async throws -> APIAnswer {
        let options = call.options.cache.over(configuration.defaults.cache)
        let isOffline = isOffline
        let wanted = CachePolicy(options) ?? (isOffline && options.lifetime != .never ? .keptOnly : nil)
        guard let policy = wanted, let key = key(of: call, by: kind, options) else {
            if isOffline { throw VKError.offline(call.method) }
            return try await fetch()
        }
        let manner = call.options
        let flight = CacheDesk.Flight(
            key: key, timeout: manner.timeout, attempts: manner.attempts, handlesErrors: manner.handlesErrors)
        let (content, origin) = try await cacheDesk.content(flight, policy, of: call.method) { .answer(try await fetch()) }
        guard case .answer(var answer) = content else { return try await fetch() }
        answer.origin = origin
        return answer
    }

    /// The key of `call`; `nil` where its answer may not be kept.
    func key(of call: Call, by kind: TokenKind, _ options: CacheOptions) -> CacheKey? {
        guard CacheRules.allows(call, isRead: options.isRead == true), let scope = cacheDesk.scope(of: kind) else { return nil }
        return CacheKey(call, of: scope, configuration: configuration)
    }
}
