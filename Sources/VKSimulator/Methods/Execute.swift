// Govorun: execute. SPDX-License-Identifier: MIT
import MicroServer
import TapeJSON

/// Runs a script whose API calls are performed at once; the whole is one call.
enum Execute: SimulatedMethod {
    static let name = "execute"
    static let callers: Set<Caller.Kind> = [.community, .person]

    static func answer(_ call: MethodCall, in world: inout World) throws(APIFailure) -> any JSONWritable {
        let program = try ScriptCompiler.compile(try call.parameters.text(required: "code"))
        var machine = ScriptMachine(program, arguments: call.parameters)
        var failures: [JSONValue] = []
        var step = try machine.run()
        while true {
            switch step {
            case .finished(let result): return ScriptAnswer(result: result, failures: failures)
            case .call(let method, let fields):
                step = try machine.run(answer: perform(method, fields, of: call, in: &world, noting: &failures))
            }
        }
    }

    /// A call that fails is `false` to the script and noted for the caller.
    private static func perform(
        _ method: String, _ fields: [FieldList.Field], of call: MethodCall, in world: inout World, noting failures: inout [JSONValue]
    ) -> JSONValue {
        do {
            return try world.answerInside(method, fields, of: call)
        } catch {
            failures.append(["method": JSONValue(method), "error_code": JSONValue(error.code), "error_msg": JSONValue(error.message)])
            return false
        }
    }
}
