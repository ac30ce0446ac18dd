// Govorun: the cache as one client sees it. SPDX-License-Identifier: MIT
import CurlClient

/// What is kept for one client; a view, cheap to make.
public struct ClientCache: Sendable {
    let client: VKClient

    /// Forgets the answer to `request`, to its first call if it is a chain. What was asked for before is not kept either.
    ///
    /// - Throws: `StorageError` when it is stored and could not be removed; `VKError` when there is no token for it.
    public func remove<Response>(_ request: Request<Response>) async throws {
        var call = client.completed(request.call)
        call.options = request.options
        let kind = try client.seats.seat(for: call).kind
        var options = request.options.cache.over(client.configuration.defaults.cache)
        // It may have been kept on the word of another equal request.
        options.isRead = true
        guard let key = client.key(of: call, by: kind, options) else { return }
        try await client.configuration.cache.remove(key)
    }

    /// Forgets all answers to this client's tokens.
    ///
    /// - Throws: `StorageError` when what is stored could not be removed.
    public func removeAll() async throws {
        for scope in client.cacheDesk.ownScopes { try await client.configuration.cache.removeAll(of: scope) }
    }

    /// Forgets the answers to another account that shares the cache, under the name its configuration gives it.
    ///
    /// - Throws: as `removeAll()`.
    public func removeAll(of account: String) async throws { try await client.configuration.cache.removeAll(of: account) }
}

// MARK: bytes
extension ClientCache {
    /// What lies under `url`, kept for `lifetime`: a picture, a page, another API's answer. Fetched without a token, equal fetches that are
    /// under way at once as one: from public hosts directly, from any host over the client's route without its pins.
    ///
    /// - Parameters:
    ///   - url: `http` or `https`; redirections are followed.
    ///   - lifetime: `.never`: it is fetched and not kept. The client's `defaults` say whether stale bytes will do when the network fails.
    ///   - limit: the most bytes to take; what is larger than the cache's `entryBytes` is given and not kept.
    ///   - reach: which hosts may be asked; `.anyHost` for addresses that the bot's author wrote.
    /// - Throws: `VKError`: `.transport` with its cause when the network fails or the limit is passed, `.notFound` for any status but 200,
    ///   `.offline`; `CancellationError`.
    public func bytes(
        at url: String, for lifetime: CacheLifetime, limit: Int = 8 << 20, reach: LinkReach = .publicHosts
    ) async throws -> [UInt8] {
        var options = CacheOptions()
        options.lifetime = lifetime
        options = options.over(client.configuration.defaults.cache)
        let isOffline = client.isOffline
        guard let policy = CachePolicy(options) ?? (isOffline ? .keptOnly : nil) else { return try await fetch(url, limit, reach) }
        let flight = CacheDesk.Flight(key: CacheKey(url: url, reach: reach), limit: limit)
        let (content, _) = try await client.cacheDesk.content(flight, policy, of: Self.name) { [self] in
            .bytes(try await fetch(url, limit, reach))
        }
        guard case .bytes(let bytes) = content else { return try await fetch(url, limit, reach) }
        // Whoever kept them may have taken more.
        guard bytes.count <= limit else { throw Self.error(HTTPError(.tooLarge, context: .init(url: RedactedURL(url)))) }
        return bytes
    }

    /// Forgets the bytes under `url`.
    ///
    /// - Throws: as `removeAll()`.
    public func removeBytes(at url: String) async throws {
        for reach in [LinkReach.publicHosts, .anyHost] { try await client.configuration.cache.remove(CacheKey(url: url, reach: reach)) }
    }

    /// What fetching is called in errors and logs.
    private static let name = "cache.bytes"

    private func fetch(_ url: String, _ limit: Int, _ reach: LinkReach) async throws -> [UInt8] {
        var request = HTTPRequest(url)
        request.followsRedirects = true
        request.reachesPublicHostsOnly = reach == .publicHosts
        request.responseLimit = limit
        request.stallTimeout = .seconds(30)
        do {
            let answer = try await client.fetch(request, reach == .publicHosts ? .direct : .withoutPins)
            guard answer.status == 200 else {
                throw VKError(.notFound, method: Self.name, message: "HTTP \(answer.status) from \(request)")
            }
            return answer.body
        } catch let error as HTTPError {
            throw Self.error(error)
        }
    }

    private static func error(_ cause: HTTPError) -> VKError { VKError(.transport, method: name, message: "\(cause)", cause: cause) }
}
