// Govorun: a built program run by a test. SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Testing

/// A process with its output collected line by line; killed when the test lets go of it, or dies.
final class Program: Sendable {
    private struct State {
        var lines: [String] = []
        var errors: [String] = []
        var watchers: [@Sendable () -> Void] = []
        var status: Int32?
        /// Output and errors, until each has ended.
        var openPipes = 2
    }

    private let process: Process
    private let state = Mutex(State())

    /// Where the built products lie: where `GOVORUN_PRODUCTS` says, for another build than the tests' own, else beside the test runner.
    static let products =
        ProcessInfo.processInfo.environment["GOVORUN_PRODUCTS"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Starts the built `govorun`.
    static func govorun(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil, input: Pipe? = nil
    ) throws -> Program {
        let binary = products.appendingPathComponent("govorun")
        try #require(FileManager.default.isExecutableFile(atPath: binary.path), "the product govorun is not built beside the tests")
        return try Program(binary.path, arguments, environment: environment, in: folder, input: input)
    }

    /// Starts `path`, which reads `input`, or nothing; it dies with this process (`setpriv` is part of every Debian).
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil, input: Pipe? = nil
    ) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = ["--pdeathsig", "KILL", path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = input ?? FileHandle.nullDevice as Any
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [weak self] process in self?.note { $0.status = process.terminationStatus } }
        let process = process
        try Spawner.shared.perform { try process.run() }
        collect(output) { $0.lines.append($1) }
        collect(errors) { $0.errors.append($1) }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// What it has written to standard output.
    var output: [String] { state.withLock { $0.lines } }
    /// What it has written to standard error.
    var errors: [String] { state.withLock { $0.errors } }
    var processIdentifier: Int32 { process.processIdentifier }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end, and until all it wrote has been read.
    ///
    /// - Returns: the exit status.
    func exitStatus(within limit: Duration = .seconds(30)) async throws -> Int32 {
        try await value(within: limit, "the end of the program") { $0.openPipes == 0 ? $0.status : nil }
    }

    /// The rest of the first line of standard output that begins with `prefix`.
    func line(after prefix: String, within limit: Duration = .seconds(30)) async throws -> String {
        try await value(within: limit, "a line that begins with \(prefix)") { state in
            state.lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
    }

    /// Waits until a line of standard error holds `text`, `count` times.
    func says(_ text: String, times count: Int = 1, within limit: Duration = .seconds(30)) async throws {
        _ = try await value(within: limit, "\(count) lines with «\(text)»") { state in
            state.errors.count { $0.contains(text) } >= count ? true : nil
        }
    }

    private func value<Value: Sendable>(
        within limit: Duration, _ what: String, _ look: @escaping @Sendable (State) -> Value?
    ) async throws -> Value {
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append { changed.yield() } }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                if let value = self.state.withLock({ look($0) }) { return value }
                for await _ in changes { if let value = self.state.withLock({ look($0) }) { return value } }
                return nil
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            let value = try await group.next() ?? nil
            let said = (self.output + self.errors).suffix(40).joined(separator: "\n")
            return try #require(value, "no \(what) within \(limit); it said:\n\(said)")
        }
    }

    private func note(_ change: (inout State) -> Void) {
        let watchers = state.withLock { state in
            change(&state)
            return state.watchers
        }
        for watcher in watchers { watcher() }
    }

    /// Reads a pipe to its end on a thread of its own; Foundation's handlers lose the end now and then.
    private func collect(_ pipe: Pipe, _ add: @escaping @Sendable (inout State, String) -> Void) {
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        Thread.detachNewThread { [weak self] in
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += buffer[..<count]
                var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = Array(lines.removeLast())
                let texts = lines.map { String(decoding: $0, as: UTF8.self) }
                self?.note { state in for text in texts { add(&state, text) } }
            }
            close(descriptor)
            self?.note { $0.openPipes -= 1 }
        }
    }
}

/// One thread that never ends: `PR_SET_PDEATHSIG` fires when the *thread* that started a process ends.
private final class Spawner: Sendable {
    static let shared = Spawner()
    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let ready = DispatchSemaphore(value: 0)

    private init() {
        Thread { [unowned self] in  // `shared` is never let go
            while true {
                ready.wait()
                jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            }
        }.start()
    }

    func perform(_ work: @escaping @Sendable () throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        jobs.withLock { jobs in
            jobs.append {
                do { try work() } catch { failure.withLock { $0 = error } }
                done.signal()
            }
        }
        ready.signal()
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
