// Govorun: who is called by a short name. SPDX-License-Identifier: MIT

enum ShortNames {
    /// Names change hands rarely, and people mistype them often.
    private static let lifetime = CacheLifetime.minutes(10)

    /// The person, or the community as a negative number; `nil` when nobody is called so, or an app is.
    ///
    /// - Throws: `VKError`.
    static func page(called name: String, by bot: Bot) async throws -> Int? {
        let found = try await bot.vk.utils.resolveScreenName(name).cached(for: lifetime).send()
        guard let id = found.objectID, id > 0 else { return nil }
        switch found.type {
        case .user: return id
        case .group, .event, .page: return -id
        default: return nil
        }
    }
}
