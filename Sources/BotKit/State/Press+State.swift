// Govorun: state behind a pressed button. SPDX-License-Identifier: MIT

extension Press {
    /// What the plugin remembers; by default of this person in this conversation, which is what `Message.state` sees there.
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
