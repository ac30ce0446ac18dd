// Govorun: attachments of user long poll. SPDX-License-Identifier: MIT
import TapeJSON

/// `attach1_type`, `attach1` and their like, written as a list of attachment objects; of each, as much as VK says there.
struct CodeAttachments: JSONWritable {
    /// More than VK lets be attached to a message.
    private static let limit = 100

    private let json: JSON

    init(_ json: JSON) { self.json = json }

    func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for number in 1...Self.limit {
                guard let type = json["attach\(number)_type"].string, !type.isEmpty else { return }
                write(number, type, to: &writer)
            }
        }
    }

    private func write(_ number: Int, _ type: String, to writer: inout JSONWriter) {
        let type = type == "doc" ? kindOfDocument(number) : type
        writer.object { writer in
            writer.member("type", type)
            writer.key(type)
            writer.object { writer in
                switch type {
                case "sticker": writeSticker(number, to: &writer)
                case "link": writeLink(number, to: &writer)
                default: writeName(json["attach\(number)"].text ?? "", to: &writer)
                }
            }
        }
    }

    /// Voice messages and drawings are documents of a kind of their own.
    private func kindOfDocument(_ number: Int) -> String {
        switch json["attach\(number)_kind"].string {
        case "audiomsg": "audio_message"
        case "graffiti": "graffiti"
        default: "doc"
        }
    }

    private func writeSticker(_ number: Int, to writer: inout JSONWriter) {
        if let id = json["attach\(number)"].int { writer.member("sticker_id", id) }
        if let product = json["attach\(number)_product_id"].int { writer.member("product_id", product) }
    }

    private func writeLink(_ number: Int, to writer: inout JSONWriter) {
        writer.member("url", json["attach\(number)_url"].string ?? "")
        writer.member("title", HTMLText.decoded(json["attach\(number)_title"].string ?? ""))
        if let words = json["attach\(number)_desc"].string { writer.member("description", HTMLText.decoded(words)) }
        if let photo = json["attach\(number)_photo"].string {
            writer.key("photo")
            writer.object { writer in writeName(photo, to: &writer) }
        }
    }

    /// `OWNER_ID` as in attachment strings, `OWNER_ID_KEY` for what is closed, or an id alone.
    private func writeName(_ name: String, to writer: inout JSONWriter) {
        let parts = name.split(separator: "_", maxSplits: 2)
        let numbers = parts.prefix(2).map { Int($0) }
        if numbers.count == 2, let owner = numbers[0], let id = numbers[1] {
            writer.member("owner_id", owner)
            writer.member("id", id)
            if parts.count == 3 { writer.member("access_key", String(parts[2])) }
        } else if numbers.count == 1, let id = numbers[0] {
            writer.member("id", id)
        }
    }
}
