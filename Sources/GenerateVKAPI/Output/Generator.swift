// Govorun: from a schema to files. SPDX-License-Identifier: MIT

/// Makes every generated file of the module `VKAPI`; touches no disk.
struct Generator {
    let schema: Schema
    let amendments: Amendments

    /// - Throws: `GeneratorError` with `.undefined`, `.nameTaken` or `.staleAmendment`.
    func files() throws -> [GeneratedFile] {
        let schema = try amendments.applied(to: schema)
        let types = TypePlan(schema: schema, amendments: amendments)
        var files = try typeFiles(schema.objects.keys.sorted(), "Objects", types)
        files += try typeFiles(schema.responses.keys.sorted(), "Responses", types)
        files += try methodFiles(MethodPlan(types: types).sections())
        files.append(
            file("Methods/TokenKinds+Generated.swift", "who may call what", TablePrinter.tokens(schema.methods)))
        files.append(file("Methods/PageRules+Generated.swift", "lists that come in pages", TablePrinter.lists(schema.methods)))
        files.append(file("Errors/VKErrorCode+Names.swift", "VK's codes by name", TablePrinter.errors(schema.errors)))
        try checkNames(files)
        return files.sorted { $0.path < $1.path }
    }

    private func typeFiles(_ names: [String], _ kind: String, _ types: TypePlan) throws -> [GeneratedFile] {
        let sections = Dictionary(grouping: names) { SwiftName.type(String($0.prefix { $0 != "_" })) }
        var taken: Set<String> = []
        var files: [GeneratedFile] = []
        for (section, names) in sections.sorted(by: { $0.key < $1.key }) {
            let pieces = try names.flatMap { try types.declarations(ofDefinition: $0) }.map { declaration in
                guard taken.insert(declaration.name).inserted else {
                    throw GeneratorError(.nameTaken, "two types would be called \(declaration.name)")
                }
                return FileSet.Piece(name: declaration.name, lines: TypePrinter.lines(declaration))
            }
            for (index, portion) in FileSet.portions(pieces).enumerated() {
                let name = index == 0 ? "\(section)\(kind)" : "\(section)\(kind)From\(Self.rest(of: portion[0].name, after: section))"
                files.append(
                    file("Objects/\(section)/\(name)+Generated.swift", "\(section)'s \(kind.lowercased())", FileSet.joined(portion)))
            }
        }
        return files
    }

    private func methodFiles(_ sections: [Section]) throws -> [GeneratedFile] {
        var files: [GeneratedFile] = []
        for section in sections {
            guard !section.name.isEmpty else {
                let pieces = section.functions.map { FileSet.Piece(name: $0.name, lines: MethodPrinter.lines($0)) }
                let lines = ["extension VKClient {"] + FileSet.joined(pieces) + ["}"]
                files.append(file("Methods/SingleMethods+Generated.swift", "methods without a section", lines))
                continue
            }
            files += self.files(of: section)
        }
        return files
    }

    private func files(of section: Section) -> [GeneratedFile] {
        let functions = section.functions.map { FileSet.Piece(name: $0.name, lines: MethodPrinter.lines($0)) }
        let words = section.words.map { FileSet.Piece(name: $0.name, lines: TypePrinter.lines(.word($0), depth: 1)) }
        let type = section.typeName
        let head = [
            "extension VKClient {", "    /// VK's section `\(section.name)`.",
            "    public var \(SwiftName.member(section.name)): \(type) { \(type)(client: self) }", "",
            "    /// VK's section `\(section.name)`: parameters and limits as in VK's JSON schema \(schema.version).",
            "    public struct \(type): Sendable {", "        let client: VKClient", "    }", "}", "",
        ]
        var files: [GeneratedFile] = []
        for (index, portion) in FileSet.portions(functions).enumerated() {
            let name = index == 0 ? "\(type)Methods" : "\(type)MethodsFrom\(SwiftName.type(portion[0].name))"
            let lines = (index == 0 ? head : []) + ["extension VKClient.\(type) {"] + FileSet.joined(portion) + ["}"]
            files.append(file("Methods/\(type)/\(name)+Generated.swift", "methods of \(section.name)", lines))
        }
        for (index, portion) in FileSet.portions(words).enumerated() {
            let name = index == 0 ? "\(type)Choices" : "\(type)ChoicesFrom\(portion[0].name)"
            let lines = ["extension VKClient.\(type) {"] + FileSet.joined(portion) + ["}"]
            files.append(file("Methods/\(type)/\(name)+Generated.swift", "choices in \(section.name)", lines))
        }
        return files
    }

    private func file(_ path: String, _ about: String, _ lines: [String]) -> GeneratedFile {
        GeneratedFile(path: path, about: about, version: schema.version, lines: lines)
    }

    /// `MessagesKeyboard` in the section `Messages` is `Keyboard`.
    private static func rest(of name: String, after section: String) -> String {
        name.hasPrefix(section) && name.count > section.count ? String(name.dropFirst(section.count)) : name
    }

    /// Files of one module may not share a name, whatever their folders.
    private func checkNames(_ files: [GeneratedFile]) throws {
        var seen: Set<Substring> = []
        for file in files {
            guard seen.insert(file.path.split(separator: "/").last ?? "").inserted else {
                throw GeneratorError(.nameTaken, "two files would be called \(file.path)")
            }
        }
    }
}
