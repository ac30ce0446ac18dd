// Govorun: waits until the storage works again. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// A full disk or a locked file loses nothing: what has to be stored is tried again with growing waits, and the bot says why it stands still.
struct StorageTrouble: Sendable {
    let logger: Logger
    let time: any TimeSource
    /// Told of the reason when trouble begins, and of `nil` when it is over.
    let report: @Sendable (String?) -> Void

    /// Performs `work` until it succeeds, or the task is cancelled.
    ///
    /// - Returns: what it gave; `nil` when cancelled before.
    func overcome<Value>(_ what: StaticString, _ work: () async throws -> Value) async -> Value? {
        var wait: Duration = .milliseconds(100)
        var isKnown = false
        while true {
            do {
                let value = try await work()
                if isKnown {
                    logger.info("the storage works again", ["was": "\(what)"])
                    report(nil)
                }
                return value
            } catch {
                if !isKnown {
                    isKnown = true
                    logger.error(what, ["error": "\(error)"])
                    report("\(error)")
                }
                do { try await time.sleep(for: wait) } catch { return nil }
                wait = min(wait * 2, .seconds(10))
            }
        }
    }
}
