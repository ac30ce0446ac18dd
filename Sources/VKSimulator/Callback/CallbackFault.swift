// Govorun: faults on the way to a callback server. SPDX-License-Identifier: MIT

/// What a fault does to a post.
struct CallbackFault: Sendable {
    private let kind: Fault.Kind?

    init(_ kind: Fault.Kind?) { self.kind = kind }

    static func isPossible(_ kind: Fault.Kind) -> Bool {
        switch kind {
        case .delay, .resetBefore, .resetAfter: true
        default: false
        }
    }

    /// Sends, or not, and gives the answer that VK sees.
    func perform(_ time: TimeSource, _ send: () async -> CallbackReply) async -> CallbackReply {
        switch kind {
        case .resetBefore: return .none
        case .resetAfter:
            _ = await send()
            return .none
        case .delay(let duration):
            do { try await time.sleep(duration) } catch { return .none }
            return await send()
        default: return await send()
        }
    }
}
