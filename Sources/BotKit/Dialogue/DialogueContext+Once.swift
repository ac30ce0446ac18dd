// Govorun: what a dialogue finds out in ways of its own. SPDX-License-Identifier: MIT

extension DialogueContext {
    /// What `work` gives; later steps of the dialogue are given the same and do not run it again:
    /// `let rate = try await message.once("rate") { try await rates.today() }`.
    ///
    /// For what reaches out in another way than by VK, state, records and `bot.http`, which need it not, and for what comes out otherwise each
    /// time. What `work` throws is not kept: let it through, or turn it into a value. After a crash in the middle it runs again.
    ///
    /// - Parameter name: what it is, for the journal.
    /// - Throws: what `work` throws; `EncodingError`; `HandlerError` once the handler was given up.
    public func once<Value: Codable & Sendable>(_ name: String, _ work: () async throws -> Value) async throws -> Value {
        let bytes = try await dialogue.run.once("once \(name)", .none) { try TapeEncoder().encode(Kept(value: try await work())) }
        return try TapeDecoder().decode(Kept<Value>.self, from: bytes).value
    }
}

/// Any value as JSON: a number alone is none of our documents.
private struct Kept<Value: Codable & Sendable>: Codable, Sendable {
    let value: Value
}
