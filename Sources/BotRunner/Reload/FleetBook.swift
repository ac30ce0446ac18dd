// Govorun: what becomes of each bot while files and ends come in. SPDX-License-Identifier: MIT

/// Which bots there are, what each lives by and what it is to live by; decides, and does nothing itself.
///
/// Bots change independently: one that still finishes what it has in hand holds up no other, and takes what is newest once it is done.
struct FleetBook: Sendable {
    /// What has to be done about a bot.
    enum Step: Sendable {
        /// It begins.
        case begin(BotConfiguration)
        /// It gets the plugins of this configuration while it runs.
        case change(BotConfiguration)
        /// It finishes what it has in hand, and ends; with the keys for which it begins anew afterwards, none if it does not, or if it is
        /// for its plugins.
        case end(String, beginsAnew: Bool, keys: [String])

        /// Whose step it is.
        var bot: String {
            switch self {
            case .begin(let bot), .change(let bot): bot.name
            case .end(let name, _, _): name
            }
        }
    }

    /// What another file has come to.
    struct Answer: Sendable {
        /// Ends stand before what begins: a community may be another bot's from now on.
        var steps: [Step] = []
        /// Bots that are busy with an earlier file, and take this one when they are done.
        var waiting: [String] = []
        var (added, removed) = (0, 0)

        /// Whether the file changes nothing.
        var isEmpty: Bool { steps.isEmpty && waiting.isEmpty }
    }

    private enum Work {
        case none
        case change(to: BotConfiguration)
        case end
    }

    private struct Page {
        /// What it lives by.
        var configuration: BotConfiguration
        /// What it is to live by; `nil`: it is to be gone.
        var wanted: BotConfiguration?
        var work = Work.none
        /// Whether another file has come during the work.
        var isRenewed = false
        /// Whether it has ended by itself.
        var hasStopped = false

        var isBusy: Bool { if case .none = work { false } else { true } }
    }

    private var pages: [String: Page] = [:]
    /// The names of the newest file.
    private(set) var order: [String] = []

    /// Whether any bot is on its way to another configuration.
    var isBusy: Bool { pages.values.contains(where: \.isBusy) }

    /// Whether that bot is.
    func isBusy(_ name: String) -> Bool { pages[name]?.isBusy ?? false }

    /// The bots in the order of the file: what each lives by, or is about to.
    var configurations: [BotConfiguration] {
        order.compactMap { name in pages[name].flatMap { $0.isBusy ? $0.wanted : $0.configuration } }
    }

    /// These are the bots from now on.
    mutating func want(_ bots: [BotConfiguration]) -> Answer {
        var answer = Answer()
        let wanted = Dictionary(bots.map { ($0.name, $0) }) { first, _ in first }
        let gone = order.filter { wanted[$0] == nil }
        answer.removed = gone.count
        answer.added = bots.count { !order.contains($0.name) }
        order = bots.map(\.name)
        var begins: [Step] = []
        for name in gone + order {
            if pages[name] == nil, let bot = wanted[name] {
                pages[name] = Page(configuration: bot, wanted: bot)
                begins.append(.begin(bot))
            } else {
                want(wanted[name], of: name, &answer)
            }
        }
        answer.steps += begins
        return answer
    }

    private mutating func want(_ bot: BotConfiguration?, of name: String, _ answer: inout Answer) {
        guard let page = pages[name] else { return }
        pages[name]?.wanted = bot
        pages[name]?.isRenewed = page.isBusy
        if !page.isBusy || mustEnd(page, for: bot) {
            if let step = next(name) { answer.steps.append(step) }
        } else if bot != nil {
            answer.waiting.append(name)
        }
    }

    /// Whether a bot that gets other plugins is not to have them any more, since it has to end.
    private func mustEnd(_ page: Page, for bot: BotConfiguration?) -> Bool {
        guard case .change = page.work else { return false }
        guard let bot else { return true }
        if case .settings = ReloadPlan.change(from: page.configuration, to: bot) { return true }
        return false
    }

    private mutating func next(_ name: String) -> Step? {
        guard let page = pages[name] else { return nil }
        guard let wanted = page.wanted else { return end(name, beginsAnew: false) }
        switch ReloadPlan.change(from: page.configuration, to: wanted) {
        case .settings(let keys): return end(name, beginsAnew: true, keys)
        case .none where !page.hasStopped:
            pages[name]?.work = Work.none
            return nil
        case .none: return end(name, beginsAnew: true)
        case .plugins where page.hasStopped: return end(name, beginsAnew: true)
        case .plugins:
            pages[name]?.work = .change(to: wanted)
            return .change(wanted)
        }
    }

    private mutating func end(_ name: String, beginsAnew: Bool, _ keys: [String] = []) -> Step {
        pages[name]?.work = .end
        return .end(name, beginsAnew: beginsAnew, keys: keys)
    }

    /// What follows when the change of a bot's plugins is over.
    mutating func changed(_ name: String, _ outcome: BotLife.Outcome) -> Step? {
        guard let page = pages[name], case .change(let configuration) = page.work else { return nil }
        pages[name]?.work = Work.none
        pages[name]?.isRenewed = false
        switch outcome {
        case .changed:
            pages[name]?.configuration = configuration
            return next(name)
        case .mustRestart: return end(name, beginsAnew: true)
        case .failed: return page.isRenewed ? next(name) : nil
        }
    }

    /// What follows when a bot's life has ended.
    ///
    /// - Returns: the step; and whether the bot had been asked to end, so that how it ended counts no more.
    mutating func ended(_ name: String) -> (step: Step?, wasAsked: Bool) {
        guard let page = pages[name] else { return (nil, true) }
        guard case .end = page.work else {
            pages[name]?.hasStopped = true
            return (nil, false)
        }
        pages[name] = page.wanted.map { Page(configuration: $0, wanted: $0) }
        return (page.wanted.map(Step.begin), true)
    }
}
