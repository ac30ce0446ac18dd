// Govorun: one reaction of a plugin. SPDX-License-Identifier: MIT

/// What makes a handler run, and what then runs; made by `Command`, `Hears`, `Received`, `Pressed`, `Start`,
/// `Fallback`, `On`, `Around`, `Every`, `Daily`, `Cron`, `After`, `Hook` and `InScene`.
public struct Handler: Sendable {
    /// What makes a handler run.
    enum Trigger: Sendable {
        case command(CommandForm)
        case hears([Phrase])
        case received(AnyMessageFilter)
        case pressed(PressMatcher)
        case start
        case fallback
        case event(UpdateType)
        case everyEvent
        case around
        case scene(SceneForm)
        case errand(ErrandTrigger)
    }

    var trigger: Trigger
    /// For logs: `command buy`. Several handlers of a plugin may share one.
    var name: String
    /// Where its author wrote it.
    var origin: Origin
    /// Why it can never run, for its author.
    var flaw: String?
    /// Among handlers of its kind; the higher is tried first.
    var priority = 0
    /// What else must be true of a message.
    var condition: MessageFilter<Void>?
    /// How long it may take, where that is longer than its plugin's.
    var timeout: Duration?
    let run: @Sendable (HandlerRun) async throws -> Void
    /// Who may use it; empty: everyone.
    var audience: [Audience] = []
    /// What the others are told; `nil`: nothing.
    var refusal: String?
    /// The pause between two uses.
    var cooldown: Cooldown?
    /// Whether a run does what the handler is for, or only tells how it is written; `nil`: it always does.
    var isUse: (@Sendable (HandlerRun) async throws -> Bool)?
    /// Whether it is our own, run beside a plugin's handler.
    var isAside = false
    /// What the bot has to be in the chat; `nil`: a member.
    var botRights: BotRights?
    /// Whether people are told that the bot has to be an administrator where that keeps it from knowing whom `audience` covers.
    var asksForRights = false
    /// What is done when it has failed; `nil`: nothing.
    var failure: (@Sendable (HandlerFailure) async throws -> Void)?
}

extension Handler: HandlerConvertible {
    /// Itself, so that handlers collected elsewhere can be listed: `for handler in shared { handler }`.
    public var handler: Handler { self }
}

/// What a handlers block is made of.
public protocol HandlerConvertible {
    /// The handler it stands for.
    var handler: Handler { get }
}

/// Collects the handlers of a plugin.
@resultBuilder
public enum HandlersBuilder {
    /// One handler.
    public static func buildExpression(_ handler: any HandlerConvertible) -> [Handler] { [handler.handler] }
    /// The commands of a group, and what tells of them.
    public static func buildExpression(_ group: CommandGroup) -> [Handler] { group.handlers }
    /// All of a block, in its order.
    public static func buildBlock(_ handlers: [Handler]...) -> [Handler] { handlers.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ handlers: [Handler]?) -> [Handler] { handlers ?? [] }
    /// `if` with `else`, and `switch`.
    public static func buildEither(first handlers: [Handler]) -> [Handler] { handlers }
    /// `if` with `else`, and `switch`.
    public static func buildEither(second handlers: [Handler]) -> [Handler] { handlers }
    /// `for`.
    public static func buildArray(_ handlers: [[Handler]]) -> [Handler] { handlers.flatMap { $0 } }

    /// Anything else is a mistake, told at its line.
    @available(
        *, unavailable, message: "only handlers stand here: Command, Hears, Pressed, Received, On, Every and the other kinds"
    )
    public static func buildExpression<Other>(_ other: Other) -> [Handler] { [] }
}
