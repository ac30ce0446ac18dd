// Govorun: state where an author looks for it. SPDX-License-Identifier: MIT

extension Message {
    /// What the plugin remembers; by default of this person in this conversation.
    ///
    /// - Throws: `StateError` when what is stored cannot be read; `StorageError`; `HandlerError` once the handler was given up.
    public func state<State: PluginState>(_ type: State.Type, of scope: StateScope = .personHere) async throws -> State {
        try await run.read(type, scope)
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
        _ type: State.Type, of scope: StateScope = .personHere, _ change: @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await run.change(type, scope, change)
    }

    /// Forgets it: it is `init()` again.
    ///
    /// - Throws: as reading does.
    public func forget(_ type: any PluginState.Type, of scope: StateScope = .personHere) async throws { try await run.forget(type, scope) }
}

extension EventContext {
    /// What the plugin remembers; by default of this person in this conversation, or in private where the event is of none.
    ///
    /// - Throws: `StateError` when what is stored cannot be read; `StorageError`; `HandlerError` once the handler was given up.
    public func state<State: PluginState>(_ type: State.Type, of scope: StateScope = .personHere) async throws -> State {
        try await run.read(type, scope)
    }

    /// Changes what the plugin remembers and gives what `change` gives; see `Message.state`.
    ///
    /// - Throws: as reading does; what `change` throws, and then nothing is changed.
    @discardableResult
    public func state<State: PluginState, Result: Sendable>(
        _ type: State.Type, of scope: StateScope = .personHere, _ change: @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await run.change(type, scope, change)
    }

    /// Forgets it: it is `init()` again.
    ///
    /// - Throws: as reading does.
    public func forget(_ type: any PluginState.Type, of scope: StateScope = .personHere) async throws { try await run.forget(type, scope) }
}
