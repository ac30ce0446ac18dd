// Govorun: this program started a second time, as the benchmark's server. SPDX-License-Identifier: MIT
import Glibc

/// A process apart, so that its memory, CPU and file descriptors are not counted with the client's.
final class ServerProcess: Sendable {
    let port: Int
    private let process: pid_t
    private let input: Int32

    init() {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        precondition(pipe(&input) == 0 && pipe(&output) == 0)
        _ = fcntl(input[1], F_SETFD, FD_CLOEXEC)  // or the server would keep its own input open
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        let words = [strdup("HeldPolls"), strdup("server"), nil]
        var process = pid_t()
        precondition(posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ) == 0)
        var line = [UInt8](repeating: 0, count: 16)
        let count = read(output[0], &line, line.count)
        port = Int(String(decoding: line.prefix(max(0, count)).filter { $0 > 0x20 }, as: UTF8.self)) ?? 0
        precondition(port > 0, "the server did not start")
        self.process = process
        self.input = input[1]
        for descriptor in [input[0], output[0], output[1]] { close(descriptor) }
    }

    deinit {
        close(input)
        waitpid(process, nil, 0)
    }
}
