// Govorun: answers for the calls that a handler makes by itself. SPDX-License-Identifier: MIT

extension HandlerRun: CallKeeper {
    var tag: RequestTag? {
        RequestTag(bot: bot.name, plugin: route.instance.name, handler: route.handler.name, event: work.eventID)
    }

    func admit(_ call: Call) throws { try checkIsAlive() }

    /// As of the message that `message.send` would send next.
    func randomID(for call: Call) -> Int? {
        let peer = ["peer_id", "peer_ids", "user_id", "user_ids", "chat_id", "domain"].lazy.compactMap { call.parameters[$0] }.first ?? ""
        let number = Int(peer) ?? Int(truncatingIfNeeded: CallDigest(peer, content: [peer]).contentHash >> 1)
        return randomID(to: number, ordinal: self.number(of: CallDigest(of: call), to: number))
    }

    func answer(to call: Call, _ perform: () async throws -> JSON) async throws -> JSON {
        let answer = try await calls.once(
            CallDigest(of: call),
            unknown: {
                VKError(
                    .outcomeUnknown, method: call.method, message: "an earlier run was cut off during this call; it is not made again",
                    mayHaveBeenPerformed: true)
            }, isRefusal: { ($0 as? VKError)?.mayHaveBeenPerformed == false }
        ) { Array(try await perform().rawText.utf8) }
        return try JSONDocument(answer, maximumDepth: JSONDocument.deepestNesting).root
    }

    func told(of call: Call) throws -> HeardAnswer? {
        switch try told(.call, call.method, .ofCall(call)) {
        case nil: return nil
        case .answered(let answer): return answer
        case .failed(let error): throw error
        default: throw DialoguePause()
        }
    }

    func heard(_ outcome: Result<HeardAnswer, VKError>, of call: Call) {
        switch outcome {
        case .success(let answer): learns(.call, call.method, .ofCall(call), .answered(answer))
        case .failure(let error): learns(.call, call.method, .ofCall(call), .failed(error))
        }
    }
}
