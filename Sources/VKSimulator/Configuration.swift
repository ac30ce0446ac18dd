// Govorun: the simulator's settings. SPDX-License-Identifier: MIT

extension VKSimulator {
    /// Where to listen, what the time is, and VK's limits.
    public struct Configuration: Sendable {
        /// Over what a `random_id` is remembered; VK publishes neither.
        public enum RandomIDScope: Sendable {
            /// Once per sender and peer.
            case peer
            /// Once per sender, whoever the message goes to.
            case sender
        }

        /// Name or address to listen on.
        public var host = "127.0.0.1"
        /// Port; 0 takes a free one.
        public var port = 0
        /// The clocks.
        public var time = TimeSource.system
        /// Calls in any one second for a community's token; more get error 6; 0 for no limit.
        public var communityRate = 20
        /// Calls in any one second for a person's token; 0 for no limit.
        public var userRate = 3
        /// Over what a repeated `random_id` is noticed.
        public var randomIDScope = RandomIDScope.peer
        /// Characters of one message; more is error 914.
        public var textLimit = 4096
        /// Events kept per community for a poller that comes back.
        public var queueLimit = 10_000
        /// The number before the first event of every community: a poller that kept a lower one from an earlier simulator has missed nothing.
        public var firstEvent = 0
        /// Events in one long poll answer.
        public var batchLimit = 1_000
        /// Messages kept per conversation.
        public var historyLimit = 10_000
        /// API calls kept for the log.
        public var callLogLimit = 2_000
        /// Events kept for a control client that reconnects.
        public var journalLimit = 2_000
        /// How callbacks are posted.
        public var callbacks = CallbackPosting()
        /// How long a press waits for its answer.
        public var pressLifetime = Duration.seconds(60)
        /// Bytes up to which an uploaded file is kept to be downloaded; a larger one is only counted and hashed.
        public var fileLimit = 8 << 20
        /// Bytes kept of all uploaded files together; the oldest go first.
        public var fileStoreLimit = 64 << 20
        /// The web page's files: `/` is `index.html`, `/web/NAME` any other.
        public var pages: [String: (type: String, body: String)] = WebFiles.all

        /// Makes the defaults: VK's limits, a free port on loopback, the web chat.
        public init() {}
    }
}
