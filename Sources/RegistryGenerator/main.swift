// Govorun: the tool behind the build-tool plugin GenerateRegistry. SPDX-License-Identifier: MIT
import Foundation

/// `registry OUTPUT TYPE…` lists plugin types; `web OUTPUT FILE…` embeds files.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: RegistryGenerator registry|web OUTPUT [TYPE|FILE]…\n".utf8))
    exit(64)
}

do {
    let items = Array(arguments.dropFirst(2))
    let source = arguments[0] == "web" ? try WebSource.make(of: items) : RegistrySource.make(of: items)
    try source.write(toFile: arguments[1], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("RegistryGenerator: \(error)\n".utf8))
    exit(65)
}
