// Govorun: what a dialogue finds out in ways of its own. SPDX-License-Identifier: MIT

extension DialogueContext {
    /// What `work` gives; later steps of the dialogue are given the same and do not run it again:
    /// `let rate = try await message.once("rate") { try await rates.today() }`.
    ///
    /// For what reaches out in another way than by VK, state, records and `bot.http`, which need it not, and for what comes out otherwise each
    /// time. What it gives is stored before it is told, so a kill right after changes nothing; one in the middle of it has it run again. What
    /// `work` throws is not kept: let it through, or turn it into a value.
    ///
    /// - Parameter name: what it is, for the journal.
    /// - Throws: what `work` throws; `EncodingError`; `StorageError`; `HandlerError` once the handler was given up.
    public func once<Value: Codable & Sendable>(_ name: String, _ work: () async throws -> Value) async throws -> Value {
        let run = dialogue.run
        let bytes = try await run.once("once \(name)", .none) {
            try await run.calls.keeping(CallDigest("once \(name)", content: [])) {
                try TapeEncoder().encode(Kept(value: try await work()))
            }
        }
        return try TapeDecoder().decode(Kept<Value>.self, from: bytes).value
    }
}

/// Any value as JSON: a number alone is none of our documents.
private struct Kept<Value: Codable & Sendable>: Codable, Sendable {
    let value: Value
}
