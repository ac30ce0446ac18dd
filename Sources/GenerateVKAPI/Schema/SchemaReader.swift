// Govorun: VK's schema read from its files. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON

/// Reads the merged form (`methods.json`, `objects.json`, `responses.json`, `errors.json` in one folder) and the official
/// repository's layout (the first three in a folder for each section, `errors.json` above them).
struct SchemaReader {
    let folder: URL

    /// - Throws: `GeneratorError` with `.unreadable` or `.incomplete`, which names the file.
    func read() throws -> Schema {
        let folders = try sections()
        var schema = Schema(version: "", methods: [], objects: [:], responses: [:], errors: [])
        for folder in folders {
            for method in try document(folder, "methods.json")["methods"].items { schema.methods.append(Schema.Method(method)) }
            for (name, json) in try document(folder, "objects.json")["definitions"].members { schema.objects[name] = Node(json) }
            for (name, json) in try document(folder, "responses.json")["definitions"].members {
                let envelope = Node(json)
                schema.responses[name] = envelope.properties.first { $0.name == "response" } ?? envelope
            }
        }
        let errors = try document(folder, "errors.json")
        schema.version = errors["version"].text ?? ""
        schema.errors = errors["errors"].members.map { Schema.ErrorCode(name: $0.key, code: $0.value["code"].int ?? 0) }
            .sorted { ($0.code, $0.name) < ($1.code, $1.name) }
        schema.methods.sort { $0.name < $1.name }
        guard !schema.methods.isEmpty, !schema.objects.isEmpty, !schema.errors.isEmpty else {
            throw GeneratorError(.incomplete, "\(folder.path): no methods, objects or errors are in it")
        }
        return schema
    }

    /// The folder itself in the merged form, else each folder in it that has methods, objects or answers.
    private func sections() throws -> [URL] {
        if exists(folder, "methods.json") { return [folder] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw GeneratorError(.unreadable, "\(folder.path): \(error.localizedDescription)")
        }
        return names.sorted().map { folder.appendingPathComponent($0) }.filter { section in
            ["methods.json", "objects.json", "responses.json"].contains { exists(section, $0) }
        }
    }

    private func exists(_ folder: URL, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    /// The file's value; absent when a section has no such file.
    private func document(_ folder: URL, _ name: String) throws -> JSON {
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return .absent }
        do {
            return try JSONDocument(Array(Data(contentsOf: file))).root
        } catch {
            throw GeneratorError(.unreadable, "\(file.path): \(error)")
        }
    }
}

extension Schema.Method {
    init(_ json: JSON) {
        name = json["name"].string ?? ""
        tokens = json["access_token_type"].items.compactMap(\.string)
        parameters = json["parameters"].items.map { Node($0, name: $0["name"].string ?? "") }
        answers = json["responses"].members.map { ($0.key, Node.definition($0.value["$ref"].string ?? "")) }
        errors = json["errors"].items.compactMap { $0["$ref"].string.map(Node.definition) }
    }
}
