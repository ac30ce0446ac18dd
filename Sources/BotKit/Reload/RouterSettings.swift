// Govorun: what a router is made with beside its plugins. SPDX-License-Identifier: MIT
package import VKAPI

/// Everything that the routers of one bot have in common.
package struct RouterSettings: Sendable {
    package var prefixes = Prefixes()
    package var manners = Manners()
    package var observer: (any HandlerObserver)?
    package var time: any TimeSource = SystemTime()
    package var checksReplays = false

    /// As `bots.yaml` has it when it says nothing.
    package init(prefixes: Prefixes = .init(), manners: Manners = .init(), observer: (any HandlerObserver)? = nil) {
        (self.prefixes, self.manners, self.observer) = (prefixes, manners, observer)
    }

    /// A router over `plugins`.
    ///
    /// - Throws: the first `RoutingProblem`.
    func router(_ bot: Bot, _ plugins: [PluginInstance], sharing other: Router? = nil) throws -> Router {
        try Router(
            bot: bot, plugins: plugins, prefixes: prefixes, observer: observer, time: time, manners: manners,
            checksReplays: checksReplays, sharing: other)
    }
}
