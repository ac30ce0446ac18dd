// Govorun: whose code runs while plugins are made and started. SPDX-License-Identifier: MIT

/// Names a plugin while it is made, asked for its handlers or started, to whoever has to tell afterwards what the process died of: a trap in its
/// code ends the process, whoever brought it about.
package enum PluginMark {
    /// Told before the code of a plugin runs, and afterwards with what is named again: a plugin around it, or nothing.
    @TaskLocal package static var told: Listener?
    @TaskLocal private static var named: String?
    /// What runs a plugin's `start` and `reconfigured`, whose parts may run on any thread; `nil`: whatever runs the rest.
    @TaskLocal package static var starter: Starter?

    // Structures around the functions: an optimized build of Swift 6.3.1 finds no metadata for a task-local function, and crashes.

    /// Who is told whose code runs.
    package struct Listener: Sendable {
        let tell: @Sendable (_ plugin: String?) -> Void

        /// `tell` hears the plugin's name, or `nil`.
        package init(_ tell: @escaping @Sendable (_ plugin: String?) -> Void) { self.tell = tell }
    }

    /// Where plugins start.
    package struct Starter: Sendable {
        let executor: @Sendable (_ plugin: String) -> any TaskExecutor

        /// `executor` makes what runs a plugin's start.
        package init(_ executor: @escaping @Sendable (_ plugin: String) -> any TaskExecutor) { self.executor = executor }
    }

    /// Runs `body`, which is `plugin`'s.
    static func naming<Value>(_ plugin: String, _ body: () throws -> Value) rethrows -> Value {
        guard let told else { return try body() }
        told.tell(plugin)
        defer { told.tell(named) }
        return try $named.withValue(plugin) { try body() }
    }

    /// Runs `body`, the start of `plugin`, on what is to run it; tasks that it begins name nothing.
    static func starting<Value>(_ plugin: String, _ body: () async throws -> Value) async rethrows -> Value {
        guard let starter else { return try await naming(plugin, body) }
        return try await withTaskExecutorPreference(starter.executor(plugin)) { try await naming(plugin, body) }
    }

    /// Runs `body`, which is `plugin`'s; tasks that it begins name nothing.
    static func naming<Value>(_ plugin: String, _ body: () async throws -> Value) async rethrows -> Value {
        guard let told else { return try await body() }
        told.tell(plugin)
        defer { told.tell(named) }
        return try await $told.withValue(nil) { try await body() }
    }
}

extension EventWork {
    /// Runs `body`, in which plugins may be made for the update: each is named in the place of the handler that runs.
    func naming<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await PluginMark.$told.withValue(PluginMark.Listener { self.makes($0) }) { try await body() }
    }
}
