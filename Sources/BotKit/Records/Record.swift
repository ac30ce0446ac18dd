// Govorun: what a plugin keeps many of. SPDX-License-Identifier: MIT

/// Something a plugin keeps many of and finds again by what is in it: orders, applicants, quotes.
///
/// ```swift
/// struct Order: Record {
///     static let indexes: [RecordIndex] = ["customer", .unique("number")]
///     var customer: Int, number: Int, item: String
/// }
/// let orders = try await message.records(Order.self)
/// try await orders.insert(Order(customer: message.user.id, number: 17, item: "tea"))
/// let mine = try await orders.find(.equal("customer", .init(message.user.id)), order: .descending("number"), limit: 10)
/// ```
///
/// Every plugin of a bot has records of its own. An index is a path in the record's JSON, named as `CodingKeys` name the property.
public protocol Record: Codable, Sendable {
    /// What the records are called in storage; by default as the type. Say it before you rename the type.
    static var collection: String { get }
    /// By what they are found and sorted; by default only by their ids. May change: the records that are there get it.
    static var indexes: [RecordIndex] { get }
}

extension Record {
    /// The type's name.
    public static var collection: String { String(describing: Self.self) }
    /// None.
    public static var indexes: [RecordIndex] { [] }
}

extension StateContext {
    /// The plugin's records of a type.
    ///
    /// - Throws: `StorageError`, `.uniqueViolation` when records that are there do not fit a new unique index.
    public func records<Value: Record>(_ type: Value.Type) async throws -> PluginRecords<Value> {
        let run = memory.run
        return try await PluginRecords(of: run.route.instance.name, in: run.bot, run)
    }
}

extension Bot {
    /// The records of a type of the plugin that calls; outside of handlers and `start`, `plugin` names it as `bots.yaml` does.
    ///
    /// - Throws: `StorageError`, `.uniqueViolation` when records that are there do not fit a new unique index; `RecordError` when it is not
    ///   known whose records are meant.
    public func records<Value: Record>(_ type: Value.Type, of plugin: String? = nil) async throws -> PluginRecords<Value> {
        let run = CallingTask.current.keeper as? HandlerRun
        guard let name = plugin ?? run?.route.instance.name ?? startedPlugin else { throw RecordError(type: Value.collection) }
        return try await PluginRecords(of: name, in: self, run)
    }
}

/// It is not known whose records are meant.
public struct RecordError: Error, Sendable, CustomStringConvertible {
    private let type: String

    init(type: String) { self.type = type }

    /// For the log.
    public var description: String {
        "the records '\(type)' were asked for outside a handler: say whose they are, records(\(type).self, of: \"plugin\")"
    }
}
