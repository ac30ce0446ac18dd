// Govorun: which community a bot's name stood for. SPDX-License-Identifier: MIT
public import BotStorage

/// Storage knows bots by their communities; this is how commands that work without VK find them by name.
public enum BotNames {
    /// Under which the community id of the bot `name` is stored, as decimal text.
    public static func key(of name: String) -> StorageKey { StorageKey("runner/bots", name) }
}
