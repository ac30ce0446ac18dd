// Govorun: a handler at its place in a bot. SPDX-License-Identifier: MIT

/// A handler with the plugin it belongs to. An object, since it is handed about for each update, and copying it would touch all it holds.
final class Route: Sendable {
    let instance: PluginInstance
    let handler: Handler
    /// The handler's name, numbered where an earlier one of the plugin has the same; part of the identity of what it sends.
    let identity: String
    /// What others are told of it.
    let label: HandlerLabel

    init(instance: PluginInstance, handler: Handler, identity: String) {
        (self.instance, self.handler, self.identity) = (instance, handler, identity)
        label = HandlerLabel(
            plugin: instance.name, handler: handler.name,
            // As the author says, or as `bots.yaml` does, whichever is longer.
            timeout: max(handler.timeout ?? .zero, instance.timeout))
    }

    /// For messages: where its author wrote it.
    var place: String { "(\(handler.origin))" }

    /// `origin`, which is in the plugin's sources, by its path.
    func located(_ origin: Origin) -> Origin { origin.located(in: type(of: instance.plugin)) }

    /// The handlers of `instance`, in their order.
    static func all(of instance: PluginInstance) -> [Route] {
        var seen: [String: Int] = [:]
        return PluginMark.naming(instance.name) { instance.plugin.handlers }.map { handler in
            var handler = handler
            handler.origin = handler.origin.located(in: type(of: instance.plugin))
            let number = seen[handler.name, default: 0] + 1
            seen[handler.name] = number
            return Route(instance: instance, handler: handler, identity: number == 1 ? handler.name : "\(handler.name) #\(number)")
        }
    }
}

/// A command with the names that count in this bot.
struct CommandRoute: Sendable {
    let route: Route
    let form: CommandForm
}

/// What brought a handler to run.
struct Occasion: Sendable {
    /// The command under the names of this bot.
    var form: CommandForm?
    /// The text after a command's name.
    var arguments: Substring = ""
    /// What a `Hears` pattern found.
    var match: PatternMatch?
    /// What a pressed button carries, read.
    var payload: (any ButtonPayload)?
    /// What a filter found.
    var found: (any Sendable)?
    /// What an `Around` hands the event on by.
    var next: Around.Next?
    /// What is to be done although nobody wrote.
    var errand: Errand?
}

extension [Route] {
    /// Adds `route` behind those of its priority.
    mutating func place(_ route: Route) { place(route) { $0 } }
}

extension Array {
    /// Adds an element with a route behind those of its priority.
    mutating func place<Key>(_ element: (Key, route: Route)) where Element == (Key, route: Route) { place(element) { $0.route } }

    private mutating func place(_ element: Element, by route: (Element) -> Route) {
        var index = endIndex
        while index > 0, route(self[index - 1]).handler.priority < route(element).handler.priority { index -= 1 }
        insert(element, at: index)
    }
}
