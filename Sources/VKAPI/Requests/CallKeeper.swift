// Govorun: who answers for the calls of a handler. SPDX-License-Identifier: MIT
package import TapeJSON

/// Stands between a handler and VK, so that a handler which runs again on the same event does nothing twice.
///
/// Set around a handler by whoever runs it (`CallingTask.keeper`); every call that its tasks make passes here.
package protocol CallKeeper: Sendable {
    /// Whether `call` may still be made.
    ///
    /// - Throws: what the caller gets in place of an answer.
    func admit(_ call: Call) throws

    /// The `random_id` of a message that the caller gave none; `nil`: any.
    func randomID(for call: Call) -> Int?

    /// The answer to a call that must not be made twice: one kept from an earlier run, or what `perform` gives.
    ///
    /// - Throws: `VKError` with `.outcomeUnknown` when an earlier run was cut off during it; what `perform` throws.
    func answer(to call: Call, _ perform: () async throws -> JSON) async throws -> JSON
}
