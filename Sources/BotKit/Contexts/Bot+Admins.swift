// Govorun: a word to those who run the bot. SPDX-License-Identifier: MIT

extension Bot {
    /// Sends to everybody under `admins:`, once per key; those who do not allow messages are a line in the log.
    ///
    /// - Returns: how many got it now.
    /// - Throws: `TextError` when there is no text; `StorageError`; `VKError`, not for one who cannot be written to.
    @discardableResult
    public func tellAdmins(_ text: FormattedText, dedupe key: String) async throws -> Int {
        var count = 0
        for admin in admins.sorted() where admin > 0 {
            do {
                if try await send(text, to: Peer(id: admin), dedupe: key) { count += 1 }
            } catch let error as VKError {
                guard error.failure == .cannotWriteToPeer else { throw error }
                logger.warning("an administrator cannot be written to", ["admin": admin])
            }
        }
        return count
    }
}
