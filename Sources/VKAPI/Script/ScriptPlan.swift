// Govorun: a script that is ready to be sent. SPDX-License-Identifier: MIT

/// The steps of a script. Each sending writes them anew, since what VK must not do twice is numbered anew.
struct ScriptPlan: Sendable {
    var statements: [ScriptStatement]

    /// The same, each call as `client` would send it.
    func completed(by client: VKClient) -> ScriptPlan { ScriptPlan(statements: statements.map { completed($0, client) }) }

    private func completed(_ statement: ScriptStatement, _ client: VKClient) -> ScriptStatement {
        switch statement {
        case .call(let variable, let call):
            .call(variable, ScriptCall(call: client.completedForCode(call.call), computed: call.computed))
        case .assign: statement
        case .branch(let condition, let then, let otherwise):
            .branch(condition, then: then.map { completed($0, client) }, otherwise: otherwise.map { completed($0, client) })
        }
    }

    /// A call that does as much harm twice as the whole: the first that does any.
    var riskiest: Call? {
        let calls = statements.calls.map(\.asKnown)
        return calls.first { !RepeatRules.rule(for: $0).isHarmlessTwice } ?? calls.first
    }

    /// Whose token may make all the calls: the client's own if it may.
    func kind(among seats: TokenSeats) -> TokenKind {
        let needed = statements.calls.compactMap { TokenKinds.kinds(calling: $0.call.method) }.filter { !$0.isEmpty && !$0.contains(.open) }
        let seat = seats.all.first { seat in needed.allSatisfy { $0.contains(seat.kind.kinds) } }
        return (seat ?? seats.main).kind
    }
}

extension ScriptCall {
    /// The call without what only VK knows: a `random_id` that VK computes is none to us.
    fileprivate var asKnown: Call {
        var call = call
        for (name, _) in computed { call.parameters[name] = nil }
        return call
    }
}
