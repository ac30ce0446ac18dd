// Govorun: what a pressed button carries. SPDX-License-Identifier: MIT

/// Reads the payload of buttons.
enum CarriedPayload {
    /// What the button that wrote `message` carries; absent without one, or when it is no JSON.
    ///
    /// An old client that cannot show a button sends `not_supported_button` around the payload, as JSON text inside JSON text: that is
    /// unwrapped, once (source: the reference, "Message object").
    static func read(_ message: MessagesMessage) -> JSON {
        let payload = value(message.json["payload"])
        return payload["command"].string == "not_supported_button" ? value(payload["payload"]) : payload
    }

    /// What the button whose press `update` tells carries.
    static func of(_ update: Update) -> JSON {
        if update.type == .messageEvent { return value(MessageEvent(update.object).payload) }
        return update.message.map(read) ?? .absent
    }

    /// JSON as it stands, or as text: keyboards under the input field send it so.
    static func value(_ json: JSON) -> JSON {
        guard let text = json.string else { return json }
        do {
            return try JSONDocument(text).root
        } catch {
            return .absent
        }
    }
}
