// Govorun: the generator of VK's API. SPDX-License-Identifier: MIT
import Foundation

/// `generate-vk-api [--check] DIR [TREE]`: reads VK's schema in DIR and writes TREE, `Sources/VKAPI` unless given.
var arguments = Array(CommandLine.arguments.dropFirst())
let onlyChecks = arguments.first == "--check"
if onlyChecks { arguments.removeFirst() }
guard (1...2).contains(arguments.count), !arguments[0].hasPrefix("-") else {
    FileHandle.standardError.write(Data("usage: generate-vk-api [--check] DIR [TREE]\n".utf8))
    exit(64)
}

do {
    let schema = try SchemaReader(folder: URL(fileURLWithPath: arguments[0])).read()
    let files = try Generator(schema: schema, amendments: .ours).files()
    let tree = SourceTree(root: URL(fileURLWithPath: arguments.count == 2 ? arguments[1] : "Sources/VKAPI"))
    let differences = try tree.differences(from: files)
    if onlyChecks {
        for path in differences { FileHandle.standardError.write(Data("\(path): not as generated\n".utf8)) }
        exit(differences.isEmpty ? 0 : 65)
    }
    try tree.write(files)
    print("\(files.count) files, \(differences.count) changed")
} catch {
    FileHandle.standardError.write(Data("generate-vk-api: \(error)\n".utf8))
    exit(65)
}
