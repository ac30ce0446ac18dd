// Govorun: whether two servers of one file would listen on one port. SPDX-License-Identifier: MIT
import MarkedYAML

extension ConfigurationReading {
    /// Notes that `web` and the simulator would take each other's port; a free one (0) is nobody's.
    mutating func checkPorts(of configuration: RunnerConfiguration, _ root: YAMLNode) {
        guard let web = configuration.web, configuration.usesSimulator, web.collides(with: configuration.simulator) else { return }
        // At the one that is written; where both are, at the later one in the file.
        let places = ["web", "simulator"].compactMap { key in root[key]?["listen"].map { (key: key, node: $0) } }
        let place = places.max { $0.node.mark < $1.node.mark }
        note(
            "'web' and the simulator would both listen on port \(web.port); give one of them another, or 0 for a free one",
            at: place?.node ?? root["web"] ?? root, (place?.key ?? "web") + ".listen")
    }
}

extension ListenAddress {
    /// Whether two servers cannot listen on both at once.
    fileprivate func collides(with other: ListenAddress) -> Bool {
        guard port == other.port, port != 0 else { return false }
        return isEverywhere || other.isEverywhere || name == other.name
    }

    private var isEverywhere: Bool { ["0.0.0.0", "::", "*"].contains(host) }
    private var name: String { host == "localhost" ? "127.0.0.1" : host.lowercased() }
}
