// Govorun: arrays of codes becoming updates. SPDX-License-Identifier: MIT
import TapeJSON
import VKAPI

/// Writes the arrays of one answer as updates in the envelope of bots long poll, so that both are stored, replayed and handled alike.
struct CodeReader {
    /// The version whose shapes the objects have.
    private static let shape = "5.199"

    /// Whose messages they are: a person, or a community by its negative id.
    let owner: Int
    /// The position that was asked at; with its place after that, an array has an identity that a second answer repeats.
    let ts: String

    /// `{"updates": […]}`; what is no array with a code is left out.
    func body(of list: JSON) -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024)
        writer.object { writer in
            writer.key("updates")
            writer.array { writer in
                for (place, json) in list.items.enumerated() {
                    if let array = CodeArray(json) { write(array, at: place, to: &writer) }
                }
            }
        }
        return writer.bytes
    }

    private func write(_ array: CodeArray, at place: Int, to writer: inout JSONWriter) {
        switch array.code {
        case 4, 5, 18: if let message = CodeMessage(array, owner: owner) { return write(message, of: array, at: place, to: &writer) }
        case 6, 7: if let reading = CodeReading(array, owner: owner) { return write(reading, of: array, at: place, to: &writer) }
        case 61...67: if let typing = CodeTyping(array) { return write(typing, of: array, at: place, to: &writer) }
        default: break
        }
        writeRaw(array, at: place, to: &writer)
    }

    // MARK: Kinds

    private func write(_ message: CodeMessage, of array: CodeArray, at place: Int, to writer: inout JSONWriter) {
        let name = array.isNumbered ? "\(message.peerID)-\(message.number)" : "\(message.id)"
        guard array.code == 4 else {
            let id = "ulp-\(array.fullCode)-\(name)-\(message.date)-\(fingerprint(of: array, at: place))"
            return envelope(.messageEdit, id, to: &writer) { writer in writer.write(message) }
        }
        // Its identity is the message's: the same wherever it is read.
        let isNamed = message.id != 0 || message.number != 0
        let id = "ulp-\(array.fullCode)-" + (isNamed ? name : fingerprint(of: array, at: place))
        guard !message.isOutgoing else { return envelope(.messageReply, id, to: &writer) { writer in writer.write(message) } }
        envelope(.messageNew, id, to: &writer) { writer in
            writer.object { writer in
                writer.member("message", message)
                writer.key("client_info")
                writer.object { _ in }
            }
        }
    }

    private func write(_ reading: CodeReading, of array: CodeArray, at place: Int, to writer: inout JSONWriter) {
        envelope(.messageRead, identity(of: array, at: place), to: &writer) { writer in writer.write(reading) }
    }

    private func write(_ typing: CodeTyping, of array: CodeArray, at place: Int, to writer: inout JSONWriter) {
        let id = identity(of: array, at: place)
        for person in typing.people {
            envelope(.messageTypingState, "\(id)-\(person)", to: &writer) { writer in typing.write(person, to: owner, &writer) }
        }
    }

    private func writeRaw(_ array: CodeArray, at place: Int, to writer: inout JSONWriter) {
        envelope(UpdateType(rawValue: "user_lp_\(array.fullCode)"), identity(of: array, at: place), to: &writer) { writer in
            writer.object { writer in
                writer.member("code", array.fullCode)
                writer.key("values")
                writer.array { writer in for value in array.values { writer.write(value) } }
                if let peer = array.peer { writer.member("peer_id", peer) }
                if let person = array.person { writer.member("user_id", person) }
            }
        }
    }

    // MARK: Envelope

    private func envelope(_ type: UpdateType, _ id: String, to writer: inout JSONWriter, object: (inout JSONWriter) -> Void) {
        writer.object { writer in
            writer.member("type", type.rawValue)
            writer.member("event_id", id)
            writer.member("v", Self.shape)
            if owner < 0 { writer.member("group_id", -owner) } else { writer.member("user_id", owner) }
            writer.key("object")
            object(&writer)
        }
    }

    private func identity(of array: CodeArray, at place: Int) -> String { "ulp-\(array.fullCode)-\(fingerprint(of: array, at: place))" }

    /// 64 bits of the array and of where it came: equal arrays at two places are two updates, the same place asked again is one.
    private func fingerprint(of array: CodeArray, at place: Int) -> String {
        var hash = FNV()
        hash.add(ts.utf8)
        hash.add("/\(place)/".utf8)
        hash.add(array.source)
        return hash.text
    }
}

/// The 64-bit hash FNV-1a: not for secrets, the same in every process.
private struct FNV {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 } }

    var text: String { String(state, radix: 16) }
}
