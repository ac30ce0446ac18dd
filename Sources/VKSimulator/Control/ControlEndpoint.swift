// Govorun: the control API over HTTP. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Answers `/simulator/NAME`; Docs/simulator.md lists the names.
struct ControlEndpoint: Sendable {
    /// Changes the world as a JSON body says.
    typealias Action = @Sendable (VKSimulator, ControlBody) throws(SimulatorError) -> JSONValue
    /// Shows a part of the world.
    typealias View = @Sendable (VKSimulator, FieldList) throws(SimulatorError) -> JSONFragment

    static let actions = [conversationActions, chatActions, faultActions, callbackActions, commentActions].reduce(peopleActions) {
        $0.merging($1) { $1 }
    }

    let simulator: VKSimulator

    func answer(_ name: String, _ request: ServerRequest) -> ServerResponse {
        guard OriginGuard(host: simulator.configuration.host).allows(request) else {
            return Self.failure(403, .refused, "only from this machine")
        }
        if name == "events", request.method == "GET" { return events(request) }
        do throws(SimulatorError) {
            switch request.method {
            case "GET":
                guard let view = Self.views[name] else {
                    return Self.actions[name] == nil && Self.fileActions[name] == nil ? Self.unknown(name) : Self.misused(name, "POST")
                }
                return .json(200, try view(simulator, request.query).bytes)
            case "POST":
                if let action = Self.fileActions[name] {
                    guard Self.isFile(request.contentType) else {
                        return Self.failure(415, .invalid, "the body should be a file of its own type")
                    }
                    return .json(200, try action(simulator, request).bytes)
                }
                guard let action = Self.actions[name] else {
                    return Self.views[name] == nil && name != "events" ? Self.unknown(name) : Self.misused(name, "GET")
                }
                guard request.contentType == "application/json" else {
                    return Self.failure(415, .invalid, "the body should be application/json")
                }
                let body = try ControlBody(request.body)
                try ControlKeys.check(body.json, of: name)
                return .json(200, try action(simulator, body).bytes)
            default:
                return Self.misused(name, "GET, POST")
            }
        } catch {
            return Self.failure(error)
        }
    }

    private static func unknown(_ name: String) -> ServerResponse {
        failure(404, .notFound, "there is no '\(name)'; Docs/simulator.md lists what there is")
    }

    private static func misused(_ name: String, _ allowed: String) -> ServerResponse {
        failure(405, .invalid, "'\(name)' takes \(allowed)", headers: [FieldList.Field(name: "Allow", value: allowed)])
    }

    private static func failure(
        _ status: Int, _ code: SimulatorError.Code, _ message: String, headers: [FieldList.Field] = []
    ) -> ServerResponse {
        let body: JSONValue = ["error": ["code": JSONValue(code.rawValue), "message": JSONValue(message)]]
        return .bytes(status, type: "application/json; charset=utf-8", body.bytes, headers: headers)
    }

    private static func failure(_ error: SimulatorError) -> ServerResponse {
        let status =
            switch error.code {
            case .notFound: 404
            case .taken: 409
            case .invalid: 400
            case .refused: 403
            }
        return failure(status, error.code, error.description)
    }

    /// Everything that happens, after `Last-Event-ID` or `?after=`, else from now on.
    private func events(_ request: ServerRequest) -> ServerResponse {
        let after = request.headers.first(named: "Last-Event-ID") ?? request.query.first(named: "after")
        return .events(simulator.change { $0.journal.watch(after: after.flatMap { Int($0) }) })
    }
}
