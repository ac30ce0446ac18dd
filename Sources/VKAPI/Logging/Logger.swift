// Govorun: the logger that is handed down. SPDX-License-Identifier: MIT
import Synchronization

/// How much a line matters; later cases matter more.
public enum LogLevel: String, Sendable, Comparable, CaseIterable, Codable {
    /// Detail that only a developer of this library reads.
    case trace
    /// Decisions taken.
    case debug
    /// What an operator likes to know.
    case info
    /// What an operator should look at some day.
    case warning
    /// What an operator must look at now.
    case error

    fileprivate var rank: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        }
    }

    /// Whether `left` matters less.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }
}

/// One line for the log: a constant message and its data.
public struct LogEntry: Sendable {
    /// How much it matters.
    public let level: LogLevel
    /// What happened, in plain words; always a constant.
    public let message: String
    /// Data with dotted keys, in the order given: who first (`bot`, `plugin`), then what.
    public let metadata: [(key: String, value: String)]
}

/// The level below which loggers make no lines; all that were made from one follow it.
public final class LogThreshold: Sendable {
    private let rank: Atomic<Int>

    /// Begins at `level`.
    public init(_ level: LogLevel) { rank = Atomic(level.rank) }

    /// The level now.
    public var level: LogLevel {
        get { LogLevel.allCases[rank.load(ordering: .relaxed)] }
        set { rank.store(newValue.rank, ordering: .relaxed) }
    }

    fileprivate func lets(_ level: LogLevel) -> Bool { level.rank >= rank.load(ordering: .relaxed) }
}

/// Hands lines to whoever prints them; made more specific on the way down (`logger.with("bot", name)`).
public struct Logger: Sendable {
    private let threshold: LogThreshold
    private let metadata: [(key: String, value: String)]
    private let write: @Sendable (LogEntry) -> Void

    /// A logger that gives every line of at least `level` to `write`, which must not block for long.
    public init(level: LogLevel, write: @escaping @Sendable (LogEntry) -> Void) {
        self.init(LogThreshold(level), metadata: [], write: write)
    }

    /// A logger whose level may change.
    public init(_ threshold: LogThreshold, write: @escaping @Sendable (LogEntry) -> Void) {
        self.init(threshold, metadata: [], write: write)
    }

    private init(_ threshold: LogThreshold, metadata: [(key: String, value: String)], write: @escaping @Sendable (LogEntry) -> Void) {
        self.threshold = threshold
        self.metadata = metadata
        self.write = write
    }

    /// Lines below this level are not made.
    public var level: LogLevel { threshold.level }

    /// A logger that says nothing.
    public static let silent = Logger(level: .error, write: { _ in })

    /// The same logger with one more piece of data on every line.
    public func with(_ key: String, _ value: String) -> Logger {
        Logger(threshold, metadata: metadata + [(key, value)], write: write)
    }

    /// Writes one line, if its level is wanted; `data` is not evaluated otherwise.
    public func log(
        _ level: LogLevel, _ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]
    ) {
        guard threshold.lets(level) else { return }
        write(LogEntry(level: level, message: message.description, metadata: metadata + data().map { ($0.key, $0.value.description) }))
    }

    /// Writes a line that another logger has made, behind this one's data.
    package func pass(on entry: LogEntry) {
        guard threshold.lets(entry.level) else { return }
        write(LogEntry(level: entry.level, message: entry.message, metadata: metadata + entry.metadata))
    }
}

extension Logger {
    /// Detail that only a developer of this library reads.
    public func trace(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        log(.trace, message, data())
    }
    /// Decisions taken.
    public func debug(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        log(.debug, message, data())
    }
    /// What an operator likes to know.
    public func info(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        log(.info, message, data())
    }
    /// What an operator should look at some day.
    public func warning(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        log(.warning, message, data())
    }
    /// What an operator must look at now.
    public func error(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]) {
        log(.error, message, data())
    }
}
