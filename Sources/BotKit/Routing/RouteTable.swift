// Govorun: the handlers of a bot, arranged for look-up. SPDX-License-Identifier: MIT

/// A handler with the plugin it belongs to.
struct Route: Sendable {
    let instance: PluginInstance
    let handler: Handler
}

/// A command with the form that YAML may have renamed.
struct CommandRoute: Sendable {
    let route: Route
    let form: CommandForm
}

/// Two handlers that cannot live together, or one that cannot live at all.
public struct RoutingProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let message: String
    /// The instances concerned.
    public let plugins: [String]
    /// The message.
    public var description: String { message }
}

/// Compiled once per start of a bot; immutable.
struct RouteTable: Sendable {
    private(set) var commands: [String: CommandRoute] = [:]
    /// The commands in the order of `bots.yaml`, each once.
    private(set) var listed: [CommandRoute] = []
    private(set) var texts: [String: [Route]] = [:]
    private(set) var patterns: [(pattern: Pattern, route: Route)] = []
    private(set) var starts: [Route] = []
    private(set) var fallbacks: [Route] = []
    private(set) var events: [UpdateType: [Route]] = [:]
    private(set) var problems: [RoutingProblem] = []

    init(_ instances: [PluginInstance]) {
        // `On(.any)` and `On(kind)` of all plugins keep the order of `bots.yaml` per kind.
        var routes: [Route] = []
        for instance in instances {
            for handler in instance.plugin.handlers { routes.append(Route(instance: instance, handler: handler)) }
        }
        everyEvent = routes.filter { if case .everyEvent = $0.handler.trigger { true } else { false } }
        for route in routes { add(route, among: routes) }
        for instance in instances { checkRenames(of: instance) }
    }

    private let everyEvent: [Route]

    /// The kinds that `On` handlers name, and `message_new` where anything listens to people.
    var awaitedTypes: [UpdateType] {
        let hearsPeople = !(listed.isEmpty && texts.isEmpty && patterns.isEmpty && starts.isEmpty && fallbacks.isEmpty)
        let named = Set(events.keys).union(hearsPeople ? [.messageNew] : [])
        return named.sorted { $0.rawValue < $1.rawValue }
    }

    /// The `On` handlers for `type`.
    func handlers(for type: UpdateType) -> [Route] { events[type] ?? everyEvent }

    private mutating func add(_ route: Route, among routes: [Route]) {
        switch route.handler.trigger {
        case .command(let form): add(form, route)
        case .hears(.texts(let texts)): for text in texts { self.texts[text, default: []].append(route) }
        case .hears(.pattern(let pattern)): patterns.append((pattern, route))
        case .hears(.broken(let error)):
            problems.append(RoutingProblem(message: "\(route.handler.origin): \(error)", plugins: [route.instance.name]))
        case .start: starts.append(route)
        case .fallback: fallbacks.append(route)
        case .everyEvent: break
        case .event(let type):
            guard events[type] == nil else { break }
            events[type] = routes.filter { $0.handler.trigger.isEvent(type) }
        }
    }

    private mutating func add(_ form: CommandForm, _ route: Route) {
        var form = form
        if let names = route.instance.commandNames[form.name.lowercased()], let first = names.first {
            form.name = first
            form.aliases = Array(names.dropFirst())
        }
        let entry = CommandRoute(route: route, form: form)
        listed.append(entry)
        for name in [form.name] + form.aliases {
            let key = TextMatcher.normalized(name)
            guard let other = commands[key] else {
                commands[key] = entry
                continue
            }
            let names = [other.route.instance.name, route.instance.name]
            problems.append(
                RoutingProblem(
                    message: "the command '\(name)' is claimed by '\(names[0])' and by '\(names[1])'; rename one of them with 'commands:'",
                    plugins: names))
        }
    }

    private mutating func checkRenames(of instance: PluginInstance) {
        let own = listed.filter { $0.route.instance.name == instance.name }
        let known = Set(instance.plugin.handlers.compactMap(\.commandName))
        for name in instance.commandNames.keys.sorted() where !known.contains(name) {
            let hint = own.isEmpty ? "it has no commands" : "it has " + known.sorted().joined(separator: ", ")
            problems.append(RoutingProblem(message: "'\(instance.name)' has no command '\(name)'; \(hint)", plugins: [instance.name]))
        }
    }
}

extension Handler {
    var commandName: String? { if case .command(let form) = trigger { form.name.lowercased() } else { nil } }
}

extension Handler.Trigger {
    fileprivate func isEvent(_ type: UpdateType) -> Bool {
        switch self {
        case .event(let own): own == type
        case .everyEvent: true
        default: false
        }
    }
}
