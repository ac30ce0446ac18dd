// Govorun: what must hold for any bytes. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON

/// One input, and everything that must hold for it.
struct Case {
    let bytes: [UInt8]

    func check() {
        let document = try? JSONDocument(bytes, maximumDepth: 500)
        compareWithFoundation(document)
        guard let document else { return }
        roundTrip(document.root)
        walk(document.root)
        decode(document.root)
    }

    /// Stops the process; libFuzzer then saves the bytes.
    func fail(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("FAILED: \(reason)\n\(String(decoding: bytes, as: UTF8.self).debugDescription)\n".utf8))
        abort()
    }

    private func compareWithFoundation(_ document: JSONDocument?) {
        if Disagreement.isKnown(bytes, accepted: document?.root) { return }
        let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        switch (document, theirs) {
        case (nil, nil): return
        case (let ours?, let theirs?): if let difference = difference(ours.root, theirs) { fail("value differs: \(difference)") }
        case (nil, _?): fail("Foundation accepts it")
        case (_?, nil): fail("Foundation refuses it")
        }
    }

    private func roundTrip(_ root: JSON) {
        let copy = JSONValue(root)
        guard let again = try? JSONDocument(copy.bytes, maximumDepth: 500) else { fail("what was written is refused") }
        if JSONValue(again.root) != copy { fail("what was written reads otherwise") }
        guard let encoded = try? TapeEncoder().encode(root), encoded == copy.bytes else {
            fail("the encoder differs from the writer")
        }
    }

    /// Asks every view everything, of what it is and of what it is not.
    private func walk(_ view: JSON) {
        _ = (
            view.int, view.uint64, view.double, view.bool, view.string, view.text, view.description, view.integer(Int8.self),
            view.integer(UInt128.self)
        )
        _ = (view["a"]["b"][0], view[""][-1], view[.max], view.at("a.0"), view.at("."), view["absent"].rawText)
        if let text = view.string, let written = try? JSONDocument(JSONValue(text).bytes), written.root.string != text {
            fail("a string changes")
        }
        if let part = try? JSONDocument(view.rawBytes, maximumDepth: 500), JSONValue(part.root) != JSONValue(view) {
            fail("a part reads otherwise")
        }
        var position = 0
        for item in view.items {
            if position < 3, JSONValue(view[position]) != JSONValue(item) { fail("an element differs by its number") }
            position += 1
            walk(item)
        }
        for member in view.members {
            if view[member.key].rawBytes != member.value.rawBytes { fail("a member is not found by its key") }
            walk(member.value)
        }
    }

    /// Decoding may fail, but only by throwing.
    private func decode(_ root: JSON) {
        struct Message: Decodable {
            var a: Int?; var b: [String: Double]?; var list: [Message]?; var peerID: UInt8?; var url: URL?; var raw: JSON?
        }
        for leniency in [TapeDecoder.Leniency.forgiving, .strict] {
            _ = try? root.decode(Message.self, keys: .snakeCase, leniency: leniency)
            _ = try? root.decode([JSONValue].self, leniency: leniency)
            _ = try? root.decode([String: [Float?]].self, leniency: leniency)
        }
        if (try? root.decode(JSONValue.self)) != JSONValue(root) { fail("a decoded value differs") }
    }
}
