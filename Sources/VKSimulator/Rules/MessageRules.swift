// Govorun: VK's rules for carousels and formatting. SPDX-License-Identifier: MIT
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
}
