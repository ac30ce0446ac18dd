// Govorun: what the plugins of a bot offer each other. SPDX-License-Identifier: MIT
import Synchronization

/// The offers of all plugins of one bot, by type.
package final class ServiceBoard: Sendable {
    private struct Place: Sendable {
        let plugin: String
        let value: any Sendable
    }

    private let places = Mutex<[ObjectIdentifier: [Place]]>([:])

    /// Nothing is offered.
    package init() {}

    /// Takes the offers of `instances`, in their order, in place of those before.
    func fill(from instances: [PluginInstance]) {
        var offered: [ObjectIdentifier: [Place]] = [:]
        for instance in instances {
            for offer in instance.gear.offers {
                offered[offer.type, default: []].append(Place(plugin: instance.name, value: offer.value))
            }
        }
        let filled = offered
        places.withLock { $0 = filled }
    }

    /// What is offered as `type`, with the names of those who do.
    func offers<Service: Sendable>(of type: Service.Type) -> [(plugin: String, value: Service)] {
        let found = places.withLock { $0[ObjectIdentifier(type)] ?? [] }
        return found.compactMap { place in (place.value as? Service).map { (place.plugin, $0) } }
    }
}

extension Bot {
    /// What another plugin of this bot offers as `type`: of several the first in the order of `bots.yaml`, or that of the instance `plugin`.
    ///
    /// Name the other plugin in `needs`; then it is there, and has started before.
    ///
    /// - Throws: `ServiceError` when nobody offers it.
    public func service<Service: Sendable>(_ type: Service.Type, from plugin: String? = nil) throws(ServiceError) -> Service {
        let offers = services.offers(of: type)
        guard let offer = offers.first(where: { plugin == nil || $0.plugin == plugin }) else {
            throw ServiceError(service: String(describing: type), wanted: plugin, offering: offers.map(\.plugin))
        }
        return offer.value
    }
}

/// Nobody offers what a plugin asks for.
public struct ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The type that was asked for.
    public let service: String
    /// The instance it was asked of, if one was named.
    public let wanted: String?
    /// The instances that do offer it.
    public let offering: [String]

    /// What is missing and who should give it.
    public var description: String {
        guard let wanted else {
            return
                "no plugin of this bot offers \(service): the one that has it must call setup.offer(\(service).self, …) in its 'init', and "
                + "whoever asks should name that plugin in its 'needs'"
        }
        let hint =
            offering.isEmpty ? "it must call setup.offer(\(service).self, …) in its 'init'" : offering.joined(separator: ", ") + " do"
        return "the plugin '\(wanted)' does not offer \(service); \(hint)"
    }
}
