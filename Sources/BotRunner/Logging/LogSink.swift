// Govorun: writes log lines to standard error. SPDX-License-Identifier: MIT
public import BotKit
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One line per entry, each in one `write`, so that a pipe or a container's log has it at once and lines never mix.
public final class LogSink: Sendable {
    private let format: Mutex<RunnerConfiguration.LogFormat>
    private let descriptor: Int32
    private let secrets: Mutex<[Secret]>

    /// A sink that takes `secrets` out of every line: the last of several nets.
    public init(format: RunnerConfiguration.LogFormat = .text, secrets: [Secret] = [], descriptor: Int32 = 2) {
        self.format = Mutex(format)
        self.descriptor = descriptor
        self.secrets = Mutex(secrets.filter { $0.reveal().utf8.count >= 4 })
    }

    /// A logger that writes here.
    public func logger(level: LogLevel) -> Logger {
        Logger(level: level) { [self] entry in write(entry) }
    }

    /// A logger that writes here, at a level that may change.
    func logger(_ threshold: LogThreshold) -> Logger { Logger(threshold) { [self] entry in write(entry) } }

    /// Lines look like this from now on.
    func write(as format: RunnerConfiguration.LogFormat) { self.format.withLock { $0 = format } }

    /// Takes `secret` out of every line from now on.
    public func hide(_ secret: Secret) {
        guard secret.reveal().utf8.count >= 4 else { return }
        secrets.withLock { if !$0.contains(secret) { $0.append(secret) } }
    }

    private func write(_ entry: LogEntry) {
        let now = WallClock.now()
        let line = format.withLock { $0 } == .json ? Self.json(entry, now) : Self.text(entry, now)
        let safe = secrets.withLock { $0 }.reduce(line) { text, secret in secret.redacting(text) }
        var bytes = Array(safe.utf8)
        bytes.append(UInt8(ascii: "\n"))
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// `12:30:01.250 warning teashop: message · key=value`.
    static func text(_ entry: LogEntry, _ now: WallClock) -> String {
        let bot = entry.metadata.first { $0.key == "bot" }
        let rest = entry.metadata.filter { $0.key != "bot" }.map { "\($0.key)=\(quoted($0.value))" }
        let who = bot.map { " \($0.value):" } ?? ""
        let data = rest.isEmpty ? "" : " · " + rest.joined(separator: " ")
        return "\(now.time) \(entry.level.rawValue)\(who) \(entry.message)\(data)"
    }

    /// One object: time, level, message, then the data.
    static func json(_ entry: LogEntry, _ now: WallClock) -> String {
        var line: JSONObject = [
            "time": .string(now.stamp), "level": .string(entry.level.rawValue), "message": .string(entry.message),
        ]
        for (key, value) in entry.metadata { line[key] = .string(value) }
        return JSONValue.object(line).serialized
    }

    /// Values with spaces or line ends are quoted, so that a line stays a line.
    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0.isNewline || $0 == "\"" }
        return isPlain ? value : JSONValue.string(value).serialized
    }
}

/// The time of a log line.
struct WallClock {
    /// `12:30:01.250`, in the machine's zone.
    let time: String
    /// `2026-11-30T09:30:01.250Z`.
    let stamp: String

    static func now() -> WallClock {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        var local = tm()
        var utc = tm()
        localtime_r(&moment.tv_sec, &local)
        gmtime_r(&moment.tv_sec, &utc)
        let milliseconds = padded(moment.tv_nsec / 1_000_000, 3)
        return WallClock(
            time: "\(clock(local)).\(milliseconds)",
            stamp: "\(date(utc))T\(clock(utc)).\(milliseconds)Z")
    }

    private static func date(_ time: tm) -> String {
        "\(Int(time.tm_year) + 1900)-\(padded(Int(time.tm_mon) + 1, 2))-\(padded(Int(time.tm_mday), 2))"
    }

    private static func clock(_ time: tm) -> String {
        [time.tm_hour, time.tm_min, time.tm_sec].map { padded(Int($0), 2) }.joined(separator: ":")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// `write(2)`, under a name that the sink's own method does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
