// Govorun: scripts as requests. SPDX-License-Identifier: MIT
import TapeJSON

/// What a script returned.
public struct VKScriptAnswer<Value: Sendable>: Sendable {
    /// The values of the closure's `return`.
    public let value: Value
    /// What failed inside, in the order of the calls, with the methods' names; each of these calls gave `false`.
    public let errors: [VKError]
}

extension VKClient {
    /// Several calls that run at VK in one round trip and count as one, later ones made from the answers of earlier ones.
    ///
    /// ```swift
    /// let answer = try await vk.script { script in
    ///     let users = script.call(vk.users.get(userIDs: ["durov"]))
    ///     script.if(users.length > 0) {
    ///         script.call(vk.messages.send(peerID: 1), ["message": script.text("Hello, \(users[0].firstName)!")])
    ///     }
    ///     return (users[0].id.as(Int.self), users)
    /// }.send()
    /// let (id, users) = answer.value
    /// ```
    /// It is written down at once and sent as any request is; it never shares an `execute` with others, and a script with a call that
    /// VK must not see twice is not repeated when its outcome is unknown.
    ///
    /// - Parameter body: writes the steps and returns what is to come back: nothing, one value, or several.
    /// - Throws: what `body` throws. When sent: `VKError` with `.badRequest` before anything leaves, for more than 25 calls (of two branches
    ///   the longer counts) and for calls that VK does not make inside; a failed call's error where its answer was to come back.
    public func script<each Part: VKResponse>(
        _ body: (VKScript) throws -> (repeat VKScript.Value<each Part>)
    ) rethrows -> Request<VKScriptAnswer<(repeat each Part)>> {
        let script = VKScript()
        let returned = try body(script)
        var results: [ScriptExpression] = []
        repeat results.append((each returned).expression)
        let plan = script.plan()
        let client = self
        return Request(client: self, call: Call("execute")) { [results] sending in
            let answer = try await client.run(try plan.get(), returning: results, sending)
            let errors = answer.executeErrors.items.map {
                VKError(answer: $0, method: $0["method"].string ?? "execute", hiding: client.secrets)
            }
            var reader = ScriptReader(answer.response, errors)
            let value = (repeat try reader.next(as: (each Part).self))
            return .init(value: VKScriptAnswer(value: value, errors: errors), method: "execute")
        }
    }

    private func run(_ plan: ScriptPlan, returning results: [ScriptExpression], _ sending: Sending) async throws -> APIAnswer {
        let plan = plan.completed(by: self)
        var sending = sending
        sending.call.parameters["code"] = try ScriptWriter.code(plan.statements, returning: results)
        if sending.options.token == nil { sending.options.token = plan.kind(among: seats) }
        let whole = sending
        guard let riskiest = plan.riskiest else { return try await perform(whole) }
        return try await repeating(like: riskiest, whole.options) { try await perform(whole) }
    }
}

/// Reads what a script returned, value by value.
private struct ScriptReader {
    private var values: JSON.Items
    private let errors: [VKError]

    init(_ answer: JSON, _ errors: [VKError]) {
        values = answer.items
        self.errors = errors
    }

    /// - Throws: the first error inside where a value is not what it was to be, since it follows from that.
    mutating func next<Part: VKResponse>(as type: Part.Type) throws(VKError) -> Part {
        let value = values.next() ?? .absent
        if let part = Part(response: value) { return part }
        if let error = errors.first { throw error }
        let message = "a value of the script is \(value.kind), which is not what was expected"
        throw VKError(.server, method: "execute", message: message, mayHaveBeenPerformed: true)
    }
}
