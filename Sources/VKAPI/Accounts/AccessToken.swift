// Govorun: a token with the time it lives. SPDX-License-Identifier: MIT

/// A token, and when it ends.
public struct AccessToken: Sendable, Hashable {
    /// How far its life has gone.
    public enum Phase: Sendable, Hashable {
        /// Good, and for longer than the warning.
        case fresh
        /// Good for no longer than the warning.
        case expiring
        /// Over.
        case expired
    }

    /// The token itself.
    public let secret: Secret
    /// When it ends, since 1970-01-01 00:00 UTC; `nil`: never.
    public let expiry: Duration?

    /// A token that ends `expires` seconds after `issued`.
    ///
    /// - Parameters:
    ///   - expires: VK's `expires_in`: seconds; 0 (or less) is never.
    ///   - issued: since 1970-01-01 00:00 UTC (`TimeSource.unixTime`).
    public init(_ secret: Secret, expires: Int = 0, issued: Duration = .zero) {
        self.init(secret, until: expires > 0 ? issued + .seconds(expires) : nil)
    }

    /// A token that ends at `expiry`, since 1970-01-01 00:00 UTC; `nil`: never.
    public init(_ secret: Secret, until expiry: Duration?) {
        self.secret = secret
        self.expiry = expiry
    }

    /// How far its life has gone at `now` (since 1970-01-01 00:00 UTC), when `warning` before the end counts as expiring.
    public func phase(at now: Duration, warning: Duration) -> Phase {
        guard let expiry else { return .fresh }
        if now >= expiry { return .expired }
        return now >= expiry - warning ? .expiring : .fresh
    }

    /// When the phase changes next after `now`; `nil`: never.
    func nextChange(after now: Duration, warning: Duration) -> Duration? {
        guard let expiry else { return nil }
        return [expiry - warning, expiry].first { $0 > now }
    }
}
