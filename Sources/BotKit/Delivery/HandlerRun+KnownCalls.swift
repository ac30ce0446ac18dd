// Govorun: calls whose repeats VK drops by themselves. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// Repeats of a call whose answer was lost.
    private static let repeats = 3

    /// Makes a call that carries something of its own, a `guid`, which VK knows a repeat by: once over all runs of this handler on this update.
    ///
    /// Its answer is kept. Unlike a call that VK knows by nothing, one that an earlier run was cut off in is made again, and so is one whose
    /// answer was lost on the way.
    ///
    /// - Throws: `StorageError`; `VKError`.
    func makeKnownByItself(_ call: Call) async throws -> JSON {
        try checkIsAlive()
        if let told = try told(of: call) { return told.response }
        let digest = CallDigest(of: call)
        let ordinal: Int
        switch try await calls.match(digest) {
        case .known(.answered(let kept), _):
            let answer = try JSONDocument(kept, maximumDepth: JSONDocument.deepestNesting).root
            heard(.success(HeardAnswer(response: answer)), of: call)
            return answer
        case .known(_, let before): ordinal = before
        case .new(let new):
            ordinal = new
            try await bot.storage.commit([.beginCall(calls.key(new), digest: digest.bytes)])
        }
        let answer = try await unjournalled { try await sendUntilAnswered(call) }
        try await bot.storage.commit([.answerCall(calls.key(ordinal), [1] + Array(answer.rawText.utf8))])
        heard(.success(HeardAnswer(response: answer)), of: call)
        return answer
    }

    private func sendUntilAnswered(_ call: Call) async throws -> JSON {
        var failures = 0
        while true {
            do {
                return try await bot.vk.call(call.method, call.parameters).send()
            } catch let error as VKError {
                failures += 1
                guard error.failure == .transport, error.mayHaveBeenPerformed, failures <= Self.repeats else { throw error }
                try await bot.vk.time.sleep(for: .milliseconds(500) * failures)
            }
        }
    }
}
