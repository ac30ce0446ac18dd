// Govorun: what makes a handler run although nobody wrote. SPDX-License-Identifier: MIT

/// The triggers of `Every`, `Daily`, `Cron`, `After` and `Hook`.
enum ErrandTrigger: Sendable {
    case timer(TimerForm)
    /// By the name of the job's type.
    case job(String)
    case hook(HookForm)
}

extension Route {
    /// What errands for it are addressed to; `nil` for handlers of updates.
    var errandAddress: String? {
        guard case .errand(let trigger) = handler.trigger else { return nil }
        switch trigger {
        case .timer: return Errand.address(.timer, instance.name, identity)
        case .job(let name): return Errand.address(.job, instance.name, name)
        case .hook(let form): return Errand.address(.hook, instance.name, form.name)
        }
    }
}

/// The handlers of errands, by their address.
struct ErrandTable: Sendable {
    private(set) var routes: [String: Route] = [:]
    private(set) var timers: [(address: String, route: Route, form: TimerForm)] = []
    private(set) var hooks: [HookAddress] = []

    /// Adds a handler; the one that has its place already, when two do one thing.
    mutating func add(_ trigger: ErrandTrigger, _ route: Route) -> Route? {
        guard let address = route.errandAddress else { return nil }
        if let other = routes[address] { return other }
        routes[address] = route
        switch trigger {
        case .timer(let form): timers.append((address, route, form))
        case .hook(let form): hooks.append(HookAddress(plugin: route.instance.name, form: form))
        case .job: break
        }
        return nil
    }
}
