// Govorun: runs a program that bots.yaml names. SPDX-License-Identifier: MIT

/// One run of a program, without a shell: what it is given on standard input, and what it prints.
package struct CommandRun: Sendable {
    /// Why there is no output; never a word of what the program printed.
    package enum Problem: Error, Equatable {
        /// There is no such program, or the system is out of what a program needs.
        case cannotRun
        case ended(status: Int32)
        case killed(signal: Int32)
        case tooSlow
    }

    /// The most that is given or kept of what is read, in bytes: what a pipe holds, so that a program that does not read holds up nobody.
    package static let capacity = 64 << 10

    /// The program, looked up in `PATH`, and its arguments.
    let words: [String]
    /// What it reads; of more than `capacity` only the beginning.
    var input: [UInt8] = []
    /// How long it may take; `nil`: until cancelled.
    var limit: Duration?

    /// What it prints to standard output, when it ends with status 0.
    ///
    /// - Throws: `Problem`; `CancellationError` when cancelled. The program is killed on every way out, and the children it waits for too.
    func output() async throws -> String {
        guard let limit else { return try await run() }
        return try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask { try await run() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let output = try await group.next() ?? nil else { throw Problem.tooSlow }
            return output
        }
    }

    private func run() async throws -> String {
        let child = try ChildProcess(words, input: input.prefix(Self.capacity))
        let end = await withTaskCancellationHandler {
            await child.end()
        } onCancel: {
            child.kill()
        }
        try Task.checkCancellation()
        switch end {
        case .exited(0): return child.printed
        case .exited(let status): throw Problem.ended(status: status)
        case .killed(let signal): throw Problem.killed(signal: signal)
        }
    }
}
