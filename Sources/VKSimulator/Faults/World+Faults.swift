// Govorun: faults meeting their requests. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// The fault that a request meets, shown to the watchers.
    mutating func takeFault(for target: String) -> Fault.Kind? {
        guard let kind = faults.take(for: target) else { return nil }
        journal.note("fault") { writer in
            writer.member("target", target)
            writer.member("fault", "\(kind)")
        }
        return kind
    }
}
