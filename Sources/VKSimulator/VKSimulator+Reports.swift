// Govorun: looking at the simulated world from Swift. SPDX-License-Identifier: MIT

extension VKSimulator {
    /// How a token's calls arrived.
    public struct ArrivalReport: Sendable, Equatable {
        /// Whose token: `community 200000001`; a further one of the same gets ` #2`.
        public let caller: String
        /// Calls that arrived.
        public let total: Int
        /// Calls that were refused with error 6.
        public let refused: Int
        /// The most arrivals in any one second.
        public let maximumPerSecond: Int
        /// Calls allowed in any one second; 0 for no limit.
        public let limit: Int
    }

    /// The last messages of a conversation, oldest first, without deleted ones.
    ///
    /// - Parameter peer: a person's id, or a chat's peer id.
    public func history(of peer: Int, in community: Int, limit: Int = 100) -> [Message] {
        change { world in
            let messages = world.communities[community]?.conversations[peer]?.existing ?? []
            return Array(messages.suffix(limit))
        }
    }

    /// The keyboard that stands under the input field of a conversation.
    public func keyboard(of peer: Int, in community: Int) -> Keyboard? {
        change { $0.communities[community]?.conversations[peer]?.keyboard }
    }

    /// Yields whenever anything has happened: a message, a call, a press, a poll that waits; of several things in between, once. For those who
    /// wait for what a bot does. Ends when the simulator stops.
    public func happenings() -> AsyncStream<Void> { change { $0.journal.happenings() } }

    /// How many long polls of a community are held now.
    public func waitingPolls(of community: Int) -> Int { change { $0[community: community].queue.waiting } }

    /// The last API calls, oldest first.
    public func calls(limit: Int = .max) -> [LoggedCall] { change { Array($0.calls.calls.suffix(max(limit, 0))) } }

    /// The captchas that wait to be solved, oldest first, with what is right.
    public func captchas() -> [Captcha] { change { $0.captchas.waiting } }

    /// The files that were uploaded, oldest first.
    public func files() -> [StoredFile] { change { $0.files.all } }

    /// The content of an uploaded file; nil when it was too large to keep, or is forgotten.
    public func content(of file: StoredFile) -> [UInt8]? { change { $0.files.content(of: file.number) } }

    /// How the calls of every token arrived.
    public func arrivals() -> [ArrivalReport] { change { $0.arrivals } }
}

extension World {
    var arrivals: [VKSimulator.ArrivalReport] {
        tokenOrder.compactMap { tokens[$0] }.map { token in
            VKSimulator.ArrivalReport(
                caller: token.label, total: token.window.total, refused: token.window.refused, maximumPerSecond: token.window.maximum,
                limit: token.window.limit)
        }
    }
}
