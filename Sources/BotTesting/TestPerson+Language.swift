// Govorun: the language of somebody under test. SPDX-License-Identifier: MIT
public import BotKit

extension TestPerson {
    /// From now on they use VK in `language`: `en`, `ru` or another that VK has; it comes with each of their messages.
    public func speaks(_ language: String) {
        guard let number = Languages.number(language) else { return }
        bot.vk.change { $0.languages[id] = number }
    }
}

extension TestBot {
    /// What the instance `plugin` has counted: `bot.metrics(of: "shop")?.counter("orders").value`.
    public func metrics(of plugin: String) -> Metrics? { plugins.first { $0.name == plugin }?.metrics }
}
