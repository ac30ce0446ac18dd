// Govorun: the solver of one bot. SPDX-License-Identifier: MIT
import BotKit
import CurlClient

/// Makes the solver that a bot's settings name, and hands it what its answers come by.
struct CaptchaDesk: Sendable {
    /// Who is asked; `nil`: nobody, the call fails.
    let solver: (any ChallengeSolver)?
    private let conversation: AdminConversation?

    init(_ configuration: BotConfiguration, transport: any APITransport, logger: Logger, time: any TimeSource) {
        var conversation: AdminConversation?
        switch configuration.captcha {
        case .fail: solver = nil
        case .command(let words): solver = CommandSolver(words: words, logger: logger)
        case .service(let address):
            // Keys and authorities are those of VK's host, not of the service's.
            let route = HTTPRoute(proxy: configuration.vk.route.proxy)
            solver = ServiceSolver(address: address, transport: transport, route: route, logger: logger)
        case .admins:
            let made = AdminConversation(language: configuration.language, time: time)
            conversation = made
            solver = AdminSolver(made)
        }
        self.conversation = conversation
    }

    /// The bot knows its administrators now.
    func open(for bot: Bot) { conversation?.open(for: bot) }

    /// Whether `update` was an administrator's answer; then it is for nobody else.
    func takes(_ update: Update) -> Bool { conversation?.takes(update) ?? false }
}
