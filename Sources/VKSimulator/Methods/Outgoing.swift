// Govorun: what messages.send and messages.edit have in common. SPDX-License-Identifier: MIT
import TapeJSON

/// Reads the parameters that make a message.
enum Outgoing {
    /// The one conversation a call names, by any of VK's four parameters.
    static func peer(of call: MethodCall, in world: World) throws(APIFailure) -> Int {
        let parameters = call.parameters
        if let peer = try parameters.int("peer_id") { return peer }
        if let user = try parameters.int("user_id") { return user }
        if let chat = try parameters.int("chat_id", in: 1...100_000_000) { return World.firstChat + chat }
        guard let domain = parameters.text("domain") else { throw .missing("peer_id") }
        guard let page = world.resolve(domain), page > 0 else { throw APIFailure(113, "Invalid user id") }
        return page
    }

    private static let intents: Set = [
        "default", "promo_newsletter", "non_promo_newsletter", "confirmed_notification", "customer_support", "account_update",
        "purchase_update", "game_notification", "moderated_newsletter", "finance_notification", "bot_ad_invite", "bot_ad_promo",
    ]

    /// The parameters that change nothing here but must be well formed.
    static func check(_ call: MethodCall, in world: World) throws(APIFailure) {
        let parameters = call.parameters
        _ = try call.anyGroup(in: world)
        for flag in ["dont_parse_links", "disable_mentions", "keep_snippets"] { _ = try parameters.flag(flag) }
        guard intents.contains(parameters.text("intent") ?? "default") else { throw .parameter("intent") }
        _ = try parameters.int("subscribe_id", in: 0...100)
        guard let source = try parameters.json("content_source") else { return }
        let isMessage = source["type"].string == "message" && source["owner_id"].int != nil && source["peer_id"].int != nil
        let isKnown =
            (isMessage && source["conversation_message_id"].int != nil) || (source["type"].string == "url" && source["url"].string != nil)
        guard isKnown else { throw .parameter("content_source") }
    }

    /// - Parameter peer: where it goes, for a reply; nil when it goes to several.
    static func draft(_ call: MethodCall, peer: Int?, in world: World) throws(APIFailure) -> World.Draft {
        let parameters = call.parameters
        var draft = World.Draft()
        draft.text = parameters.text("message") ?? ""
        guard draft.text.unicodeScalars.count <= world.configuration.textLimit else { throw APIFailure(914, "Message is too long") }
        if let attachment = parameters.text("attachment") { draft.attachments = try world.attachments(attachment, for: call.caller.page) }
        if let sticker = try parameters.int("sticker_id", in: 1...Int.max) { draft.attachments.append(Self.sticker(sticker)) }
        draft.geo = try geo(parameters)
        draft.payload = try payload(parameters)
        if let ranges = try parameters.json("format_data") { draft.formatData = try MessageRules.formatData(ranges, text: draft.text) }
        try readButtons(call, into: &draft, in: world)
        try Quoting.read(call, peer: peer, into: &draft, in: world)
        let isEmpty = draft.text.isEmpty && draft.attachments.isEmpty && draft.forwards.isEmpty && draft.geo == nil
        guard !isEmpty else { throw .parameter("message", "is empty or invalid") }
        return draft
    }

    private static func readButtons(_ call: MethodCall, into draft: inout World.Draft, in world: World) throws(APIFailure) {
        let hasFeatures = world[community: call.community].hasBotFeatures
        if let json = try call.parameters.json("keyboard", failing: APIFailure(911, "Keyboard format is invalid: not JSON")) {
            guard hasFeatures else { throw APIFailure(912, "This is a chat bot feature, change this status in settings") }
            draft.keyboard = try KeyboardRules.keyboard(json)
        }
        if let json = try call.parameters.json("template") {
            guard hasFeatures else { throw APIFailure(912, "This is a chat bot feature, change this status in settings") }
            guard !draft.text.isEmpty else { throw .parameter("message", "is required with template") }
            guard draft.keyboard?.isInline != true else { throw .parameter("template", "stands beside an inline keyboard") }
            draft.template = try MessageRules.template(json)
        }
    }

    private static func payload(_ parameters: Parameters) throws(APIFailure) -> String? {
        guard let payload = parameters.text("payload") else { return nil }
        guard payload.unicodeScalars.count <= 1000 else { throw .parameter("payload", "is too long") }
        return payload
    }

    private static func geo(_ parameters: Parameters) throws(APIFailure) -> JSONValue? {
        guard let latitude = try parameters.number("lat", in: -90...90), let longitude = try parameters.number("long", in: -180...180)
        else { return nil }
        return ["type": "point", "coordinates": ["latitude": JSONValue(latitude), "longitude": JSONValue(longitude)]]
    }

    private static func sticker(_ id: Int) -> JSONValue {
        let image = "https://img.simulator.invalid/sticker/\(id)/128.png"
        return [
            "type": "sticker",
            "sticker": ["sticker_id": JSONValue(id), "product_id": 1, "images": [["url": JSONValue(image), "width": 128, "height": 128]]],
        ]
    }
}
