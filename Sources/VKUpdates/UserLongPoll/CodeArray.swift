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
    private let json: JSON

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
