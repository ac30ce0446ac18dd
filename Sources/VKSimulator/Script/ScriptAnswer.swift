// Govorun: what execute answers. SPDX-License-Identifier: MIT
import TapeJSON

/// The result of a script, and what went wrong inside it.
struct ScriptAnswer: JSONWritable {
    /// The result as JSON.
    let result: [UInt8]
    /// The calls that failed, in their order: `method`, `error_code`, `error_msg`.
    let failures: [JSONValue]

    func write(to writer: inout JSONWriter) { writer.raw(result) }

    /// What stands beside `response` in the envelope; nothing when every call succeeded.
    func writeBeside(to writer: inout JSONWriter) {
        if !failures.isEmpty { writer.member("execute_errors", failures) }
    }
}
