// Govorun: whether an answer is new. SPDX-License-Identifier: MIT
import Synchronization

/// Where an answer came from.
public enum AnswerOrigin: Sendable, Hashable {
    /// VK gave it now.
    case vk
    /// It was kept; `isStale`: longer than the request would have had it, since VK could not be asked.
    case cache(age: Duration, isStale: Bool)

    /// How old the answer is.
    public var age: Duration {
        switch self {
        case .vk: .zero
        case .cache(let age, _): age
        }
    }

    /// Whether the answer is older than the request wanted.
    public var isStale: Bool {
        switch self {
        case .vk: false
        case .cache(_, let isStale): isStale
        }
    }
}

/// An answer, and how new it is.
public struct DetailedAnswer<Response: Sendable>: Sendable {
    /// The answer.
    public let value: Response
    /// Where it came from; of several calls, the oldest part of it.
    public let origin: AnswerOrigin
}

extension Request {
    /// Sends it, and says besides whether the answer was kept, and how old it is.
    ///
    /// - Throws: as `send()`.
    public func sendDetailed() async throws -> DetailedAnswer<Response> {
        let oldest = OldestOrigin()
        let value = try await observed(by: oldest.observer).send()
        return DetailedAnswer(value: value, origin: oldest.origin)
    }
}

/// Remembers the oldest answer it hears of.
private final class OldestOrigin: Sendable {
    private let oldest = Mutex(AnswerOrigin.vk)

    var origin: AnswerOrigin { oldest.withLock { $0 } }

    var observer: CallObserver {
        CallObserver(finished: { [self] info, _ in
            guard let origin = info.origin, origin != .vk else { return }
            oldest.withLock { if $0 == .vk || ($0.isStale ? 1 : 0, $0.age) < (origin.isStale ? 1 : 0, origin.age) { $0 = origin } }
        })
    }
}
