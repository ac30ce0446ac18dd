// Govorun: faults meeting their requests. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// The fault that a request meets, shown to the watchers.
    ///
    /// - Parameter isPossible: whether the request can meet that kind.
    mutating func takeFault(for target: String, where isPossible: (Fault.Kind) -> Bool = { _ in true }) -> Fault.Kind? {
        guard let kind = faults.take(for: target, where: isPossible) else { return nil }
        journal.note("fault") { writer in
            writer.member("target", target)
            writer.member("fault", "\(kind)")
        }
        return kind
    }
}
