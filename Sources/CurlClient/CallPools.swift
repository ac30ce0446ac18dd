// Govorun: which pool of connections takes a call. SPDX-License-Identifier: MIT

/// Calls begin in the first pool, and where that is full in the next one.
///
/// libcurl looks through a pool's connections for a free one, and walks them all when a request ends: among a thousand at once a call cost
/// three times its price. Few calls still share few connections.
struct CallPools {
    /// Pools at most.
    static let most = 16
    /// Calls at once that a pool is good for; more only when all have as many.
    static let room = 32

    /// How many there are.
    let count: Int

    /// As many as are worth it for so many connections.
    init(for connections: Int) { count = min(Self.most, max(1, connections / Self.room)) }

    /// The pool of the next call, by how many each has.
    func choose(_ active: (Int) -> Int) -> Int {
        var least = 0
        for pool in 0..<count {
            guard active(pool) >= Self.room else { return pool }
            if active(pool) < active(least) { least = pool }
        }
        return least
    }

    /// The configuration of one of them: what all may have is shared out.
    func share(of configuration: CurlClient.Configuration) -> CurlClient.Configuration {
        var share = configuration
        share.maximumConnections = max(1, configuration.maximumConnections / count)
        share.maximumIdleConnections = max(1, configuration.maximumIdleConnections / count)
        return share
    }
}
