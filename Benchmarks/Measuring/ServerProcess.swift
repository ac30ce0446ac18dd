// Govorun: this program started a second time, as the benchmark's server. SPDX-License-Identifier: MIT
import Glibc

/// A process apart, so that its memory, CPU and file descriptors are not counted with the client's; it ends when this value does.
package final class ServerProcess: Sendable {
    private let process: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts this program with `arguments`; what it prints is read by ``line()``, and its standard input ends when it shall.
    package init(_ arguments: [String]) {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        precondition(pipe(&input) == 0 && pipe(&output) == 0)
        _ = fcntl(input[1], F_SETFD, FD_CLOEXEC)  // or the server would keep its own input open
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        let words: [UnsafeMutablePointer<CChar>?] = (["server"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        precondition(posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ) == 0)
        posix_spawn_file_actions_destroy(&actions)
        for descriptor in [input[0], output[1]] { close(descriptor) }
        self.process = process
        self.input = input[1]
        self.output = output[0]
    }

    /// Starts this program with `arguments` and reads the port that it prints.
    package static func listening(_ arguments: [String]) -> (process: ServerProcess, port: Int) {
        let server = ServerProcess(arguments)
        let port = Int(server.line()) ?? 0
        precondition(port > 0, "the server did not start")
        return (server, port)
    }

    /// The next line it prints; blocks until there is one.
    package func line() -> String {
        var (line, byte): ([UInt8], UInt8) = ([], 0)
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// As `line()`, on a thread of its own: the pool has few.
    package func nextLine() async -> String {
        await withCheckedContinuation { told in
            let thread = Unmanaged.passRetained(Reading(from: self, for: told))
            var handle = pthread_t()
            let status = pthread_create(
                &handle, nil,
                { argument in
                    guard let argument else { return nil }
                    let reading = Unmanaged<Reading>.fromOpaque(argument).takeRetainedValue()
                    reading.told.resume(returning: reading.server.line())
                    return nil
                }, thread.toOpaque())
            precondition(status == 0, "no thread")
            pthread_detach(handle)
        }
    }

    /// What a reading thread needs.
    private final class Reading {
        let server: ServerProcess
        let told: CheckedContinuation<String, Never>
        init(from server: ServerProcess, for told: CheckedContinuation<String, Never>) { (self.server, self.told) = (server, told) }
    }

    /// In the server: prints `line` at once.
    package static func say(_ line: some CustomStringConvertible) {
        print(line)
        fflush(nil)
    }

    /// In the server: blocks until the parent wants no more of it, or has ended.
    package static func awaitEnd() {
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
    }

    deinit {
        close(input)
        close(output)
        waitpid(process, nil, 0)
    }
}
