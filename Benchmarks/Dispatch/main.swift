// Govorun: how many updates a second go through the durable inbox to a handler. SPDX-License-Identifier: MIT
//
// swift run -c release DispatchRate [memory|sqlite] [flood] [ROUNDS] [SIZE]…
//
// A runner with one bot, its inbox in a file, against a server process that answers each poll with prepared messages of 1.2 KB; with
// `flood` as fast as they are asked for.
import Measuring
import PreparedVK

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "serve" {
    try await PreparedVK.serve()
} else {
    let numbers = arguments.compactMap { Int($0) }
    let sizes = numbers.dropFirst().isEmpty ? [1, 10, 100, 1_000] : Array(numbers.dropFirst())
    let (server, port) = ServerProcess.listening(["serve"])
    for size in sizes {
        let benchmark = Benchmark(size: size, port: port, isDurable: arguments.first != "memory", isFlatOut: arguments.contains("flood"))
        try await benchmark.run(rounds: numbers.first ?? 3)
    }
    withExtendedLifetime(server) {}
}
