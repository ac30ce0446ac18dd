// Govorun: parameters of header values. SPDX-License-Identifier: MIT

/// A parameter of a header value such as `form-data; name="file"`: quoted with backslash escapes, or bare.
func headerParameter(_ name: String, of header: String) -> String? {
    var rest = Array(header.unicodeScalars)[...]
    skip(&rest, until: ";")
    while rest.popFirst() != nil {
        let key = trimmed(String(String.UnicodeScalarView(rest.prefix { $0 != "=" && $0 != ";" })))
        skip(&rest, until: "=", orAt: ";")
        guard rest.first == "=" else { continue }
        rest.removeFirst()
        let value = parameterValue(&rest)
        if key.lowercased() == name { return value }
        skip(&rest, until: ";")
    }
    return nil
}

private func skip(_ rest: inout ArraySlice<Unicode.Scalar>, until stop: Unicode.Scalar, orAt other: Unicode.Scalar? = nil) {
    rest = rest.drop { $0 != stop && $0 != other }
}

private func parameterValue(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    guard rest.first == "\"" else {
        let bare = rest.prefix { $0 != ";" }
        rest = rest[bare.endIndex...]
        return trimmed(String(String.UnicodeScalarView(bare)))
    }
    rest.removeFirst()
    var value = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
        // A browser escapes only the quote; a lone backslash belongs to the name.
        if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
            value.append(next)
            rest.removeFirst()
        } else {
            value.append(scalar)
        }
    }
    return String(value)
}

func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
}
