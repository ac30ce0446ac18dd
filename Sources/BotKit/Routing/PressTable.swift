// Govorun: the handlers for pressed buttons, arranged for look-up. SPDX-License-Identifier: MIT

/// Which handlers a payload is for, in their order: typed ones, then those by key, then those that look for themselves.
struct PressTable: Sendable {
    /// Handlers for one type of payload.
    private struct Typed: Sendable {
        let type: any ButtonPayload.Type
        var routes: [Route]
    }

    private var typed: [String: Typed] = [:]
    private var keyed: [String: [JSONText: [Route]]] = [:]
    private var raw: [(@Sendable (JSON) -> Bool, route: Route)] = []

    /// A value as it is compared.
    private struct JSONText: Hashable { let text: String }

    var isEmpty: Bool { typed.isEmpty && keyed.isEmpty && raw.isEmpty }

    /// - Returns: a handler that already stands under the same name for another type of payload.
    mutating func add(_ matcher: PressMatcher, _ route: Route) -> Route? {
        switch matcher {
        case .typed(let type):
            var entry = typed[type.payloadName] ?? Typed(type: type, routes: [])
            guard ObjectIdentifier(entry.type) == ObjectIdentifier(type) else { return entry.routes.first }
            entry.routes.place(route)
            typed[type.payloadName] = entry
        case .keyed(let key, let value): keyed[key, default: [:]][JSONText(text: value.serialized), default: []].place(route)
        case .raw(let accepts): raw.place((accepts, route: route))
        }
        return nil
    }

    /// The handlers for `payload` with what each is to be told.
    func matches(_ payload: JSON) -> [(route: Route, occasion: Occasion)] {
        guard payload.exists, !isEmpty else { return [] }
        var matches = typedMatches(payload)
        if payload.kind == .object {
            for (key, values) in keyed {
                let member = payload[key]
                guard member.exists, let routes = values[JSONText(text: JSONValue(member).serialized)] else { continue }
                matches += routes.map { ($0, Occasion()) }
            }
        }
        return matches + raw.filter { $0.0(payload) }.map { ($0.route, Occasion()) }
    }

    private func typedMatches(_ payload: JSON) -> [(route: Route, occasion: Occasion)] {
        guard let envelope = PayloadEnvelope(payload), let entry = typed[envelope.name] else { return [] }
        guard let value = read(envelope, as: entry.type) else { return [] }
        return entry.routes.filter { envelope.instance == $0.instance.ownName }.map { ($0, Occasion(payload: value)) }
    }

    /// What cannot be read was made by another release: the button is old.
    private func read<Payload: ButtonPayload>(_ envelope: PayloadEnvelope, as type: Payload.Type) -> (any ButtonPayload)? {
        do { return try envelope.read(as: type) } catch { return nil }
    }
}
