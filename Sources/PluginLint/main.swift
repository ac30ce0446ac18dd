// Govorun: the lint of plugin folders. SPDX-License-Identifier: MIT
import Foundation

/// `PluginLint FOLDER…` tells of names that would clash and of texts that are nowhere, and exits 65; texts that nothing says are only told.
let folders = Array(CommandLine.arguments.dropFirst())
guard !folders.isEmpty else {
    FileHandle.standardError.write(Data("usage: PluginLint FOLDER…\n".utf8))
    exit(64)
}

do {
    let texts = try folders.map { try TextLint(folder: $0) }
    let errors = try folders.flatMap { try NameLint.problems(in: $0) } + texts.flatMap(\.errors)
    for line in errors + texts.flatMap(\.notes) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
    if !errors.isEmpty { exit(65) }
} catch {
    FileHandle.standardError.write(Data("PluginLint: \(error)\n".utf8))
    exit(65)
}
