// Govorun: handlers that run at times. SPDX-License-Identifier: MIT

/// Runs again and again: `Every(.hours(1)) { bot in … }`.
///
/// The times are the multiples of the interval since 1970 in UTC: every hour is on the hour, and a restart moves nothing. Never two runs of
/// one timer at once: a time that comes while the last run is still going is passed over.
public struct Every: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs every `interval`, a second at least.
    public init(
        _ interval: Duration, missed: MissedRuns = .runOnce, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (BotContext) async throws -> Void
    ) {
        let milliseconds = interval.wholeMilliseconds
        let flaw = milliseconds < 1_000 ? "'Every' takes a second at least" : nil
        let form = TimerForm(schedule: .every(milliseconds: max(1_000, milliseconds)), missed: missed)
        handler = form.handler(flaw, Origin(fileID: fileID, line: line), run)
    }
}

/// Runs every day at a time, or at several: `Daily("09:00") { bot in … }`.
///
/// The clock is the bot's (`timezone:`), or that of `zone`. On a day when clocks skip the time it runs at the first moment after the gap; on
/// one when they show it twice, the first time.
public struct Daily: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs when the clock shows one of these: `Daily("09:00", "21:00")`.
    public init(
        _ times: TimeOfDay..., zone: String? = nil, missed: MissedRuns = .runOnce, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (BotContext) async throws -> Void
    ) {
        self.init(at: times, zone: zone, missed: missed, fileID: fileID, line: line, run: run)
    }

    /// Runs when the clock shows one of these; for a list that an option gives, where an empty one means never.
    public init(
        at times: [TimeOfDay], zone: String? = nil, missed: MissedRuns = .runOnce, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (BotContext) async throws -> Void
    ) {
        let schedule = Schedule.daily(Set(times).sorted())
        handler = TimerForm(schedule: schedule, missed: missed).handler(
            in: zone, times.lazy.compactMap(\.flaw).first, Origin(fileID: fileID, line: line), run)
    }
}

/// Runs as cron says: `Cron("0 9 * * 1-5") { bot in … }`; what can be written is told at ``CronExpression``.
///
/// The clock is the bot's (`timezone:`), or that of `zone`; when it is set, ``Daily``'s rule holds for every time that is named.
public struct Cron: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Runs at the times of an expression; a bad one stops the start of the bot with your line.
    public init(
        _ expression: CronExpression, zone: String? = nil, missed: MissedRuns = .runOnce, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (BotContext) async throws -> Void
    ) {
        handler = TimerForm(schedule: .cron(expression), missed: missed).handler(
            in: zone, expression.flaw, Origin(fileID: fileID, line: line), run)
    }
}

/// What a timer was declared with.
struct TimerForm: Sendable {
    let schedule: Schedule
    /// `nil`: the bot's.
    var zone: Zone?
    var missed = MissedRuns.runOnce

    /// A handler in a zone that may not exist; then with its flaw.
    func handler(
        in zone: String?, _ flaw: String?, _ origin: Origin, _ run: @escaping @Sendable (BotContext) async throws -> Void
    ) -> Handler {
        var form = self
        do throws(ZoneError) {
            if let zone { form.zone = try Zone(zone) }
            return form.handler(flaw, origin, run)
        } catch {
            return form.handler(flaw ?? error.description, origin, run)
        }
    }

    func handler(_ flaw: String?, _ origin: Origin, _ run: @escaping @Sendable (BotContext) async throws -> Void) -> Handler {
        Handler(trigger: .errand(.timer(self)), name: schedule.description, origin: origin, flaw: flaw) { context in
            guard let errand = context.occasion.errand else { return }
            try await run(BotContext(run: context, errand: errand))
        }
    }
}
