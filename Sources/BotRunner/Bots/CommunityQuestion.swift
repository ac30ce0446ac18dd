// Govorun: which community a token belongs to. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// Asks VK whose token it is; where VK does not tell, the file's word is taken.
///
/// A bot needs its community's id for everything, and the page's short name for little: a mention carries the id. So a server without
/// `groups.getById` is no reason to stop where `bots.yaml` says `community:`.
final class CommunityQuestion: Sendable {
    /// The community.
    struct Answer: Sendable {
        let id: Int
        /// The short name of its page; empty when VK told none.
        var screenName = ""
    }

    /// Failures of the network after which the file's word is taken.
    private static let patience = 5

    private let client: VKClient
    private let named: Int?
    private let bot: String
    private let logger: Logger
    private let failures = Mutex(0)

    init(_ client: VKClient, named page: PageReference?, bot: String, _ logger: Logger) {
        (self.client, self.bot, self.logger) = (client, bot, logger)
        if case .community(let id) = page { named = id } else { named = nil }
    }

    /// Asks once.
    ///
    /// - Throws: `BotProblem` when neither VK nor the file tells; `VKError` that has to be waited out, or that only a person can mend.
    func ask() async throws -> Answer {
        do {
            // Few repeats: whoever asks says what the trouble is, and asks again.
            let own = try await client.groups.getByID().retry(.fixed(.milliseconds(500)), attempts: .limited(2)).send().groups[0]
            if own.id > 0 { return Answer(id: own.id, screenName: own.screenName) }
            return try fileSays("VK names no community for it; a bot needs a community's token")
        } catch let error as VKError where !error.isTheTokensFault {
            if isNoAnswer(error) { return try fileSays("\(error)") }
            let count = failures.withLock { count in
                count += 1
                return count
            }
            guard named != nil, count >= Self.patience else { throw error }
            return try fileSays("\(error)")
        }
    }

    /// No such method (3, 23), or something else than was asked for: asking again would not change it.
    private func isNoAnswer(_ error: VKError) -> Bool {
        [3, 23].contains(error.code?.rawValue) || (error.code == nil && error.failure == .server)
    }

    private func fileSays(_ reason: String) throws -> Answer {
        guard let named else {
            throw BotProblem(
                message: "whose token it is cannot be learnt: \(reason). If the token is right, write 'community: ID' under bots.\(bot) in "
                    + "bots.yaml, for example 'community: 200000001'")
        }
        logger.warning(
            "VK does not tell whose token this is; the file's word is taken", ["community": named, "reason": reason])
        return Answer(id: named)
    }
}
