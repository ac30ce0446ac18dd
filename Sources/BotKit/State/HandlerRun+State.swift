// Govorun: a handler reads and changes state. SPDX-License-Identifier: MIT
import BotStorage

extension HandlerRun {
    /// What is remembered now.
    ///
    /// - Throws: `StateError`; `StorageError`; `HandlerError` once the run was given up.
    func read<State: PluginState>(_ type: State.Type, _ scope: StateScope) async throws -> State {
        try checkIsAlive()
        let key = key(type, scope)
        if let told = try toldState(key) { return try StateCoding.decode(type, from: told) }
        let value = scope.isOfTheLane ? try await value(for: key) : try await stored(key)
        learnsState(key, value)
        return try StateCoding.decode(type, from: value)
    }

    /// Changes what is remembered, and gives what `change` gives.
    ///
    /// - Throws: `StateError`; `StorageError`; `HandlerError` once the run was given up; what `change` throws, and then nothing is changed.
    func change<State: PluginState, Result: Sendable>(
        _ type: State.Type, _ scope: StateScope, _ change: @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        try await exchange(key(type, scope), scope) { value in
            var state = try StateCoding.decode(type, from: value)
            let result = try change(&state)
            return (try StateCoding.encode(state), result)
        }
    }

    /// Forgets it: it is `init()` again.
    ///
    /// - Throws: `StateError`; `StorageError`; `HandlerError` once the run was given up.
    func forget(_ type: any PluginState.Type, _ scope: StateScope) async throws {
        try await exchange(key(type, scope), scope) { _ in (nil, ()) }
    }

    private func key(_ type: any PluginState.Type, _ scope: StateScope) -> StateKey {
        StateKey(type, of: route.instance.name, scope, conversation: update.peerID ?? work.lane, person: update.userID)
    }

    /// Changes what is stored under a key, as its scope wants it.
    func exchange<Result: Sendable>(
        _ key: StateKey, _ scope: StateScope, _ change: @Sendable (StateValue?) throws -> (value: StateValue?, result: Result)
    ) async throws -> Result {
        try checkIsAlive()
        // An earlier step of the dialogue has made the change: here it only gives its result.
        if let told = try toldState(key) { return try change(told).result }
        guard scope.isOfTheLane else { return try await exchangeAtOnce(key, change) }
        let read = try await value(for: key)
        return try self.change(key, from: read) { value in
            learnsState(key, value)
            return try change(value)
        }
    }

    private func stored(_ key: StateKey) async throws -> StateValue? {
        try await bot.storage.value(for: key.storageKey(in: bot)).map { StateValue(bytes: $0) }
    }

    /// Changes what other conversations share: at once, in one commit with the value it started from. A run of the same handler on the same
    /// update finds that value, runs `change` on it again for its result, and writes nothing.
    private func exchangeAtOnce<Result: Sendable>(
        _ key: StateKey, _ change: @Sendable (StateValue?) throws -> (value: StateValue?, result: Result)
    ) async throws -> Result {
        let digest = CallDigest("state", content: [key.name])
        let ordinal: Int
        switch try await calls.match(digest, isLoose: false) {
        case .known(.answered(let start), _):
            let value = start.first == 1 ? StateValue(bytes: Array(start.dropFirst())) : nil
            learnsState(key, value)
            return try change(value).result
        case .known(_, let number), .new(let number): ordinal = number
        }
        let storageKey = key.storageKey(in: bot)
        return try await router.sharedState.pass(storageKey.namespace + " " + storageKey.name) {
            while true {
                let start = try await stored(key)
                let (value, result): (StateValue?, Result)
                do {
                    (value, result) = try change(start)
                } catch {
                    learnsState(key, start)
                    throw error
                }
                try checkIsAlive()
                guard try await stores(value, from: start, under: key, ordinal, digest) else { continue }
                learnsState(key, start)
                return result
            }
        }
    }

    /// Stores a value together with the one it was made from, unless another runner has changed that meanwhile.
    ///
    /// - Returns: whether it did.
    private func stores(
        _ value: StateValue?, from start: StateValue?, under key: StateKey, _ ordinal: Int, _ digest: CallDigest
    ) async throws -> Bool {
        let kept: [UInt8] = start.map { [1, 1] + $0.bytes } ?? [1, 0]
        let writes: [Write] = [
            key.write(value, in: bot), .beginCall(calls.key(ordinal), digest: digest.bytes), .answerCall(calls.key(ordinal), kept),
        ]
        do {
            try await bot.storage.commit(Commit(writes, if: [.value(key.storageKey(in: bot), is: start?.bytes)]))
            return true
        } catch let error as StorageError where error.code == .preconditionFailed {
            return false
        }
    }
}

extension StateScope {
    /// Whether only updates of one lane change it, one after the other.
    fileprivate var isOfTheLane: Bool { self == .personHere || self == .conversation }
}
