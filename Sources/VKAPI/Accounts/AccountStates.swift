// Govorun: an account's states as they come. SPDX-License-Identifier: MIT

/// The states of one account, beginning with the present one; pulled, so a slow reader misses states and never piles them up.
///
/// It also notices time: a token's early warning and its end come by themselves. It ends after `.removed`.
public struct AccountStates: AsyncSequence, Sendable {
    let account: Account

    /// Reads from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(account: account) }

    /// Waits for the next state that differs from the last.
    public struct Iterator: AsyncIteratorProtocol {
        let account: Account
        private var last: AccountState?

        init(account: Account) { self.account = account }

        /// The next state; `nil` after `.removed`.
        ///
        /// - Throws: `CancellationError` when the reader is cancelled.
        public mutating func next() async throws -> AccountState? {
            if last == .removed { return nil }
            while true {
                let seen = account.changes.count
                let state = account.state
                if state != last {
                    last = state
                    return state
                }
                try await account.change(past: seen)
            }
        }
    }
}
