// Govorun: how fast a storage writes. SPDX-License-Identifier: MIT
// Usage: StorageRate [FOLDER], where the disk is that is to be measured; by default the current folder.
let folder = CommandLine.arguments.dropFirst().first ?? "."
try await Benchmark(folder: folder).run()
