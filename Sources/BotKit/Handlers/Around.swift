// Govorun: what runs around the handling of every event. SPDX-License-Identifier: MIT

/// Middleware: runs around the handling of every event, in the order of `bots.yaml`, the first outermost.
///
/// ```swift
/// Around { event, next in
///     let start = ContinuousClock.now
///     await next()
///     event.logger.debug("handled", ["took": "\(ContinuousClock.now - start)"])
/// }
/// ```
///
/// What does not call `next` ends the way of the event. One that throws before it did is logged, and the event goes on without it. Handlers
/// fail alone, so `next` never throws.
public struct Around: HandlerConvertible {
    /// Hands the event on to what is further inside; only the first call counts.
    public typealias Next = @Sendable () async -> Void

    /// The handler it stands for.
    public let handler: Handler

    /// Runs around every event.
    public init(
        fileID: String = #fileID, line: Int = #line, run: @escaping @Sendable (EventContext<RawObject>, Next) async throws -> Void
    ) {
        handler = Handler(trigger: .around, name: "around", origin: Origin(fileID: fileID, line: line)) { context in
            guard let next = context.occasion.next else { return }
            try await run(EventContext(run: context), next)
        }
    }
}
