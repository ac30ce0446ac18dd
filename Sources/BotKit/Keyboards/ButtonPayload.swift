// Govorun: typed payloads of buttons. SPDX-License-Identifier: MIT

/// What a button carries: `struct Buy: ButtonPayload { var item: String }`, made by `Button("Чай", Buy(item: "tea"))` and received by
/// `Pressed(Buy.self) { press, buy in … }`.
///
/// The wire form is stable, so that buttons on people's screens outlive a restart and a new release:
/// `{"@":"shop.buy","d":{"item":"tea"}}`. `@` is the name, `d` the value as `Codable` writes it (left out when it is `{}`), `v` the version
/// (left out when it is 1), `i` the name of the plugin's instance (left out where that is the plugin's own name). The whole must fit into
/// VK's 255 characters.
public protocol ButtonPayload: Codable, Sendable {
    /// The name on the wire; `shop.buy` for a `Buy` inside `ShopPlugin` unless a type says otherwise. Say it before renaming the type.
    static var payloadName: String { get }
    /// The version on the wire, 1 unless a type says otherwise; count it up when old buttons can no longer be read as they are.
    static var payloadVersion: Int { get }
    /// Reads the value of an older button; `nil`, as when the type does not say otherwise: the button is too old.
    static func upgrade(_ value: JSON, from version: Int) throws -> Self?
}

extension ButtonPayload {
    /// Its type's name with those around it, without the module: `ShopPlugin.Buy` is `shop.buy`.
    public static var payloadName: String {
        // "Module.ShopPlugin.Buy"; a type inside a function has "(unknown context at $…)" in it, which changes with every build.
        let path = String(reflecting: Self.self).split(separator: ".").filter { !$0.hasPrefix("(") && !$0.hasSuffix(")") }
        return path.dropFirst(path.count > 1 ? 1 : 0).map { PluginName.make(from: String($0)) }.joined(separator: ".")
    }
    /// The first.
    public static var payloadVersion: Int { 1 }
    /// Too old.
    public static func upgrade(_ value: JSON, from version: Int) throws -> Self? { nil }
}

/// A payload between a button and the wire (the form is described at `ButtonPayload`).
struct PayloadEnvelope: Sendable {
    /// What marks a payload as one of these.
    static let nameKey: StaticString = "@"

    let name: String
    let version: Int
    let instance: String?
    let value: JSON

    /// `nil` for a payload of another shape: of another program, or of a button that carries raw JSON.
    init?(_ payload: JSON) {
        guard let name = payload[Self.nameKey].string, !name.isEmpty else { return nil }
        self.name = name
        version = payload["v"].int ?? 1
        instance = payload["i"].string
        value = payload["d"].exists ? payload["d"] : JSONValue.object([:]).view
    }

    /// The value that a button carries, without the name of an instance.
    static func json<Payload: ButtonPayload>(of payload: Payload) throws -> JSONObject {
        var object: JSONObject = ["@": .string(Payload.payloadName)]
        if Payload.payloadVersion != 1 { object["v"] = .integer(Payload.payloadVersion) }
        let value = try TapeEncoder().encodeValue(payload)
        if value != .object([:]) { object["d"] = value }
        return object
    }

    /// - Throws: `DecodingError` and what `upgrade` throws; the button is then too old.
    func read<Payload: ButtonPayload>(as type: Payload.Type) throws -> Payload? {
        version == Payload.payloadVersion
            ? try TapeDecoder().decode(Payload.self, from: value) : try Payload.upgrade(value, from: version)
    }
}
