// Govorun: whether a kept answer will do. SPDX-License-Identifier: MIT

/// What is done about one request, decided without clock, cache or network.
struct CachePolicy: Sendable {
    /// The next step.
    enum Step: Equatable {
        /// The kept answer is given; `refreshes`: and asked for anew.
        case answer(isStale: Bool, refreshes: Bool)
        /// VK is asked, and its answer kept.
        case fetch
        /// Nothing is kept, and VK may not be asked.
        case refuse
    }

    /// How far into the future an answer may have been kept: clocks are set right now and then.
    static let clockSlack: Duration = .seconds(60)

    /// Up to which age a kept answer is new enough.
    let lifetime: CacheLifetime
    /// Whether a kept answer of any age will do when the network fails.
    let staleIfOffline: Bool
    private let refreshAge: CacheLifetime?

    /// `nil` when the cache is not wanted.
    init?(_ options: CacheOptions) {
        let isWanted = options.lifetime != nil || options.staleIfOffline == true || options.refreshAge != nil
        guard isWanted, options.lifetime != .never else { return nil }
        staleIfOffline = options.staleIfOffline == true
        refreshAge = options.refreshAge
        lifetime = options.lifetime ?? (options.refreshAge == nil ? .never : .forever)
    }

    /// What is kept, however old: for a client that is offline.
    static let keptOnly = CachePolicy()

    private init() {
        lifetime = .never
        staleIfOffline = true
        refreshAge = nil
    }

    /// The step for an answer kept for `age`; `nil`: none is.
    func step(age: Duration?, isOffline: Bool) -> Step {
        guard let age else { return isOffline ? .refuse : .fetch }
        let isFresh = age + Self.clockSlack > .zero && lifetime.covers(age)
        if isOffline { return .answer(isStale: !isFresh, refreshes: false) }
        guard isFresh else { return .fetch }
        return .answer(isStale: false, refreshes: refreshAge.map { !$0.covers(age) } ?? false)
    }
}
