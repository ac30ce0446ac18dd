// Govorun: a random_id that VK has seen before. SPDX-License-Identifier: MIT

extension HandlerRun {
    /// Whether VK took `part`, just sent, for the older message `number` of `peer` that had the same `random_id`.
    ///
    /// The number alone is only a suspicion: a VK that counts otherwise would be sent everything again. So the message itself has to show
    /// it, and a VK that has shown another one is not suspected any more.
    ///
    /// - Throws: `CancellationError`.
    func wasTaken(_ part: Outgoing.Part, randomID: Int, for number: Int, in peer: Int) async throws -> Bool {
        do {
            if let found = try await message(number, in: peer), found.randomID == randomID {
                let isOlder = found.date > 0 && found.date < update.message?.date ?? 0
                if found.text != part.text.text || isOlder { return true }
            }
        } catch let error as VKError {
            logger.debug("VK does not show a message that its answer names", ["vk.peer": peer, "error": error])
            // Without an answer nothing is known of how VK counts.
            if error.code == nil { return false }
        }
        router.newest.distrust()
        return false
    }
}
