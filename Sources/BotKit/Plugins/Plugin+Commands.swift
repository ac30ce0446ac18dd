// Govorun: what a plugin can be asked. SPDX-License-Identifier: MIT

extension Plugin {
    /// Its commands, in the order of its handlers, under the names their author gave.
    public var commandForms: [CommandForm] {
        handlers.compactMap { if case .command(let form) = $0.trigger { form } else { nil } }
    }

    /// Its handlers as logs name them, each once, in their order.
    package var handlerNames: [String] {
        handlers.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension PluginInstance {
    /// The kinds of update that it says it needs.
    package var neededTypes: [UpdateType] {
        type(of: plugin).needs.flatMap { need -> [UpdateType] in if case .events(let types) = need.kind { types } else { [] } }
    }

    /// VK's names of the updates that it waits for, sorted; `every kind` where a handler takes all.
    package var awaitedTypes: [String] {
        let table = RouteTable([self])
        let named = Set(table.awaitedTypes + neededTypes).map(\.rawValue).sorted()
        return table.hearsEverything ? named + ["every kind"] : named
    }
}
