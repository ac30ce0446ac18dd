// Govorun: who answers for the calls of a handler. SPDX-License-Identifier: MIT
package import TapeJSON

/// Stands between a handler and VK, so that a handler which runs again on the same event does nothing twice.
///
/// Set around a handler by whoever runs it (`CallingTask.keeper`); every call that its tasks make passes here.
package protocol CallKeeper: AnyObject, Sendable {
    /// Who makes the calls.
    var tag: RequestTag? { get }

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

    /// What an earlier run of the handler heard in answer to `call`, where this run is to hear the same; `nil`: the call is to be made.
    ///
    /// - Throws: what the caller gets in place of an answer; the `VKError` that the earlier run got.
    func told(of call: Call) throws -> HeardAnswer?

    /// A call that was made has ended so.
    func heard(_ outcome: Result<HeardAnswer, VKError>, of call: Call)

    /// VK's answer to an upload as a whole, its calls and what goes to the upload server; `name` tells its kind and its place.
    ///
    /// - Parameter isHarmlessTwice: whether nobody sees what is uploaded before it is attached.
    /// - Throws: what `perform` throws, now or in an earlier run.
    func upload(_ name: String, isHarmlessTwice: Bool, _ perform: () async throws -> JSON) async throws -> JSON
}

extension CallKeeper {
    /// Nobody says.
    package var tag: RequestTag? { nil }
    /// Every call is made.
    package func told(of call: Call) throws -> HeardAnswer? { nil }
    /// It is made.
    package func upload(_ name: String, isHarmlessTwice: Bool, _ perform: () async throws -> JSON) async throws -> JSON {
        try await perform()
    }
    /// Nothing is noted.
    package func heard(_ outcome: Result<HeardAnswer, VKError>, of call: Call) {}
}

/// What a caller hears of VK's answer.
package struct HeardAnswer: Sendable {
    /// The value under `response`.
    package let response: JSON
    /// What failed inside an `execute`; absent when nothing did.
    package let executeErrors: JSON

    /// An answer.
    package init(response: JSON, executeErrors: JSON = .absent) { (self.response, self.executeErrors) = (response, executeErrors) }
}
