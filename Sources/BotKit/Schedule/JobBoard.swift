// Govorun: which plugin does which jobs. SPDX-License-Identifier: MIT
import Synchronization

/// The plugins of a bot by their names, and the kinds of jobs that each of them does.
final class JobBoard: Sendable {
    private struct State {
        var plugins: [String: any Plugin] = [:]
        /// Read once for each plugin that is asked about.
        var jobs: [String: Set<String>] = [:]
    }

    private let state = Mutex(State())

    /// Takes `instances` in place of those before.
    func fill(from instances: [PluginInstance]) {
        let plugins = Dictionary(instances.map { ($0.name, $0.plugin) }) { first, _ in first }
        state.withLock { $0 = State(plugins: plugins) }
    }

    /// Checks that `plugin` does jobs called `job`; of a bot whose plugins nobody has told everything is believed.
    ///
    /// - Throws: `PlanningError`.
    func check(_ job: String, of plugin: String) throws(PlanningError) {
        let (names, known, author) = state.withLock { ($0.plugins.keys.sorted(), $0.jobs[plugin], $0.plugins[plugin]) }
        guard !names.isEmpty else { return }
        guard let author else { throw PlanningError(.unknownPlugin(plugin, known: names), job: job) }
        let jobs = known ?? Self.jobs(of: author)
        if known == nil { state.withLock { $0.jobs[plugin] = jobs } }
        guard jobs.contains(job) else { throw PlanningError(.nobodyDoesIt(plugin), job: job) }
    }

    private static func jobs(of plugin: some Plugin) -> Set<String> {
        Set(plugin.handlers.compactMap { handler in if case .errand(.job(let name)) = handler.trigger { name } else { nil } })
    }
}

/// Why a job cannot be planned.
public struct PlanningError: Error, Sendable, CustomStringConvertible {
    /// What is missing.
    public enum Code: Sendable, Equatable {
        /// It is not known whose job it is: outside of handlers and `start` the plugin is to be named.
        case whose
        /// There is no plugin of that name.
        case unknownPlugin(String, known: [String])
        /// The plugin has no `After` for it.
        case nobodyDoesIt(String)
        /// Outside of handlers a job needs a key.
        case noKey
    }

    /// What is missing.
    public let code: Code
    /// The job's name.
    public let job: String

    init(_ code: Code, job: String) { (self.code, self.job) = (code, job) }

    /// What is missing and what to write.
    public var description: String {
        switch code {
        case .whose:
            "it is not known which plugin does \(job): plan it in a handler or in the bot that 'start' is given, or name the plugin, of: \"shop\""
        case .unknownPlugin(let plugin, let known):
            "the bot has no plugin '\(plugin)' that could do \(job); it has \(known.joined(separator: ", "))"
        case .nobodyDoesIt(let plugin):
            "the plugin '\(plugin)' has nothing that does \(job): add After(\(job).self) { bot, job in … } to its handlers"
        case .noKey: "\(job) needs a key: outside of a handler nothing else tells whether it was planned before"
        }
    }
}
