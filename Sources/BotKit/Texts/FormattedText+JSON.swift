// Govorun: formatting as VK reads it. SPDX-License-Identifier: MIT

extension FormattedText {
    /// VK's `format_data` (source: the reference, "format_data"); `nil` when nothing is formatted.
    public var formatData: JSONValue? {
        spans.isEmpty ? nil : ["version": 1, "items": .array(spans.map(\.json))]
    }

    /// The text and formatting of a message as VK sent it; a stretch of a style unknown here is left out.
    public init(_ text: String, formatData: JSON) {
        let spans = formatData["items"].items.compactMap { item -> Span? in
            guard let offset = item["offset"].int, let length = item["length"].int, let style = Style(item) else { return nil }
            let (end, overflows) = offset.addingReportingOverflow(length)
            return overflows || length < 1 ? nil : Span(style, offset..<end)
        }
        self.init(text, spans: spans)
    }
}

extension FormattedText.Span {
    fileprivate var json: JSONValue {
        var item: JSONObject = ["type": .string(style.word), "offset": .integer(range.lowerBound), "length": .integer(range.count)]
        if case .link(let url) = style { item["url"] = .string(url) }
        return .object(item)
    }
}

extension FormattedText.Style {
    fileprivate var word: String {
        switch self {
        case .bold: "bold"
        case .italic: "italic"
        case .underline: "underline"
        case .link: "url"
        }
    }

    fileprivate init?(_ item: JSON) {
        switch item["type"].string {
        case "bold": self = .bold
        case "italic": self = .italic
        case "underline": self = .underline
        case "url": self = .link(item["url"].string ?? "")
        default: return nil
        }
    }
}
