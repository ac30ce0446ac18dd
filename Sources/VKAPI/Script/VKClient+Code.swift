// Govorun: what calls need inside code, and code that is lost. SPDX-License-Identifier: MIT

extension VKClient {
    /// `call` as it stands in code: with what the client adds to every call, but for what belongs to the whole `execute`.
    func completedForCode(_ call: Call) -> Call {
        var call = call
        for item in configuration.parameters.items where call.parameters[item.name] == nil {
            if PackCode.canHold(Call(call.method, [item.name: item.value])) { call.parameters[item.name] = item.value }
        }
        SendRules.complete(&call)
        return call
    }

    /// Does `work`, an `execute` whose calls do no more harm twice than `call`, again when its outcome was lost.
    ///
    /// What VK surely did not perform is repeated where every call is; `execute` itself counts as a call that must not happen twice.
    ///
    /// - Throws: what `work` throws.
    func repeating<Value>(like call: Call, _ options: RequestOptions, _ work: () async throws -> Value) async throws -> Value {
        var policy = FailurePolicy(call: call, options: options.over(configuration.defaults))
        while true {
            do {
                return try await work()
            } catch let error as VKError {
                guard error.mayHaveBeenPerformed, let wait = policy.waitBeforeRepeating(after: error) else { throw error }
                try await time.sleep(for: wait)
            }
        }
    }
}
