// Govorun: a refused token is looked at once, by the runner itself. SPDX-License-Identifier: MIT
import BotKit
import Synchronization

/// A plugin's call may be refused for the token although the token is good, so the bot is not stopped for it: its own question decides.
final class TokenDoubts: Sendable {
    /// The runner asks at most this often.
    private static let pause: Duration = .seconds(60)

    private let bell = Doorbell()

    /// Hears of all calls of a client.
    var observer: CallObserver {
        CallObserver.errors { [bell] error, _ in if error.code == .auth { bell.ring() } }
    }

    /// Asks VK whenever a call was refused for the token.
    ///
    /// - Throws: `VKError` when VK says that the token is no good; `CancellationError`.
    func resolve(with client: VKClient) async throws {
        try await withTaskCancellationHandler {
            while await bell.wait() {
                try Task.checkCancellation()
                do {
                    _ = try await client.groups.getByID().send()
                } catch let error as VKError {
                    guard error.code != .auth else { throw error }
                }
                try await client.time.sleep(for: Self.pause)
            }
        } onCancel: {
            bell.close()
        }
    }
}
