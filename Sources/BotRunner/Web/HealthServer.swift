// Govorun: answers whether the bots are well. SPDX-License-Identifier: MIT
import BotKit
import Foundation
public import MicroServer
import VKUpdates

/// `GET /health`: 200 while every bot lives, 503 once one has stopped, with each bot's state, and since when what keeps it from its work, as JSON.
/// `GET /metrics`: the figures of the runner, its bots and their plugins, as Prometheus reads them.
public final class HealthServer: Sendable {
    private let server: MicroServer
    /// Where it answers.
    public let url: String

    /// Answers for `runner` at `address`; with a password, `web.password` as it is at the moment, only to those who send it (HTTP Basic, any
    /// name).
    ///
    /// - Throws: `ServerError` when the address cannot be listened on.
    public convenience init(runner: Runner, at address: ListenAddress) throws(ServerError) {
        try self.init(runner: runner, at: address, password: runner.configuration.webPassword)
    }

    init(runner: Runner, at address: ListenAddress, password: @autoclosure @escaping @Sendable () -> Secret?) throws(ServerError) {
        var configuration = MicroServer.Configuration()
        configuration.host = address.host
        configuration.port = address.port
        configuration.bodyLimitNow = { runner.bodyLimit }
        server = try MicroServer(configuration) { request in
            // VK proves itself by the secret of each community.
            if request.path.hasPrefix("/callback"), let callbacks = runner.callbacks { return await callbacks.answer(request) }
            // Other programs prove themselves by the secret of each hook.
            if request.path.hasPrefix("/hooks/") { return await runner.hooks.answer(request) }
            return Self.answer(request, runner, password())
        }
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        url = "http://\(host):\(server.port)/health"
    }

    /// Stops listening.
    public func stop() async { await server.stop() }

    private static func answer(_ request: ServerRequest, _ runner: Runner, _ password: Secret?) -> ServerResponse {
        guard ["/health", "/metrics"].contains(request.path) else { return .notFound }
        guard request.method == "GET" || request.isHead else { return .methodNotAllowed("GET") }
        if let password, !BasicAuthorization.carries(password, request.headers.first(named: "Authorization")) {
            let challenge = FieldList.Field(name: "WWW-Authenticate", value: "Basic realm=\"govorun\"")
            return .bytes(401, type: "text/plain", Array("password needed\n".utf8), headers: [challenge])
        }
        if request.path == "/metrics" { return .bytes(200, type: MetricsText.type, Array(runner.metrics.utf8)) }
        let states = runner.states
        let isWell = !states.contains { if case .stopped = $0.state { true } else { false } }
        let bots = states.map { state -> JSONValue in
            var bot: JSONObject = ["name": .string(state.name), "state": .string(state.state.name)]
            switch state.state {
            case .degraded(let reason, let since):
                bot["reason"] = .string(reason)
                bot["since"] = .integer(Int(since.components.seconds))
            case .stopped(.failed(let reason)), .stopped(.misconfigured(let reason)): bot["reason"] = .string(reason)
            case .starting, .polling, .stopped(.drained): break
            }
            return .object(bot)
        }
        let body: JSONValue = ["status": isWell ? "ok" : "degraded", "bots": .array(bots)]
        return .json(isWell ? 200 : 503, body.bytes)
    }
}

/// The password of HTTP Basic authorization.
enum BasicAuthorization {
    /// Whether `header` carries `password`, compared in constant time.
    static func carries(_ password: Secret, _ header: String?) -> Bool {
        guard let header, header.lowercased().hasPrefix("basic "), let text = Data(base64Encoded: String(header.dropFirst(6))) else {
            return false
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return isEqual(Array(text[(colon + 1)...]), Array(password.reveal().utf8))
    }

    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var difference = UInt8(left.count == right.count ? 0 : 1)
        for index in left.indices { difference |= left[index] ^ (right.isEmpty ? 0xff : right[index % right.count]) }
        return difference == 0
    }
}
