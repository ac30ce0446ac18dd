// Govorun: something a plugin does later. SPDX-License-Identifier: MIT

/// What a plugin plans: `struct Reminder: PluginJob { var text: String }`, planned by `message.after(.minutes(10), Reminder(text: …))` and
/// done by `After(Reminder.self) { bot, reminder in … }`. It is kept as JSON until its time comes, over restarts.
public protocol PluginJob: Codable, Sendable {
    /// What it is kept under; by default the type's name. Say it before renaming the type.
    static var jobName: String { get }
}

extension PluginJob {
    /// The type's name.
    public static var jobName: String { String(describing: Self.self) }
}

/// A job that waits for its time.
public struct PlannedJob<Job: PluginJob>: Sendable {
    /// What names it: the author's key, or one that was made.
    public let key: String
    /// When its time comes.
    public let due: DateAndTime
    /// What is to be done.
    public let job: Job
}

/// Does what was planned: `After(Reminder.self) { bot, reminder in try await bot.user?.send(reminder.text) }`.
///
/// It runs in the conversation in which it was planned, after what is being done there; never two runs at once. A run that throws is tried
/// again after 10 seconds, 1, 5 and 30 minutes, and what it has sent is not sent again; then it is set aside, where `govorun state` shows it.
public struct After: HandlerConvertible {
    /// The handler it stands for.
    public let handler: Handler

    /// Does jobs of a type.
    public init<Job: PluginJob>(
        _ type: Job.Type, fileID: String = #fileID, line: Int = #line,
        run: @escaping @Sendable (BotContext, Job) async throws -> Void
    ) {
        handler = Handler(
            trigger: .errand(.job(Job.jobName)), name: "after \(Job.jobName)", origin: Origin(fileID: fileID, line: line)
        ) { context in
            guard let errand = context.occasion.errand else { return }
            let job = try TapeDecoder().decode(Job.self, from: errand.payload.view)
            try await run(BotContext(run: context, errand: errand), job)
        }
    }
}
