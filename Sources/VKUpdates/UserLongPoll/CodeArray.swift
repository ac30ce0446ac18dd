// Govorun: one array of user long poll. SPDX-License-Identifier: MIT
import TapeJSON

/// One update of user long poll: its code, then values in their places; arrays shorter than their layout are legal.
struct CodeArray {
    /// What newer versions add to the codes about messages, which then carry numbers within the conversation.
    private static let numbered = 10_000

    /// VK's code as it stands there.
    let fullCode: Int
    /// The code without what newer versions add.
    let code: Int
    fileprivate let json: JSON

    /// `nil` for what is no array with a code.
    init?(_ json: JSON) {
        guard json.kind == .array, json[0].kind == .number, let code = json[0].int, code >= 0 else { return nil }
        self.json = json
        fullCode = code
        self.code = code >= Self.numbered && code < 2 * Self.numbered ? code - Self.numbered : code
    }

    /// Whether messages are named by their number within the conversation, not by their id.
    var isNumbered: Bool { code != fullCode }

    /// The value `place` after the code, from 1; absent behind the end.
    subscript(_ place: Int) -> JSON { json[place] }

    var count: Int { json.count }
    var values: some Sequence<JSON> { json.items.dropFirst() }
    var source: [UInt8] { json.rawBytes }

    /// An integer; never a number in quotes, since arrays tell layouts apart by it.
    func int(_ place: Int) -> Int? { json[place].kind == .number ? json[place].int : nil }

    func ints(_ place: Int) -> [Int]? {
        guard json[place].kind == .array else { return nil }
        return json[place].items.compactMap(\.int)
    }
}

extension CodeArray {
    /// The conversation it is about, so that it comes in its order; of layouts that are documented (source: the reference, section 8).
    var peer: Int? {
        guard !isNumbered else { return nil }
        return switch code {
        case 1...3: int(3)
        case 10...14, 20, 21: int(1)
        case 51: int(1).flatMap(CodeMessage.chat)
        case 52: int(2)
        case 114: json[1]["peer_id"].int
        default: nil
        }
    }

    /// The friend whom codes 8 and 9 name, negative.
    var person: Int? { [8, 9].contains(code) && !isNumbered ? int(1).map(abs) : nil }
}
