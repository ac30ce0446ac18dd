// Govorun: the handlers for pressed buttons, arranged for look-up. SPDX-License-Identifier: MIT

/// Which handlers a payload is for, in their order: typed ones, then those by key, then those that look for themselves.
struct PressTable: Sendable {
    /// Handlers for one type of payload, by the name of their instance where that is not the plugin's own: a press looks at its own alone,
    /// however many instances there are.
    private struct Typed: Sendable {
        let type: any ButtonPayload.Type
        let first: Route
        var routes: [String?: [Route]] = [:]
    }

    private var typed: [String: Typed] = [:]
    private var keyed: [String: [JSONText: [KeyedRoute]]] = [:]
    private var keyedCount = 0
    private var raw: [(@Sendable (JSON) -> Bool, route: Route)] = []

    /// A value as it is compared.
    private struct JSONText: Hashable { let text: String }

    /// A handler for a key, with its place among all of these.
    private struct KeyedRoute: Sendable {
        let route: Route
        let place: Int
    }

    var isEmpty: Bool { typed.isEmpty && keyed.isEmpty && raw.isEmpty }

    /// - Returns: a handler that already stands under the same name for another type of payload.
    mutating func add(_ matcher: PressMatcher, _ route: Route) -> Route? {
        switch matcher {
        case .typed(let type):
            var entry = typed[type.payloadName] ?? Typed(type: type, first: route)
            guard ObjectIdentifier(entry.type) == ObjectIdentifier(type) else { return entry.first }
            entry.routes[route.instance.ownName, default: []].place(route)
            typed[type.payloadName] = entry
        case .keyed(let key, let value):
            keyed[key, default: [:]][JSONText(text: value.serialized), default: []].append(KeyedRoute(route: route, place: keyedCount))
            keyedCount += 1
        case .raw(let accepts): raw.place((accepts, route: route))
        }
        return nil
    }

    /// The handlers for `payload` with what each is to be told.
    func matches(_ payload: JSON) -> [(route: Route, occasion: Occasion)] {
        guard payload.exists, !isEmpty else { return [] }
        return typedMatches(payload) + keyedMatches(payload).map { ($0, Occasion()) }
            + raw.filter { $0.0(payload) }.map { ($0.route, Occasion()) }
    }

    /// Looks up what the payload holds, and not what handlers ask for: it is small, and they may be many.
    private func keyedMatches(_ payload: JSON) -> [Route] {
        guard !keyed.isEmpty, payload.kind == .object else { return [] }
        let found = payload.members.flatMap { key, value in keyed[key]?[JSONText(text: JSONValue(value).serialized)] ?? [] }
        return found.sorted { ($1.route.handler.priority, $0.place) < ($0.route.handler.priority, $1.place) }.map(\.route)
    }

    private func typedMatches(_ payload: JSON) -> [(route: Route, occasion: Occasion)] {
        guard let envelope = PayloadEnvelope(payload), let entry = typed[envelope.name] else { return [] }
        guard let value = read(envelope, as: entry.type) else { return [] }
        return (entry.routes[envelope.instance] ?? []).map { ($0, Occasion(payload: value)) }
    }

    /// What cannot be read was made by another release: the button is old.
    private func read<Payload: ButtonPayload>(_ envelope: PayloadEnvelope, as type: Payload.Type) -> (any ButtonPayload)? {
        do { return try envelope.read(as: type) } catch { return nil }
    }
}
