// Govorun: what is done with a request to the callback address, as a value. SPDX-License-Identifier: MIT
import TapeJSON
import VKAPI

/// A request to the callback address, as far as it matters.
struct CallbackRequest: Sendable {
    var method = "POST"
    var path: String
    var body: [UInt8]
    /// What `X-Retry-Counter` says, if it stands there.
    var retryCounter: String?
}

/// What is known of a community that callbacks may come for.
struct CallbackCommunity: Sendable {
    /// The bot's name, under which it has an address of its own.
    var name: String?
    /// What every envelope has to carry; nil lets everybody in.
    var secret: Secret?
    /// The kinds that are wanted by this way; nil for all.
    var only: Set<UpdateType>?
    /// Whether it takes updates now.
    var isOpen = true
}

/// Decides what a request asks for; has no clock, no socket and no task.
struct CallbackRules: Sendable {
    /// What to do with a request.
    enum Decision: Sendable {
        /// Answer this; names the community, as far as it is one of ours.
        case answer(CallbackAnswer, Int?)
        /// Answer the community's confirmation code.
        case confirm(community: Int)
        /// Answer `ok` once it is stored.
        case store(CallbackUpdate, community: Int)
    }

    /// The address of all communities; below it each may have one of its own, by the bot's name or the community's id.
    var path: String
    /// The largest body, in bytes.
    var bodyLimit: Int
    /// When VK is to come again while a community takes nothing.
    var pause: Duration

    /// How soon VK may come again for a community whose bot is about to begin.
    static let startPause: Duration = .seconds(5)

    /// Looks at the request in this order: address, method, size, form, community, secret; then at what it is about.
    ///
    /// - Parameter isExpected: whether a bot that has not begun yet may turn out to be that of a community, at the address below the common one.
    func decide(
        _ request: CallbackRequest, _ community: (Int) -> CallbackCommunity?,
        isExpected: (_ community: Int, _ place: String) -> Bool = { _, _ in false }
    ) -> Decision {
        guard let place = place(of: request.path) else { return .answer(.unknown, nil) }
        guard request.method == "POST" else { return .answer(.wrongMethod, nil) }
        guard request.body.count <= bodyLimit else { return .answer(.tooLarge, nil) }
        guard let root = PollAnswer.parse(request.body), root.kind == .object else { return .answer(.notJSON, nil) }
        let id = Update(root).groupID
        guard let known = community(id) else { return .answer(isExpected(id, place) ? .later(Self.startPause) : .unknown, nil) }
        guard place.isEmpty || place == known.name || place == "\(id)" else { return .answer(.unknown, nil) }
        guard known.isOpen else { return .answer(.later(pause), id) }
        guard known.secret?.isEqualInConstantTime(to: root["secret"].text ?? "") ?? true else { return .answer(.wrongSecret, id) }
        return decide(root, request, id, known)
    }

    private func decide(_ root: JSON, _ request: CallbackRequest, _ id: Int, _ known: CallbackCommunity) -> Decision {
        let type = Update(root).type
        if type == "confirmation" { return .confirm(community: id) }
        guard known.only?.contains(type) ?? true else { return .answer(.ok, id) }
        let retry = request.retryCounter.flatMap { Int($0) } ?? 0
        return CallbackUpdate(root, retry: max(0, retry)).map { .store($0, community: id) } ?? .answer(.notJSON, id)
    }

    /// What stands behind the common address: empty for that itself; nil when it is another address.
    private func place(of path: String) -> String? {
        guard path != self.path else { return "" }
        guard path.hasPrefix(self.path + "/") else { return nil }
        return String(path.dropFirst(self.path.count + 1))
    }
}

extension Secret {
    /// Whether `text` is the secret; takes as long for a near miss as for a wide one.
    func isEqualInConstantTime(to text: String) -> Bool {
        let (expected, given) = (Array(reveal().utf8), Array(text.utf8))
        var difference = UInt8(expected.count == given.count ? 0 : 1)
        for index in given.indices { difference |= given[index] ^ (expected.isEmpty ? 0xff : expected[index % expected.count]) }
        return difference == 0
    }
}
