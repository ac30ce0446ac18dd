// Govorun: the bots in a process of their own. SPDX-License-Identifier: MIT
import BotRunner
import Foundation

/// A `govorun run` that was started by us: it says when its bots listen, and ends when we do, however we end.
final class BotsProcess: Sendable {
    private let child: ChildProcess
    /// Reaped once, whoever waits.
    private let ending: Task<ChildProcess.End, Never>
    private let line: Int32

    /// Starts `words`.
    ///
    /// - Throws: `CommandRun.Problem.cannotRun`.
    init(_ words: [String]) throws {
        var pair: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw CommandRun.Problem.cannotRun }
        for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        defer { close(pair[1]) }
        line = pair[0]
        do {
            let child = try ChildProcess(words, input: [], capacity: nil, companion: pair[1])
            self.child = child
            ending = Task { await child.end() }
        } catch {
            close(pair[0])
            throw error
        }
    }

    deinit { close(line) }

    /// Waits until the bots listen.
    ///
    /// - Returns: `false` when the process has ended before.
    func isReady() async -> Bool {
        await CompanionLine.onThread { [line] in CompanionLine.readByte(from: line) != nil }
    }

    /// Waits for its end.
    func end() async -> ChildProcess.End { await ending.value }

    /// Asks it to finish what it has begun, and to end.
    func stop() { child.terminate() }
}

/// The descriptor that a companion of ours holds the other end of.
enum CompanionLine {
    /// The number that `BotsProcess` gives it in the child.
    static let descriptor: Int32 = 3

    /// Tells the companion that all bots listen.
    static func sayReady() {
        var byte: UInt8 = 10
        _ = write(descriptor, &byte, 1)
    }

    /// Waits until the companion has ended.
    static func companionHasEnded() async {
        await onThread { while readByte(from: descriptor) != nil {} }
    }

    static func readByte(from descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count == 1 { return byte }
            if count < 0, errno == EINTR { continue }
            return nil
        }
    }

    /// Blocks a thread of its own.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
