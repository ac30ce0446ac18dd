// Govorun: takes what other programs post. SPDX-License-Identifier: MIT
import BotKit
import Dispatch
import MicroServer
import Synchronization

/// The hooks of all bots: one handler for the requests under `/hooks`.
///
/// Which there are is known from the configuration, so a hook of a bot that is just starting is asked to be tried later, and one that is off
/// or unknown is not found: whoever guesses learns nothing.
final class HookIntake: Sendable {
    /// What is used to store a delivery.
    typealias Store = @Sendable (HookDelivery) async -> HookOutcome

    /// Bodies from this size on are hashed aside: a megabyte takes about ten milliseconds, and whoever posts need not know the secret.
    private static let largeBody = 1 << 16

    private let aside = DispatchQueue(label: "govorun.hooks", qos: .utility)
    private let served: Mutex<[String: HookRules]>
    private let stores = Mutex<[String: Store]>([:])
    private let warned = Mutex<Set<String>>([])
    private let logger: Logger

    /// The hooks of `bots` that have a secret.
    init(_ bots: [BotConfiguration], logger: Logger) {
        served = Mutex(Self.hooks(of: bots))
        self.logger = logger
    }

    /// The hooks are those of these bots from now on; asked for inside, so that what is newest stays.
    func serve(_ bots: () -> [BotConfiguration]) { served.withLock { $0 = Self.hooks(of: bots()) } }

    private var hooks: [String: HookRules] { served.withLock { $0 } }

    private static func hooks(of bots: [BotConfiguration]) -> [String: HookRules] {
        var hooks: [String: HookRules] = [:]
        for bot in bots {
            for hook in Router.hooks(of: bot.plugins.map(\.instance)) where !hook.form.secret.isEmpty {
                hooks["\(bot.name)/\(hook.plugin)/\(hook.form.name)"] = HookRules(plugin: hook.plugin, form: hook.form)
            }
        }
        return hooks
    }

    /// Whether there is none.
    var isEmpty: Bool { hooks.isEmpty }
    /// The addresses, behind `/hooks/`.
    var addresses: [String] { hooks.keys.sorted() }
    /// What must appear in no line of the log.
    var secrets: [Secret] { hooks.values.map(\.form.secret) }
    /// The largest body that any of them takes.
    var largestBody: Int { hooks.values.map(\.form.limit).max() ?? 0 }

    /// The bot takes deliveries from now on.
    func open(_ bot: String, store: @escaping Store) { stores.withLock { $0[bot] = store } }

    /// It takes none any more; what is being stored still is.
    func close(_ bot: String) { stores.withLock { $0[bot] = nil } }

    /// Answers a request under `/hooks/`; `ok` only once it is stored.
    func answer(_ request: ServerRequest) async -> ServerResponse {
        await answer(
            HookRequest(method: request.method, headers: request.headers, body: request.body),
            at: String(request.path.dropFirst("/hooks/".count)))
    }

    func answer(_ request: HookRequest, at path: String) async -> ServerResponse {
        guard let rules = hooks[path] else { return .notFound }
        switch await decide(request, by: rules) {
        case .answer(let answer):
            note(answer.status, path)
            return answer
        case .store(let delivery):
            let bot = String(path.prefix { $0 != "/" })
            let store = stores.withLock { $0[bot] }
            switch await store?(delivery) ?? .full {
            case .stored: return .text(200, "ok\n")
            case .full:
                return .bytes(
                    503, type: "text/plain; charset=utf-8", Array("come again later\n".utf8),
                    headers: [FieldList.Field(name: "Retry-After", value: "60")])
            }
        }
    }

    private func decide(_ request: HookRequest, by rules: HookRules) async -> HookRules.Decision {
        guard request.body.count >= Self.largeBody else { return rules.decide(request) }
        return await withCheckedContinuation { continuation in
            aside.async { continuation.resume(returning: rules.decide(request)) }
        }
    }

    /// Writes a line for what was not taken; a wrong secret is a warning the first time, since whoever guesses may go on for long.
    private func note(_ status: Int, _ path: String) {
        let isFirst = status == 403 && warned.withLock { $0.insert(path).inserted }
        logger.log(isFirst ? .warning : .debug, "a post to a hook was not taken", ["hook": path, "http.status": status])
    }
}
