// Govorun: where a request comes from. SPDX-License-Identifier: MIT
public import TapeJSON

/// Who makes a request, for logs, observers and errors.
public struct RequestTag: Sendable, Equatable {
    /// The bot's name in `bots.yaml`.
    public var bot: String?
    /// The plugin's name there.
    public var plugin: String?
    /// The handler that runs.
    public var handler: String?
    /// VK's id of the event it runs on.
    public var event: String?

    /// A tag of what is known.
    public init(bot: String? = nil, plugin: String? = nil, handler: String? = nil, event: String? = nil) {
        self.bot = bot
        self.plugin = plugin
        self.handler = handler
        self.event = event
    }
}

extension RequestTag: CustomStringConvertible {
    /// `helpdesk/echo/hello on 3f2c…`, with what is known.
    public var description: String {
        [bot, plugin, handler].compactMap(\.self).joined(separator: "/") + (event.map { " on \($0)" } ?? "")
    }
}

/// One call as observers see it.
public struct CallInfo: Sendable {
    /// The number of the request in this process; calls of one chain share it.
    public let request: UInt64
    /// Who made it.
    public let tag: RequestTag?
    /// The call; its values may be private.
    public let call: Call
    /// Where its answer came from; `nil` until there is one.
    public internal(set) var origin: AnswerOrigin?
}

/// Is told of every call of a client or of one request: before it waits for its turn, and when it has its outcome.
///
/// Called in the order they were added, on the caller's task: they should return at once.
public struct CallObserver: Sendable {
    let started: @Sendable (CallInfo) -> Void
    let finished: @Sendable (CallInfo, Result<JSON, any Error>) -> Void

    /// An observer of both moments.
    public init(
        started: @escaping @Sendable (CallInfo) -> Void = { _ in },
        finished: @escaping @Sendable (CallInfo, Result<JSON, any Error>) -> Void = { _, _ in }
    ) {
        self.started = started
        self.finished = finished
    }

    /// Hears of errors alone: the one place for all failures of a client. Cancellation is none.
    public static func errors(_ handle: @escaping @Sendable (VKError, CallInfo) -> Void) -> CallObserver {
        CallObserver(finished: { info, result in
            if case .failure(let error as VKError) = result { handle(error, info) }
        })
    }
}
