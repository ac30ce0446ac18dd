// Govorun: a program as a child of ours. SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// A started program in a process group of its own, so that what it started dies with it.
///
/// Not Foundation's `Process`: that notices the end of a program only when the last of its descendants has ended, too.
package final class ChildProcess: Sendable {
    /// How it ended.
    package enum End: Sendable, Equatable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// The group's leader; `nil` once reaped, since the number may then be another's.
    private let running: Mutex<pid_t?>
    private let identifier: pid_t
    /// Where what it prints is read; `nil` when it prints where we do.
    private let output: Int32?
    private let capacity: Int
    private let text = Mutex<[UInt8]>([])

    /// One program is started at a time: until a pipe is marked as ours, another child would inherit it and keep it open.
    private static let starting = Mutex(())

    /// Starts `words`; `input`, at most what a pipe holds, is all it can read.
    ///
    /// - Parameter capacity: how much of what it prints is kept, in bytes; `nil`: it prints where we do.
    /// - Parameter companion: a descriptor of ours that it has as number 3.
    /// - Throws: `CommandRun.Problem.cannotRun`.
    package convenience init(
        _ words: [String], input: some Collection<UInt8>, capacity: Int? = CommandRun.capacity, companion: Int32? = nil
    ) throws(CommandRun.Problem) {
        let bytes = Array(input)
        let started = Self.starting.withLock { _ in Self.start(words, bytes, isRead: capacity != nil, companion) }
        guard let (identifier, output) = started else { throw .cannotRun }
        self.init(identifier, output: output, capacity: capacity ?? 0)
    }

    private init(_ identifier: pid_t, output: Int32?, capacity: Int) {
        self.identifier = identifier
        self.output = output
        self.capacity = capacity
        running = Mutex(identifier)
    }

    deinit { if let output { close(output) } }

    /// Waits for the end, on a thread of its own, and reaps.
    package func end() async -> End {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(returning: reaped()) }
        }
    }

    /// Kills it with what it started; nothing when it has ended.
    ///
    /// Not SIGTERM: it would be asked politely, and nobody has the time to wait.
    package func kill() { running.withLock { if let leader = $0 { _ = Foundation.kill(-leader, SIGKILL) } } }

    /// Asks it to end; nothing when it has ended.
    package func terminate() { running.withLock { if let leader = $0 { _ = Foundation.kill(leader, SIGTERM) } } }

    /// What it has printed, at most `capacity` bytes of it.
    package var printed: String { String(decoding: text.withLock { $0 }, as: UTF8.self) }

    /// Reads what it prints until it ends or closes its output: a full pipe would stop it. A child of its own that lives on may hold that
    /// open, so its end is looked for as well.
    private func drain() {
        guard let output, fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_NONBLOCK) == 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let hasEnded = hasEnded
            var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&watched, 1, hasEnded ? 0 : 20) > 0
            let count = isReady ? read(output, &buffer, buffer.count) : -1
            if count > 0 {
                text.withLock { $0 += buffer[..<min(count, capacity - $0.count)] }
            } else if count == 0 || hasEnded {
                return
            }
        }
    }

    private var hasEnded: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | WNOHANG) == 0 && information.si_signo != 0
    }

    private func reaped() -> End {
        drain()
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return running.withLock { leader in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            leader = nil
            let signal = status & 0x7f
            return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
        }
    }

    /// The child, and the pipe it prints into.
    private static func start(
        _ words: [String], _ input: [UInt8], isRead: Bool, _ companion: Int32?
    ) -> (identifier: pid_t, output: Int32?)? {
        guard let given = pipe() else { return nil }
        defer { for descriptor in given { close(descriptor) } }
        // Filled before there is a reader: a program that does not read cannot break the write.
        guard input.isEmpty || write(given[1], input, input.count) == input.count else { return nil }
        guard isRead else { return spawn(words, reading: given[0], writing: nil, companion).map { ($0, nil) } }
        guard let printed = pipe() else { return nil }
        defer { close(printed[1]) }
        guard let identifier = spawn(words, reading: given[0], writing: printed[1], companion) else {
            close(printed[0])
            return nil
        }
        return (identifier, printed[0])
    }

    /// The ends to read from and to write to; no child inherits them by itself.
    private static func pipe() -> [Int32]? {
        var pair: [Int32] = [0, 0]
        guard Foundation.pipe(&pair) == 0 else { return nil }
        for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return pair
    }

    /// Has everything of ours closed in children: libraries open sockets that are not. In vain where there is no `/proc`.
    private static func keepOurs() {
        guard let folder = opendir("/proc/self/fd") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
            }
            if let descriptor = Int32(name), descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
    }

    /// Its own group, no signal ignored or blocked, nothing of ours open but what it is given.
    private static func spawn(_ words: [String], reading: Int32, writing: Int32?, _ companion: Int32?) -> pid_t? {
        keepOurs()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reading, 0)
        if let writing { posix_spawn_file_actions_adddup2(&actions, writing, 1) }
        if let companion { posix_spawn_file_actions_adddup2(&actions, companion, 3) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var identifier: pid_t = 0
        return posix_spawnp(&identifier, words[0], &actions, &attributes, arguments, environ) == 0 ? identifier : nil
    }
}
