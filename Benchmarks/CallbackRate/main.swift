// Govorun: how many callbacks a second are taken durably. SPDX-License-Identifier: MIT
import Glibc

signal(SIGPIPE, SIG_IGN)
let numbers = CommandLine.arguments.dropFirst().prefix(2).compactMap { Int($0) }
let folder = CommandLine.arguments.dropFirst(3).first ?? "."
try await Benchmark(connections: max(1, numbers.first ?? 200), seconds: max(1, numbers.dropFirst().first ?? 5), folder: folder).run()
