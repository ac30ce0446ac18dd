// Govorun: small pages and redirects. SPDX-License-Identifier: MIT
import MicroServer

extension ServerResponse {
    /// A page with a heading; nothing runs on it.
    static func page(_ title: String, _ body: String) -> ServerResponse {
        let head = "<meta charset=\"utf-8\"><title>\(escapedHTML(title))</title>"
        let page = "<!doctype html><html lang=\"ru\"><head>\(head)</head><body><h1>\(escapedHTML(title))</h1>\(body)</body></html>\n"
        let headers = [
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Cache-Control", "no-store"),
            ("Referrer-Policy", "no-referrer"),
        ]
        return .bytes(
            200, type: "text/html; charset=utf-8", Array(page.utf8), headers: headers.map { FieldList.Field(name: $0.0, value: $0.1) })
    }

    /// 302 to another address.
    static func redirect(to address: String) -> ServerResponse {
        let fields = [("Location", address), ("Cache-Control", "no-store")]
        return ServerResponse(status: 302, headers: FieldList(fields.map { FieldList.Field(name: $0.0, value: $0.1) }), body: .bytes([]))
    }
}

/// Text as it may stand in a page or an attribute.
func escapedHTML(_ text: String) -> String {
    text.reduce(into: "") { result, character in
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.append(character)
        }
    }
}

extension String {
    /// The address with fields in its query or its fragment.
    func adding(_ fields: [(String, String)], asFragment: Bool) -> String {
        let mark = asFragment ? "#" : contains("?") ? "&" : "?"
        return self + mark + fields.map { "\($0.0)=\($0.1.escapedInPath)" }.joined(separator: "&")
    }
}
