// Govorun: a script run without a simulator. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

@testable import VKSimulator

/// What came of a script.
struct ScriptRun {
    /// The result as JSON; the error's text when it failed.
    var result = ""
    /// VK's code of the failure; 0 when there was none.
    var code = 0
    /// The calls in their order: `messages.send message=x peer_id=5`.
    var calls: [String] = []

    /// - Parameter answers: what a method answers; 1 where nothing is given.
    init(_ code: String, arguments: KeyValuePairs<String, String> = [:], answers: [String: JSONValue] = [:]) {
        do throws(APIFailure) {
            let fields = arguments.map { FieldList.Field(name: $0.key, value: $0.value) }
            var machine = ScriptMachine(try ScriptCompiler.compile(code), arguments: Parameters(fields))
            var step = try machine.run()
            while case .call(let method, let fields) = step {
                calls.append(([method] + fields.map { "\($0.name)=\($0.value)" }).joined(separator: " "))
                step = try machine.run(answer: answers[method] ?? 1)
            }
            if case .finished(let bytes) = step { result = String(decoding: bytes, as: UTF8.self) }
        } catch {
            result = error.message
            self.code = error.code
        }
    }
}
