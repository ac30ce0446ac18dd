// Govorun: whose code runs while plugins are made and started. SPDX-License-Identifier: MIT

/// Names a plugin while it is made, asked for its handlers or started, to whoever has to tell afterwards what the process died of: a trap in its
/// code ends the process, whoever brought it about.
package enum PluginMark {
    /// Told before the code of a plugin runs, and afterwards with what is named again: a plugin around it, or nothing.
    @TaskLocal package static var told: (@Sendable (_ plugin: String?) -> Void)?
    @TaskLocal private static var named: String?
    /// What runs a plugin's `start` and `reconfigured`, whose parts may run on any thread; `nil`: whatever runs the rest.
    @TaskLocal package static var starter: (@Sendable (_ plugin: String) -> any TaskExecutor)?

    /// Runs `body`, which is `plugin`'s.
    static func naming<Value>(_ plugin: String, _ body: () throws -> Value) rethrows -> Value {
        guard let told else { return try body() }
        told(plugin)
        defer { told(named) }
        return try $named.withValue(plugin) { try body() }
    }

    /// Runs `body`, the start of `plugin`, on what is to run it; tasks that it begins name nothing.
    static func starting<Value>(_ plugin: String, _ body: () async throws -> Value) async rethrows -> Value {
        guard let starter else { return try await naming(plugin, body) }
        return try await withTaskExecutorPreference(starter(plugin)) { try await naming(plugin, body) }
    }

    /// Runs `body`, which is `plugin`'s; tasks that it begins name nothing.
    static func naming<Value>(_ plugin: String, _ body: () async throws -> Value) async rethrows -> Value {
        guard let told else { return try await body() }
        told(plugin)
        defer { told(named) }
        return try await $told.withValue(nil) { try await body() }
    }
}

extension EventWork {
    /// Runs `body`, in which plugins may be made for the update: each is named in the place of the handler that runs.
    func naming<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await PluginMark.$told.withValue({ self.makes($0) }) { try await body() }
    }
}
