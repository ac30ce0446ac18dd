// Govorun: the jobs that errands are made from. SPDX-License-Identifier: MIT
package import BotStorage

/// The names of a bot's jobs.
enum ErrandJobs {
    static func queue(of bot: Bot) -> String { queue(of: bot.source) }
    fileprivate static func queue(of source: String) -> String { "errands/\(source)" }

    /// `timer/PLUGIN/HANDLER`, `job/PLUGIN/TYPE/KEY`.
    static func key(_ errand: Errand, of bot: Bot) -> JobKey {
        JobKey(queue(of: bot), [.job, .lapse, .heard].contains(errand.kind) ? "\(errand.address)/\(errand.key)" : errand.address)
    }

    /// A further try of an errand that failed.
    static func retryKey(_ errand: Errand, of bot: Bot) -> JobKey { JobKey(queue(of: bot), "retry/\(errand.identity)") }
}

extension Write {
    /// Cancels what is planned for a bot: its timers, its jobs, and what failed and is to be tried again. Outcome: `.removed`.
    package static func cancelErrands(of source: String) -> Write { .cancelJobs(in: ErrandJobs.queue(of: source)) }
}

extension Storage {
    /// What cancels all that is planned for one plugin of a bot, one change for each; outcomes: `.removed`.
    ///
    /// - Throws: `StorageError`.
    package func cancellations(of plugin: String, source: String) async throws -> [Write] {
        let kinds = [Errand.Kind.timer, .job, .hook, .lapse].map(\.rawValue)
        let beginnings = kinds.map { "\($0)/\(plugin)/" } + kinds.map { "retry/\($0) \(plugin) " }
        let jobs = try await jobs(in: ErrandJobs.queue(of: source), NamePage(limit: .max)).map(\.key)
        return jobs.filter { key in beginnings.contains { key.name.hasPrefix($0) } }.map(Write.cancel)
    }
}
