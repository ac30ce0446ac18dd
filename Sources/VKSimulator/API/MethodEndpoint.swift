// Govorun: the API over HTTP. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Answers `/method/NAME`.
struct MethodEndpoint: Sendable {
    let simulator: VKSimulator

    func answer(_ method: String, _ request: ServerRequest) async -> ServerResponse {
        guard request.method == "POST" || request.method == "GET" else { return .methodNotAllowed("GET, POST") }
        let parameters = Parameters(request)
        let fault = simulator.change { $0.takeFault(for: method, parameters) }
        return await FaultPerformer(simulator: simulator).answer(fault) { failure in perform(method, request, parameters, failure) }
    }

    /// - Parameter failure: what to answer instead of performing the call.
    private func perform(_ method: String, _ request: ServerRequest, _ parameters: Parameters, _ failure: APIFailure?) -> [UInt8] {
        let time = simulator.configuration.time
        let arrival = Arrival(
            method: method, parameters: parameters, bearer: request.bearerToken,
            isJSON: request.contentType == "application/json", at: time.position(request.arrival), date: time.unixSeconds())
        return simulator.change { world in
            let answer = world.perform(arrival, failing: failure)
            world.noteCall(answer, took: time.position(.now) - arrival.at)
            return answer
        }
    }
}

/// A call as it came, not looked at yet.
struct Arrival: Sendable {
    let method: String
    let parameters: Parameters
    let bearer: String?
    let isJSON: Bool
    let at: Duration
    let date: Int
}

extension ServerRequest {
    fileprivate var bearerToken: String? { headers.first(named: "Authorization")?.dropping("Bearer ") }
}

extension World {
    /// Performs a call and writes its answer, an error too.
    mutating func perform(_ arrival: Arrival, failing failure: APIFailure? = nil) -> [UInt8] {
        let name = arrival.bearer ?? arrival.parameters.text("access_token")
        var writer = JSONWriter()
        var code = 0
        do throws(APIFailure) {
            let token = try admit(name, at: arrival.at, arrival)
            if let failure { throw failure }
            let result = try answer(arrival, token)
            writer.object { writer in
                writer.key("response")
                result.write(to: &writer)
                (result as? ScriptAnswer)?.writeBeside(to: &writer)
            }
        } catch {
            code = error.code
            writer.write(
                error.envelope(arrival, details: error.check.map { details(of: $0, caller: name.flatMap { tokens[$0]?.caller }, arrival) }))
        }
        calls.note(
            method: arrival.method, caller: name.flatMap { tokens[$0]?.label } ?? "", date: arrival.date,
            parameters: arrival.parameters.loggable, errorCode: code)
        return writer.bytes
    }

    /// Shows the call just performed to the watchers, with its answer and the microseconds since it arrived.
    fileprivate mutating func noteCall(_ answer: [UInt8], took: Duration) {
        guard let call = calls.calls.last else { return }
        journal.note("call") { writer in
            writer.member("call", call.json)
            writer.member("took_us", Int(took / .microseconds(1)))
            writer.key("answer")
            if answer.count <= Self.shownAnswer { writer.raw(answer[...]) } else { writer.writeNull() }
        }
    }

    /// The longest answer that watchers see, in bytes.
    private static let shownAnswer = 32_768

    /// VK's order: the request's form, the token, its limit; then the method.
    private mutating func admit(_ name: String?, at time: Duration, _ arrival: Arrival) throws(APIFailure) -> Token {
        guard !arrival.isJSON else { throw APIFailure(8, "Invalid request: JSON bodies are not accepted") }
        // The token is read afterwards, so that its window has one owner while it grows.
        guard let name, let isWithinLimit = tokens[name]?.window.admit(at: time), let token = tokens[name] else { throw .badToken }
        guard token.end.map({ time < $0 }) ?? true else { throw APIFailure(1117, "Access token has expired") }
        guard isWithinLimit else { throw .tooMany }
        return token
    }

    private mutating func answer(_ arrival: Arrival, _ token: Token) throws(APIFailure) -> any JSONWritable {
        guard let text = arrival.parameters.text("v") else { throw APIFailure(8, "Invalid request: v (version) is required") }
        guard let version = APIVersion(text) else { throw APIFailure(8, "Invalid request: v (version) is invalid") }
        let call = MethodCall(
            parameters: arrival.parameters, caller: token.caller, version: version, rights: token.rights, at: arrival.at, date: arrival.date
        )
        return try answer(arrival.method, call)
    }

    /// Performs a method, if the caller may: the method's name, the kind of token, its right; then the method itself.
    mutating func answer(_ name: String, _ call: MethodCall) throws(APIFailure) -> any JSONWritable {
        guard let method = MethodTable.methods[name] else { throw .unknownMethod }
        guard method.callers.contains(call.caller.kind) else { throw .closed(to: call.caller.kind) }
        if let right = method.right, call.caller.kind == .community, call.rights & right.rawValue == 0 { throw .noRight }
        if call.caller.kind == .person, call.rights & method.scope != method.scope { throw .noRight }
        return try method.answer(call, in: &self)
    }
}

extension APIFailure {
    fileprivate static func closed(to kind: Caller.Kind) -> APIFailure {
        switch kind {
        case .community: .closedToCommunity
        case .person: .closedToUser
        case .service: .closedToService
        }
    }

    fileprivate func envelope(_ arrival: Arrival, details: JSONObject?) -> JSONValue {
        var error: JSONObject = ["error_code": JSONValue(code), "error_msg": JSONValue(message)]
        if let subcode { error["error_subcode"] = JSONValue(subcode) }
        error["request_params"] = arrival.parameters.echo(method: arrival.method)
        for (key, value) in details ?? [:] { error[key] = value }
        return ["error": .object(error)]
    }
}
