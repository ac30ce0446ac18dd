// Govorun: VK's rules for carousels, formatting, attachments. SPDX-License-Identifier: MIT
import TapeJSON

/// Checks the parts of a message, each by its section of the protocol reference.
enum MessageRules {
    /// A carousel (section 15). What VK refuses there it refuses as a bad parameter.
    static func template(_ json: JSON) throws(APIFailure) -> JSONValue {
        guard json.kind == .object, json["type"].string == "carousel" else { throw .parameter("template", "should be a carousel") }
        let elements = json["elements"]
        guard elements.kind == .array, (1...10).contains(elements.count) else {
            throw .parameter("template", "should have 1...10 elements")
        }
        let shape = Set(elements[0].members.map(\.key))
        for element in elements.items {
            guard Set(element.members.map(\.key)) == shape else { throw .parameter("template", "elements differ in structure") }
            try check(element)
        }
        return JSONValue(json)
    }

    private static func check(_ element: JSON) throws(APIFailure) {
        guard element["photo_id"].exists || element["title"].exists else {
            throw .parameter("template", "element has no title or photo_id")
        }
        for field in ["title", "description"] where element[field].exists {
            guard let text = element[field].string, (1...80).contains(text.unicodeScalars.count) else {
                throw .parameter("template", "\(field) should have 1...80 characters")
            }
        }
        guard element["buttons"].kind == .array, (1...3).contains(element["buttons"].count) else {
            throw .parameter("template", "element should have 1...3 buttons")
        }
        _ = try KeyboardRules.buttons(element["buttons"], limit: 3)
        let action = element["action"]
        guard action.exists else { return }
        let isLink = action["type"].string == "open_link" && action["link"].string != nil
        guard isLink || action["type"].string == "open_photo" else { throw .parameter("template", "element action is invalid") }
    }

    /// Ranges over a text, in UTF-16 code units (section 16).
    static func formatData(_ json: JSON, text: String) throws(APIFailure) -> JSONValue {
        guard json["version"].int == 1, json["items"].kind == .array else { throw .parameter("format_data") }
        for item in json["items"].items {
            guard let offset = item["offset"].int, let length = item["length"].int, offset >= 0, length > 0,
                offset <= text.utf16.count, length <= text.utf16.count - offset
            else { throw .parameter("format_data", "range is outside the text") }
            switch item["type"].string {
            case "bold", "italic", "underline": break
            case "url" where item["url"].string?.isEmpty == false: break
            default: throw .parameter("format_data", "item type is invalid")
            }
        }
        return JSONValue(json)
    }

    /// `photo1_2_key,doc3_4` (section 11) as attachment objects.
    static func attachments(_ text: String) throws(APIFailure) -> [JSONValue] {
        guard text.unicodeScalars.count <= 9000 else { throw .parameter("attachment", "is too long") }
        var objects: [JSONValue] = []
        for item in text.split(separator: ",") {
            guard let object = attachment(item.trimmingSpaces) else { throw .parameter("attachment") }
            objects.append(object)
        }
        guard objects.count <= 10 else { throw APIFailure(910, "Can't send message, it's too big: more than 10 attachments") }
        return objects
    }

    private static let sendable: Set = [
        "photo", "video", "audio", "doc", "audio_message", "graffiti", "wall", "market", "market_album", "poll", "story", "article",
        "podcast",
    ]

    private static func attachment(_ text: Substring) -> JSONValue? {
        let type = text.prefix { $0.isASCII && ($0.isLowercase || $0 == "_") }
        let ids = text[type.endIndex...].split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard sendable.contains(String(type)), ids.count >= 2, let owner = Int(ids[0]), let id = Int(ids[1]), id >= 0 else { return nil }
        var object: JSONObject = ["id": JSONValue(id), "owner_id": JSONValue(owner)]
        if ids.count == 3 {
            guard !ids[2].isEmpty, ids[2].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else { return nil }
            object["access_key"] = JSONValue(String(ids[2]))
        }
        return .object(["type": JSONValue(String(type)), String(type): .object(object)])
    }
}
