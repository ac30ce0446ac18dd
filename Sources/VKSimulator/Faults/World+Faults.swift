// Govorun: faults meeting their requests. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// The fault that a request meets, shown to the watchers.
    ///
    /// - Parameter isInside: for a call inside `execute`, which can meet nothing but an error.
    mutating func takeFault(for target: String, isInside: Bool = false) -> Fault.Kind? {
        guard let kind = faults.take(for: target, isInside: isInside) else { return nil }
        journal.note("fault") { writer in
            writer.member("target", target)
            writer.member("fault", "\(kind)")
        }
        return kind
    }
}
