// Govorun: the tool behind the build-tool plugin GenerateRegistry. SPDX-License-Identifier: MIT
import Foundation

/// `registry OUTPUT TYPE… [--strings FILE…] [--sources PATH…]` lists plugin types, gives them their texts and tells where they lie; `web OUTPUT FILE…` embeds files.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: RegistryGenerator registry|web OUTPUT [TYPE|FILE]…\n".utf8))
    exit(64)
}

do {
    let items = Array(arguments.dropFirst(2))
    switch arguments[0] {
    case "web":
        try WebSource.make(of: items).write(toFile: arguments[1], atomically: true, encoding: .utf8)
    default:
        let types = Array(items.prefix { $0 != "--strings" })
        let strings = Array(items.dropFirst(types.count + 1).prefix { $0 != "--sources" })
        let texts = try StringsSource.make(of: strings, for: types)
        let paths = RegistrySource.paths(Array(items.dropFirst(types.count + strings.count + 2)), for: types)
        try (RegistrySource.make(of: types) + texts + paths).write(toFile: arguments[1], atomically: true, encoding: .utf8)
    }
} catch {
    FileHandle.standardError.write(Data((error is StringsSource.Problem ? "\(error)\n" : "RegistryGenerator: \(error)\n").utf8))
    exit(65)
}
