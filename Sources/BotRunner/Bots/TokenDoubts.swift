// Govorun: a refused token is looked at once, by the runner itself. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// A plugin's call may be refused for the token although the token is good, so the bot is not stopped for it: its own question decides.
final class TokenDoubts: Sendable {
    /// The runner asks at most this often.
    private static let pause: Duration = .seconds(60)
    /// When it asks again before it believes what VK says: once in a while VK refuses a token that is good.
    private static let secondThoughts: [Duration] = [.seconds(1), .seconds(3)]

    private let bell = Doorbell()

    /// Hears of all calls of a client.
    var observer: CallObserver {
        CallObserver.errors { [bell] error, _ in if error.code == .auth { bell.ring() } }
    }

    /// Asks VK whenever a call was refused for the token.
    ///
    /// - Throws: `VKError` when VK says three times in a row that the token is no good; `CancellationError`.
    func resolve(with client: VKClient) async throws {
        try await withTaskCancellationHandler {
            while await bell.wait() {
                try Task.checkCancellation()
                var denial = try await denial(by: client)
                for pause in Self.secondThoughts where denial != nil {
                    try await client.time.sleep(for: pause)
                    denial = try await self.denial(by: client)
                }
                if let denial { throw denial }
                try await client.time.sleep(for: Self.pause)
            }
        } onCancel: {
            bell.close()
        }
    }

    /// What VK says against the token, if it does.
    private func denial(by client: VKClient) async throws -> VKError? {
        do {
            _ = try await client.groups.getByID().send()
            return nil
        } catch let error as VKError {
            return error.code == .auth ? error : nil
        }
    }
}
