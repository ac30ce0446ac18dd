// Govorun: several calls that run at VK, one made from another's answer. SPDX-License-Identifier: MIT
public import TapeJSON

/// The steps of one `execute`, while they are written down; nothing runs before the request is sent.
///
/// Belongs to the closure of `VKClient.script`.
public final class VKScript {
    /// Calls that VK makes in one `execute` (source: the reference, "execute", limits).
    public static let mostCalls = PackLimits.calls

    private var statements: [ScriptStatement] = []
    private var variables = 0
    private var obstacle: VKError?

    init() {}

    // MARK: Steps

    /// The call of `request`, made at VK; its answer can be used in later calls.
    ///
    /// - Parameters:
    ///   - request: one plain call. Its settings do not count: what VK is told goes for the whole script.
    ///   - computed: parameters that VK computes, by VK's names; they replace those of `request`. A list is sent with commas.
    @discardableResult
    public func call<Answer: VKResponse>(
        _ request: Request<Answer>, _ computed: KeyValuePairs<String, any VKScriptOperand> = [:]
    ) -> Value<Answer> {
        let call = Call(request.call.method, request.call.parameters)
        if !request.isPlainCall {
            refuse(call.method, "only a call as it is can be part of a script: no chain, nothing mapped")
        } else if !PackCode.canHold(Call(call.method)) {
            refuse(call.method, "VK does not make this call inside `execute`")
        } else if !PackCode.canHold(call) || !computed.allSatisfy({ PackCode.canHold(Call(call.method, [$0.key: ""])) }) {
            refuse(call.method, "a parameter of it belongs to the whole script, not to a call inside")
        }
        let variable = newVariable()
        statements.append(.call(variable, ScriptCall(call: call, computed: computed.map { ($0.key, $0.value.operand.expression) })))
        return Value(.variable(variable))
    }

    /// What `then` does if `condition` holds, else what `otherwise` does.
    ///
    /// - Parameter condition: holds unless it is `false`, `null`, 0 or empty.
    public func `if`(_ condition: some VKScriptOperand, _ then: () throws -> Void, else otherwise: () throws -> Void) rethrows {
        let (then, otherwise) = (try steps(then), try steps(otherwise))
        statements.append(.branch(condition.operand.expression, then: then, otherwise: otherwise))
    }

    /// What `then` does if `condition` holds, else nothing.
    ///
    /// - Parameter condition: holds unless it is `false`, `null`, 0 or empty.
    public func `if`(_ condition: some VKScriptOperand, _ then: () throws -> Void) rethrows {
        statements.append(.branch(condition.operand.expression, then: try steps(then), otherwise: []))
    }

    /// The value of `then` if `condition` holds, else that of `otherwise`; calls in the other branch are not made.
    ///
    /// - Parameter condition: holds unless it is `false`, `null`, 0 or empty.
    public func value<Answer: VKResponse>(
        if condition: some VKScriptOperand, _ then: () throws -> Value<Answer>, else otherwise: () throws -> Value<Answer>
    ) rethrows -> Value<Answer> {
        let variable = newVariable()
        let then = try steps { statements.append(.assign(variable, try then().expression)) }
        let otherwise = try steps { statements.append(.assign(variable, try otherwise().expression)) }
        statements.append(.branch(condition.operand.expression, then: then, otherwise: otherwise))
        return Value(.variable(variable))
    }

    // MARK: Values

    /// A text with values in it: `script.text("Hello, \(users[0].firstName)!")`.
    public func text(_ text: VKScriptText) -> Value<String> { Value(.joined(text.pieces)) }

    /// A list of values.
    public func list(_ values: [any VKScriptOperand]) -> Value<[JSON]> { Value(.list(values.map(\.operand.expression))) }

    /// An object of values.
    public func object(_ members: KeyValuePairs<String, any VKScriptOperand>) -> Value<JSON> {
        Value(.object(members.map { ($0.key, $0.value.operand.expression) }))
    }

    // MARK: The whole

    /// What was written down; `.badRequest` when VK would not run it.
    func plan() -> Result<ScriptPlan, VKError> {
        if let obstacle { return .failure(obstacle) }
        let calls = statements.mostCalls
        guard calls <= Self.mostCalls else {
            let message = "the script makes up to \(calls) calls, and VK makes \(Self.mostCalls) in one `execute`"
            return .failure(VKError(.badRequest, method: "execute", message: message))
        }
        return .success(ScriptPlan(statements: statements))
    }

    private func newVariable() -> Int {
        variables += 1
        return variables
    }

    /// What `body` adds, taken out again.
    private func steps(_ body: () throws -> Void) rethrows -> [ScriptStatement] {
        let before = statements
        statements = []
        defer { statements = before }
        try body()
        return statements
    }

    private func refuse(_ method: String, _ message: String) {
        obstacle = obstacle ?? VKError(.badRequest, method: method, message: message)
    }
}
