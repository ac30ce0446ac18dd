// Govorun: the handlers of a bot, arranged for look-up. SPDX-License-Identifier: MIT

/// Compiled once per start of a bot; immutable.
struct RouteTable: Sendable {
    private(set) var commands: [String: CommandRoute] = [:]
    /// The commands in the order of `bots.yaml`, each once.
    private(set) var listed: [CommandRoute] = []
    private(set) var texts: [String: [Route]] = [:]
    private(set) var phrases: [(Phrase, route: Route)] = []
    private(set) var received: [(AnyMessageFilter, route: Route)] = []
    private(set) var arounds: [Route] = []
    private(set) var starts: [Route] = []
    private(set) var fallbacks: [Route] = []
    private(set) var presses = PressTable()
    private(set) var problems: [RoutingProblem] = []
    private(set) var errands = ErrandTable()
    private(set) var groups = GroupTable()
    private var events: [UpdateType: [Route]] = [:]
    private let everyEvent: [Route]
    /// Steps of scenes, by `SceneForm.key`.
    private(set) var scenes: [String: Route] = [:]
    /// Every handler by plugin and identity.
    let routes: [String: Route]

    init(_ instances: [PluginInstance]) {
        let routes = instances.flatMap(Route.all)
        self.routes = Dictionary(routes.map { ("\($0.instance.name)/\($0.identity)", $0) }) { first, _ in first }
        everyEvent = Self.ordered(routes.filter { if case .everyEvent = $0.handler.trigger { true } else { false } })
        for route in routes { add(route, among: routes) }
        for instance in instances { checkRenames(of: instance) }
    }

    /// The `On` handlers for `type`; those for any kind stand among them in the order of `bots.yaml`.
    func handlers(for type: UpdateType) -> [Route] { events.isEmpty ? everyEvent : events[type] ?? everyEvent }

    /// Whether an `On` handler is for presses by name.
    var hearsPresses: Bool { events[.messageEvent] != nil }

    /// Whether some handler is for every kind.
    var hearsEverything: Bool { !everyEvent.isEmpty }

    /// The kinds that `On` handlers name, and `message_new` where anything listens to people.
    var awaitedTypes: [UpdateType] {
        let isDeaf =
            listed.isEmpty && texts.isEmpty && phrases.isEmpty && received.isEmpty && starts.isEmpty && fallbacks.isEmpty && scenes.isEmpty
        let hearsPeople = !isDeaf || !presses.isEmpty
        let named = Set(events.keys).union(hearsPeople ? [.messageNew] : []).union(presses.isEmpty ? [] : [.messageEvent])
        return named.sorted { $0.rawValue < $1.rawValue }
    }

    private mutating func add(_ route: Route, among routes: [Route]) {
        if let flaw = route.handler.flaw { note(.impossibleArguments, "\(route.handler.origin): \(flaw)", [route], flaw) }
        switch route.handler.trigger {
        case .command(let form): add(form, route, among: routes)
        case .hears(let phrases): for phrase in phrases { add(phrase, route) }
        case .received(let filter): received.place((filter, route))
        case .pressed(let matcher): add(matcher, route)
        case .start: starts.place(route)
        case .fallback: fallbacks.place(route)
        case .around: arounds.place(route)
        case .everyEvent: break
        case .scene(let form): add(form, route)
        case .errand(let trigger):
            guard let other = errands.add(trigger, route) else { break }
            note(
                .errandClaimedTwice, "'\(route.handler.name)' stands twice, at \(other.handler.origin) and \(route.handler.origin)", [route]
            )
        case .event(let type):
            guard events[type] == nil else { break }
            events[type] = Self.ordered(routes.filter { $0.handler.trigger.isEvent(type) })
        }
    }

    private mutating func add(_ form: CommandForm, _ route: Route, among routes: [Route]) {
        let form = groups.named(form, of: route, among: routes)
        if let name = form.unusableName {
            let reason = "'\(name)' cannot be a command: it takes one word, without a prefix"
            return note(.unusableName, "\(reason) \(route.place)", [route], reason)
        }
        let entry = CommandRoute(route: route, form: form)
        listed.append(entry)
        if let other = groups.add(entry) { noteClash(over: form.name, other, route) }
        guard form.group.isEmpty else { return }
        for key in form.keys {
            if let other = commands[key]?.route { noteClash(over: key, other, route) } else { commands[key] = entry }
        }
    }

    private static func ordered(_ routes: [Route]) -> [Route] {
        var ordered: [Route] = []
        for route in routes { ordered.place(route) }
        return ordered
    }

    private mutating func add(_ phrase: Phrase, _ route: Route) {
        switch phrase.kind {
        case .text(let text): if !text.isEmpty { texts[text, default: []].place(route) }
        case .pattern, .similar: phrases.place((phrase, route))
        case .broken(let flaw): note(.brokenPattern, "\(route.handler.origin): \(flaw)", [route], flaw)
        }
    }

    private mutating func add(_ matcher: PressMatcher, _ route: Route) {
        guard let other = presses.add(matcher, route) else { return }
        let message =
            "two types of payload are called '\(route.handler.name.dropFirst("pressed ".count))', at \(other.handler.origin) and "
            + "\(route.handler.origin); give one of them a 'payloadName' of its own"
        note(.payloadClaimedTwice, message, [other, route])
    }

    private mutating func add(_ form: SceneForm, _ route: Route) {
        let key = SceneForm.key(route.instance.name, form.scene, form.step)
        guard let other = scenes[key] else { return scenes[key] = route }
        note(
            .stepClaimedTwice,
            "two handlers are for the step '\(form.step)' of the scene '\(form.scene)', at \(other.handler.origin) and "
                + "\(route.handler.origin)", [other, route])
    }

    private mutating func noteClash(over key: String, _ first: Route, _ second: Route) {
        let names = [first.instance.name, second.instance.name]
        let advice =
            names[0] == names[1]
            ? "by two handlers of '\(names[0])', at \(first.handler.origin) and \(second.handler.origin)"
            : "by '\(names[0])' and by '\(names[1])'; rename one of them with 'commands:'"
        let reason = names[0] == names[1] ? "the command '\(key)' is claimed by two handlers of '\(names[0])'" : nil
        note(.commandClaimedTwice, "the command '\(key)' is claimed \(advice)", [first, second], reason)
    }

    private mutating func checkRenames(of instance: PluginInstance) {
        let known = instance.plugin.commandForms.map { TextMatcher.normalized($0.name) }
        for name in instance.commandNames.keys.sorted() where !known.contains(TextMatcher.normalized(name)) {
            let hint = known.isEmpty ? "it has no commands" : "it has " + known.sorted().joined(separator: ", ")
            let message = "'\(instance.name)' has no command '\(name)'; \(hint)"
            problems.append(RoutingProblem(code: .unknownCommand, message: message, command: name, plugins: [instance.name]))
        }
    }

    private mutating func note(_ code: RoutingProblem.Code, _ message: String, _ routes: [Route], _ reason: String? = nil) {
        problems.append(RoutingProblem(code: code, message: message, reason: reason, plugins: routes.map(\.instance.name)))
    }
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
