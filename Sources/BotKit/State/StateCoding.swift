// Govorun: state as JSON and back. SPDX-License-Identifier: MIT

/// `{"version": 1, "state": {…}}`.
enum StateCoding {
    static func encode<State: PluginState>(_ state: State) throws -> StateValue {
        let stored: JSONValue = ["version": .integer(State.version), "state": try TapeEncoder().encodeValue(state)]
        return StateValue(bytes: stored.bytes, lifetime: State.lifetime)
    }

    /// - Throws: `StateError` when what is stored is no such state; what `migrate` throws.
    static func decode<State: PluginState>(_ type: State.Type, from value: StateValue?) throws -> State {
        guard let value else { return State() }
        let stored: JSON
        do { stored = try JSONDocument(value.bytes).root } catch { throw StateError(.unreadable, state: State.name, detail: "\(error)") }
        let version = stored["version"].int ?? 1
        guard version <= State.version else {
            throw StateError(.newerVersion, state: State.name, detail: "version \(version), and the plugin knows \(State.version)")
        }
        let state = version == State.version ? stored["state"] : try State.migrate(stored["state"], from: version).view
        return try read(type, from: state)
    }

    /// As written; where a property is missing, once more over the defaults.
    private static func read<State: PluginState>(_ type: State.Type, from state: JSON) throws -> State {
        do {
            return try TapeDecoder().decode(type, from: state)
        } catch is DecodingError {
            guard case .object(var whole) = try TapeEncoder().encodeValue(State()), state.kind == .object else {
                throw StateError(.unreadable, state: State.name, detail: "what is stored is no \(State.self)")
            }
            for (key, value) in state.members { whole[key] = JSONValue(value) }
            do {
                return try TapeDecoder().decode(type, from: JSONValue.object(whole).view)
            } catch let error as DecodingError {
                throw StateError(.unreadable, state: State.name, detail: "\(error)")
            }
        }
    }
}

/// Why a state cannot be had.
public struct StateError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// What is stored is not what the type reads: raise its `version` and write `migrate`.
        case unreadable
        /// A newer build of the plugin has stored it.
        case newerVersion
        /// The handler has ended: nothing would store the change.
        case handlerEnded
    }

    /// What is wrong.
    public let code: Code
    /// The state's name.
    public let state: String
    private let detail: String

    init(_ code: Code, state: String, detail: String = "") { (self.code, self.state, self.detail) = (code, state, detail) }

    /// For the log.
    public var description: String {
        switch code {
        case .unreadable: "the stored state '\(state)' cannot be read (\(detail)); raise its version and migrate it"
        case .newerVersion: "the stored state '\(state)' is newer than this build: \(detail)"
        case .handlerEnded: "the state '\(state)' was asked for after its handler had ended"
        }
    }
}
