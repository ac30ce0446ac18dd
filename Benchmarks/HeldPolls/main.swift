// Govorun: ten thousand held polls on one thread, measured. SPDX-License-Identifier: MIT
// Run: swift run -c release HeldPolls [COUNT]

if CommandLine.arguments.dropFirst().first == "server" {
    var server = HoldingServer()
    server.run()
} else {
    try await Benchmark(polls: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000).run()
}
