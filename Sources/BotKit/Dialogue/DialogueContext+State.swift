// Govorun: state where an author looks for it, on a press or in a menu. SPDX-License-Identifier: MIT

extension DialogueContext {
    /// What the plugin remembers; by default of this person in this conversation. See `Message.state`.
    ///
    /// - Throws: `StateError` when what is stored cannot be read; `StorageError`; `HandlerError` once the handler was given up.
    public func state<State: PluginState>(_ type: State.Type, of scope: StateScope = .personHere) async throws -> State {
        try await dialogue.run.read(type, scope)
    }

    /// Changes what the plugin remembers and gives what `change` gives; see `Message.state`.
    ///
    /// - Throws: as reading does; what `change` throws, and then nothing is changed.
    @discardableResult
    public func state<State: PluginState, Result: Sendable>(
        _ type: State.Type, of scope: StateScope = .personHere, _ change: @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await dialogue.run.change(type, scope, change)
    }

    /// Forgets it: it is `init()` again.
    ///
    /// - Throws: as reading does.
    public func forget(_ type: any PluginState.Type, of scope: StateScope = .personHere) async throws {
        try await dialogue.run.forget(type, scope)
    }
}
