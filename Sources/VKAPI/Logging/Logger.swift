// Govorun: the logger that is handed down. SPDX-License-Identifier: MIT

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

    private var rank: Int {
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

/// Hands lines to whoever prints them; made more specific on the way down (`logger.with("bot", name)`).
public struct Logger: Sendable {
    /// Lines below this level are not made.
    public let level: LogLevel
    private let metadata: [(key: String, value: String)]
    private let write: @Sendable (LogEntry) -> Void

    /// A logger that gives every line of at least `level` to `write`, which must not block for long.
    public init(level: LogLevel, write: @escaping @Sendable (LogEntry) -> Void) {
        self.init(level: level, metadata: [], write: write)
    }

    private init(level: LogLevel, metadata: [(key: String, value: String)], write: @escaping @Sendable (LogEntry) -> Void) {
        self.level = level
        self.metadata = metadata
        self.write = write
    }

    /// A logger that says nothing.
    public static let silent = Logger(level: .error, write: { _ in })

    /// The same logger with one more piece of data on every line.
    public func with(_ key: String, _ value: String) -> Logger {
        Logger(level: level, metadata: metadata + [(key, value)], write: write)
    }

    /// Writes one line, if its level is wanted; `data` is not evaluated otherwise.
    public func log(
        _ level: LogLevel, _ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, any CustomStringConvertible> = [:]
    ) {
        guard level >= self.level else { return }
        write(LogEntry(level: level, message: message.description, metadata: metadata + data().map { ($0.key, $0.value.description) }))
    }

    /// Writes a line that another logger has made, behind this one's data.
    package func pass(on entry: LogEntry) {
        guard entry.level >= level else { return }
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
