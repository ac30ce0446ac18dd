// Govorun: code that runs on VK's side. SPDX-License-Identifier: MIT
public import TapeJSON

/// What an `execute` returned.
public struct ExecuteAnswer: Sendable {
    /// The value of the code's `return`.
    public let value: JSON
    /// What failed inside, in the order of the calls; each failed call gave `false`.
    public let errors: [VKError]
}

extension VKClient {
    /// Runs VKScript at VK: up to 25 calls that count as one (source: the reference, "execute").
    ///
    /// - Parameters:
    ///   - code: ends with `return …;`.
    ///   - arguments: readable in the code as `Args.name`.
    /// - Throws, when sent: `VKError`, with code 12 for code that VK cannot read and 13 for code that failed or returned more than 5 MB.
    public func execute(_ code: String, _ arguments: Parameters = [:]) -> Request<ExecuteAnswer> {
        var parameters = arguments
        parameters["code"] = code
        return executing("execute", parameters)
    }

    /// Runs code that is kept in the settings of the application, `execute.NAME`. A community's token belongs to no application.
    ///
    /// - Parameter version: which version of the code, VK's `func_v`; `nil`: the first.
    public func procedure(_ name: String, version: Int? = nil, _ arguments: Parameters = [:]) -> Request<ExecuteAnswer> {
        var parameters = arguments
        if let version { parameters["func_v"] = version.parameterText }
        return executing("execute.\(name)", parameters)
    }

    private func executing(_ method: String, _ parameters: Parameters) -> Request<ExecuteAnswer> {
        let client = self
        return Request(client: self, call: Call(method, parameters)) { sending in
            let answer = try await client.perform(sending)
            let errors = answer.executeErrors.items.map {
                VKError(answer: $0, method: $0["method"].string ?? method, hiding: client.secrets)
            }
            return Request<ExecuteAnswer>.Outcome(value: ExecuteAnswer(value: answer.response, errors: errors), method: method)
        }
    }
}
