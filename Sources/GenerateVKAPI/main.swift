// Govorun: the generator of VK's API. SPDX-License-Identifier: MIT
import Foundation

/// `generate-vk-api [--check] [--tests] DIR [TREE]`: reads VK's schema in DIR and writes TREE, `Sources/VKAPI` unless given; with
/// `--tests` the proofs of the methods that communities may call, below `Tests/VKAPITests`.
var arguments = Array(CommandLine.arguments.dropFirst())
var options: Set<String> = []
while let option = arguments.first, ["--check", "--tests"].contains(option) { options.insert(arguments.removeFirst()) }
guard (1...2).contains(arguments.count), !arguments[0].hasPrefix("-") else {
    FileHandle.standardError.write(Data("usage: generate-vk-api [--check] [--tests] DIR [TREE]\n".utf8))
    exit(64)
}

do {
    let schema = try SchemaReader(folder: URL(fileURLWithPath: arguments[0])).read()
    let usual = options.contains("--tests") ? "Tests/VKAPITests" : "Sources/VKAPI"
    let tree = SourceTree(root: URL(fileURLWithPath: arguments.count == 2 ? arguments[1] : usual))
    let files =
        options.contains("--tests")
        ? try ProofFiles(plan: ProofPlan(schema: schema, amendments: .ours), version: schema.version).files()
        : try Generator(schema: schema, amendments: .ours).files()
    let differences = try tree.differences(from: files)
    if options.contains("--check") {
        for path in differences { FileHandle.standardError.write(Data("\(path): not as generated\n".utf8)) }
        exit(differences.isEmpty ? 0 : 65)
    }
    try tree.write(files)
    print("\(files.count) files, \(differences.count) changed")
} catch {
    FileHandle.standardError.write(Data("generate-vk-api: \(error)\n".utf8))
    exit(65)
}
