// Govorun: state where an author looks for it. SPDX-License-Identifier: MIT

/// A context whose plugin remembers things: a message, a press, an event, a menu, a timer.
///
/// Without `of:` a state is that of this person in this conversation, or in private where the event is of none; what a bot does by itself, at
/// a time or for a hook, remembers for the whole bot.
public protocol StateContext: Sendable {
    /// What it remembers by.
    var memory: PluginMemory { get }
}

/// The run that a plugin remembers in.
public struct PluginMemory: Sendable {
    let run: HandlerRun
    /// Whose a state is unless the author says.
    var usualScope = StateScope.personHere
}

extension StateContext {
    /// What the plugin remembers.
    ///
    /// - Throws: `StateError` when what is stored cannot be read; `StorageError`; `HandlerError` once the handler was given up.
    public func state<State: PluginState>(_ type: State.Type, of scope: StateScope? = nil) async throws -> State {
        try await memory.run.read(type, scope ?? memory.usualScope)
    }

    /// Changes what the plugin remembers and gives what `change` gives:
    /// `let count = try await message.state(Cart.self) { cart in cart.items.append(item); return cart.items.count }`.
    ///
    /// It counts once per update, whatever happens to the process. A handler that throws has changed nothing of `.personHere` and
    /// `.conversation`. `change` may run more than once and should do nothing else.
    ///
    /// - Throws: as reading does; what `change` throws, and then nothing is changed.
    @discardableResult
    public func state<State: PluginState, Result: Sendable>(
        _ type: State.Type, of scope: StateScope? = nil, _ change: @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await memory.run.change(type, scope ?? memory.usualScope, change)
    }

    /// Forgets it: it is `init()` again.
    ///
    /// - Throws: as reading does.
    public func forget(_ type: any PluginState.Type, of scope: StateScope? = nil) async throws {
        try await memory.run.forget(type, scope ?? memory.usualScope)
    }
}

extension EventContext: StateContext {
    /// What it remembers by.
    public var memory: PluginMemory { PluginMemory(run: run) }
}

extension DialogueContext {
    /// What it remembers by.
    public var memory: PluginMemory { PluginMemory(run: dialogue.run) }
}

extension BotActing {
    /// What it remembers by.
    public var memory: PluginMemory { PluginMemory(run: context.run, usualScope: .bot) }
}
