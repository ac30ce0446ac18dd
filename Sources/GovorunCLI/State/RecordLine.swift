// Govorun: records as lines of JSON. SPDX-License-Identifier: MIT
import BotStorage
import TapeJSON

/// A collection, or one record of it, as one line of an export.
enum RecordLine: Sendable, Equatable {
    /// Stands before the collection's records.
    case collection(RecordSchema)
    /// A record; its body is JSON.
    case record(collection: String, id: String, body: [UInt8])

    /// Reads a line.
    ///
    /// - Returns: `nil` when it is none of records.
    init?(_ line: [UInt8]) {
        guard let json = try? JSONDocument(line).root, let collection = json["collection"].string else { return nil }
        if let id = json["id"].string {
            guard let text = json["text"].string, (try? JSONDocument(Array(text.utf8))) != nil else { return nil }
            self = .record(collection: collection, id: id, body: Array(text.utf8))
        } else {
            guard json["indexes"].kind == .array else { return nil }
            var indexes: [RecordIndex] = []
            for index in json["indexes"].items {
                guard let path = index["path"].string, let isUnique = index["unique"].bool else { return nil }
                indexes.append(RecordIndex(path, isUnique: isUnique))
            }
            self = .collection(RecordSchema(collection, indexes: indexes))
        }
    }

    /// The line, without its end.
    var text: String {
        let object: JSONObject =
            switch self {
            case .collection(let schema):
                ["collection": .string(schema.collection), "indexes": .array(schema.indexes.map(Self.shown))]
            case .record(let collection, let id, let body):
                ["collection": .string(collection), "id": .string(id), "text": .string(String(decoding: body, as: UTF8.self))]
            }
        return JSONValue.object(object).serialized
    }

    /// What storing it means.
    var write: Write {
        switch self {
        case .collection(let schema): .record(.declare(schema))
        case .record(let collection, let id, let body): .record(.put(collection: collection, id: id, body))
        }
    }

    private static func shown(_ index: RecordIndex) -> JSONValue {
        .object(["path": .string(index.path), "unique": .bool(index.isUnique)])
    }
}
