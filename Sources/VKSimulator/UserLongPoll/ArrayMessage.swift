// Govorun: a message as an array of user long poll. SPDX-License-Identifier: MIT
import TapeJSON

/// `code, message_id, flags, peer_id, time, text, {additional}, {attachments}, random_id` (protocol reference, section 8).
struct ArrayMessage {
    private enum Flag {
        static let unread = 1
        static let outgoing = 2
        static let chat = 16
        static let media = 512
    }

    private let message: Message
    private let id: Int
    private let isOwn: Bool
    private let peerID: Int

    /// - Parameters:
    ///   - id: what whoever reads it calls it.
    ///   - isOwn: whether whoever reads it wrote it.
    ///   - peerID: what the conversation is to whoever reads it.
    init(_ message: Message, id: Int, isOwn: Bool, peerID: Int) {
        self.message = message
        self.id = id
        self.isOwn = isOwn
        self.peerID = peerID
    }

    func written(_ code: Int) -> [UInt8] {
        var values: [JSONValue] = [
            JSONValue(code), JSONValue(id), JSONValue(flags), JSONValue(peerID), JSONValue(message.date),
            JSONValue(Self.escaped(message.text)),
            .object(additional), .object(attachments),
        ]
        if code == 4 { values.append(JSONValue(isOwn ? message.randomID : 0)) }
        return JSONValue.array(values).bytes
    }

    private var isChat: Bool { World.isChat(peerID) }

    private var flags: Int {
        (isOwn ? Flag.outgoing : Flag.unread) | (isChat ? Flag.chat : 0) | (message.attachments.isEmpty ? 0 : Flag.media)
    }

    private var additional: JSONObject {
        guard isChat else { return ["title": " ... "] }
        var additional: JSONObject = ["from": JSONValue(String(message.authorID))]
        if let action = message.action {
            let keys = [("type", "source_act"), ("member_id", "source_mid"), ("text", "source_text"), ("message", "source_message")]
            for (key, name) in keys { if let value = action[key] { additional[name] = value } }
            if let number = action["conversation_message_id"] { additional["source_chat_local_id"] = number }
        }
        return additional
    }

    /// Numbered from 1, each by its type and name.
    private var attachments: JSONObject {
        var result: JSONObject = [:]
        for (index, attachment) in message.attachments.enumerated() {
            let key = "attach\(index + 1)"
            let json = attachment.view
            guard let type = json["type"].string else { continue }
            let kinds = ["audio_message": "audiomsg", "graffiti": "graffiti"]
            if let kind = kinds[type] { result[key + "_kind"] = JSONValue(kind) }
            result[key + "_type"] = JSONValue(kinds[type] == nil ? type : "doc")
            result[key] = JSONValue(Self.name(of: json[type]))
            if let product = json[type]["product_id"].int { result[key + "_product_id"] = JSONValue(String(product)) }
            for part in ["url", "title"] where type == "link" { result["\(key)_\(part)"] = JSONValue(json[type][part].string ?? "") }
        }
        return result
    }

    private static func name(of object: JSON) -> String {
        if let sticker = object["sticker_id"].int { return String(sticker) }
        guard let owner = object["owner_id"].int, let id = object["id"].int else { return "" }
        return "\(owner)_\(id)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r\n": result += "<br>"
            default: result.append(character)
            }
        }
    }
}
