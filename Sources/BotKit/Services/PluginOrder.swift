// Govorun: in which order plugins start. SPDX-License-Identifier: MIT

/// Puts every plugin behind those it needs, and otherwise leaves the order of `bots.yaml`.
package struct PluginOrder {
    /// The order to start in; complete only when there is no problem.
    package private(set) var instances: [PluginInstance] = []
    /// Everything that keeps them from starting.
    package private(set) var problems: [NeedProblem] = []

    private let all: [PluginInstance]
    private var done: Set<String> = []
    /// Those being looked at, each needed by the one before.
    private var path: [PluginInstance] = []

    /// Orders `instances`.
    package init(_ instances: [PluginInstance]) {
        all = instances
        for instance in instances { visit(instance) }
    }

    private mutating func visit(_ instance: PluginInstance) {
        guard !done.contains(instance.name) else { return }
        if let start = path.firstIndex(where: { $0.name == instance.name }) { return noteCycle(path[start...]) }
        path.append(instance)
        for need in type(of: instance.plugin).needs { for other in found(need, by: instance) { visit(other) } }
        path.removeLast()
        // A cycle has been here before.
        guard done.insert(instance.name).inserted else { return }
        instances.append(instance)
    }

    /// The instances that `need` names; one that is missing, or does not offer what it should, is noted.
    private mutating func found(_ need: PluginNeed, by instance: PluginInstance) -> [PluginInstance] {
        let matches = all.filter { need.isMet(by: $0) == true }
        switch need.kind {
        case .plugin(_, let name): if matches.isEmpty { noteMissing("the plugin '\(name)'", name, instance) }
        case .service(let service, let name, let type):
            if let other = matches.first {
                if !matches.contains(where: { $0.gear.offers.contains { $0.type == service } }) { noteSilence(name, other, instance) }
            } else {
                noteMissing("\(name), which the plugin '\(type.name)' offers", type.name, instance)
            }
        case .userToken, .updates, .events: break
        }
        return matches
    }

    private mutating func noteMissing(_ what: String, _ name: String, _ instance: PluginInstance) {
        let message = "'\(instance.name)' needs \(what); add '- \(name)' to the plugins of this bot"
        problems.append(NeedProblem(code: .missingPlugin, plugin: instance.name, message: message))
    }

    private mutating func noteSilence(_ service: String, _ other: PluginInstance, _ instance: PluginInstance) {
        let message =
            "'\(instance.name)' needs \(service), but '\(other.name)' does not offer it; its 'init' has to call "
            + "setup.offer(\(service).self, …)"
        problems.append(NeedProblem(code: .missingService, plugin: instance.name, message: message))
    }

    private mutating func noteCycle(_ circle: ArraySlice<PluginInstance>) {
        let names = circle.map(\.name)
        // Whoever of the circle comes first in the file tells of it.
        guard let first = names.first, !problems.contains(where: { $0.code == .cycle && names.contains($0.plugin) }) else { return }
        let chain = (names.dropFirst() + [first]).map { "'\($0)'" }.joined(separator: ", which needs ")
        let message = "'\(first)' needs \(chain); one of them has to do without the other"
        problems.append(NeedProblem(code: .cycle, plugin: first, message: message))
    }
}
