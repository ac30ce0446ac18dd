// Govorun: how a request uses the cache. SPDX-License-Identifier: MIT

/// What a request, or all requests of a client, want of the cache; what is `nil` is left to the client's `defaults`.
///
/// Nothing set: the cache is not used. Only methods that read are ever kept, see ``isRead``.
public struct CacheOptions: Sendable, Hashable {
    /// Up to which age a kept answer is given; `.never`: the cache is not used, whatever else is set.
    public var lifetime: CacheLifetime?
    /// Whether a kept answer of any age is given when the network fails. VK's own errors surface as ever.
    public var staleIfOffline: Bool?
    /// From which age on a kept answer is asked for anew behind the caller's back, once it was given. `nil`: it is not.
    public var refreshAge: CacheLifetime?
    /// Whether the caller vouches that the call only reads, where its method does not tell: an `execute` that gathers things.
    public var isRead: Bool?

    /// Nothing set.
    public init() {}

    /// These settings, and where they say nothing those of `base`.
    func over(_ base: CacheOptions) -> CacheOptions {
        var merged = base
        merged.lifetime = lifetime ?? base.lifetime
        merged.staleIfOffline = staleIfOffline ?? base.staleIfOffline
        merged.refreshAge = refreshAge ?? base.refreshAge
        merged.isRead = isRead ?? base.isRead
        return merged
    }
}

extension Request {
    /// The same request, answered from the cache while the kept answer is younger than `lifetime`; else VK's answer is kept.
    ///
    /// Equal requests that are under way at once share one call. In a chain: each of its calls. Errors are never kept, nor are answers
    /// that hold keys: addresses of uploads and of long polls.
    ///
    /// - Parameters:
    ///   - lifetime: `.never`: this request does without the cache, whatever the client's `defaults` say.
    ///   - isRead: see ``CacheOptions/isRead``; otherwise a method that changes something is not kept.
    public func cached(for lifetime: CacheLifetime, isRead: Bool = false) -> Request {
        configured {
            $0.cache.lifetime = lifetime
            if isRead { $0.cache.isRead = true }
        }
    }

    /// The same request, answered from the cache, however old that answer is, when the network fails or the client is offline.
    public func staleIfOffline(_ isAllowed: Bool = true) -> Request { configured { $0.cache.staleIfOffline = isAllowed } }

    /// The same request, answered from the cache at once, whose answer is then asked for anew for the next one.
    ///
    /// Without ``cached(for:isRead:)`` an answer of any age will do. The client owns the refresh: it ends with `shutdown()`.
    ///
    /// - Parameter age: what is younger is not asked for anew.
    public func refreshing(from age: CacheLifetime = .never) -> Request { configured { $0.cache.refreshAge = age } }
}
