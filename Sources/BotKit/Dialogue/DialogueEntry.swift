// Govorun: one thing that a handler learns from outside. SPDX-License-Identifier: MIT

/// What a handler was told when it asked VK, the storage or a person: noted, so that its next run is told the same.
struct DialogueEntry: Sendable {
    enum Kind: String, Sendable { case call, state, data, question }

    /// What it was told.
    enum Outcome: Sendable {
        /// A question that nobody has answered yet; a state that was not there.
        case nothing
        /// VK's answer to a call.
        case answered(HeardAnswer)
        /// VK's refusal, or the network's.
        case failed(VKError)
        /// What was stored.
        case bytes([UInt8])
        /// The storage's refusal.
        case refused(StorageError)
        /// Why a file did not get to VK.
        case notUploaded(UploadError)
        /// The update that answers a question.
        case answer(Update)
    }

    let kind: Kind
    /// What was asked: a method, a state, the shape of a question.
    let name: String
    /// A hash of what it was asked with: where it differs, the handler does not run as it did before.
    let content: ContentHash
    var outcome: Outcome
    /// How often a question was answered with what does not fit.
    var tries = 0
}

/// A hash of what something was called with.
struct ContentHash: Sendable, Equatable {
    let value: UInt64

    init(_ value: UInt64) { self.value = value }

    init(of parts: String...) {
        var hash = FNV1a()
        for part in parts { hash.add(part) }
        value = hash.value
    }

    /// Nothing was given.
    static let none = ContentHash(0)

    /// The parameters of a call, in any order; a `random_id` and a `guid` are others in every step of a dialogue.
    static func ofCall(_ call: Call) -> ContentHash {
        ContentHash(
            call.parameters.items.reduce(0) { sum, item in
                guard item.name != "random_id", item.name != "guid" else { return sum }
                var hash = FNV1a()
                hash.add(item.name)
                hash.add(item.value)
                return sum &+ hash.value
            })
    }
}

extension DialogueEntry: CustomStringConvertible {
    /// For the log: `call users.get`.
    var description: String { "\(kind.rawValue) \(name)" }
}

// MARK: As it is stored

extension DialogueEntry {
    var json: JSONValue {
        var object: JSONObject = ["k": .string(kind.rawValue), "n": .string(name)]
        if content != .none { object["h"] = .integer(Int(bitPattern: UInt(content.value))) }
        if tries > 0 { object["t"] = .integer(tries) }
        switch outcome {
        case .nothing: break
        case .answered(let answer):
            object["r"] = .string(answer.response.rawText)
            if answer.executeErrors.exists { object["x"] = .string(answer.executeErrors.rawText) }
        case .failed(let error): object["f"] = error.kept
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
                object["b"] = .string(text)
            } else {
                object["B"] = .string(Self.hex(bytes))
            }
        case .refused(let error): object["s"] = error.kept
        case .notUploaded(let error): object["u"] = error.kept
        case .answer(let update): object["a"] = .string(update.json.rawText)
        }
        return .object(object)
    }

    /// - Throws: `JSONError`, `UnreadableDialogue`.
    init(_ json: JSON) throws {
        guard let kind = json["k"].string.flatMap(Kind.init), let name = json["n"].string else { throw UnreadableDialogue() }
        (self.kind, self.name) = (kind, name)
        content = ContentHash(UInt64(UInt(bitPattern: json["h"].int ?? 0)))
        tries = json["t"].int ?? 0
        if let text = json["r"].string {
            outcome = .answered(
                HeardAnswer(response: try Self.document(text), executeErrors: try json["x"].string.map(Self.document) ?? .absent))
        } else if json["f"].exists {
            outcome = .failed(VKError(kept: json["f"]))
        } else if let text = json["b"].string {
            outcome = .bytes(Array(text.utf8))
        } else if let digits = json["B"].string {
            outcome = .bytes(Self.bytes(hex: digits))
        } else if json["s"].exists {
            outcome = .refused(StorageError(kept: json["s"]))
        } else if json["u"].exists {
            outcome = .notUploaded(UploadError(kept: json["u"]))
        } else if let text = json["a"].string {
            outcome = .answer(Update(try Self.document(text)))
        } else {
            outcome = .nothing
        }
    }

    /// What is no text, two digits a byte.
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    static func document(_ text: String) throws -> JSON { try JSONDocument(text, maximumDepth: JSONDocument.deepestNesting).root }
}

/// What is stored is no dialogue.
struct UnreadableDialogue: Error {}
