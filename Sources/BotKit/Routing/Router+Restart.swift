// Govorun: a router as a new process would make it. SPDX-License-Identifier: MIT

extension Router {
    /// A router for the same bot that knows nothing but what is stored; for tests.
    ///
    /// - Throws: `RoutingProblem`.
    package func afresh(with plugins: [PluginInstance]) throws -> Router {
        try Router(bot: bot, plugins: plugins, prefixes: prefixes, time: time, manners: manners, checksReplays: checksReplays)
    }
}
