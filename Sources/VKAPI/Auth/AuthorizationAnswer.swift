// Govorun: reads where VK sent the person back to. SPDX-License-Identifier: MIT

/// What a redirect brings.
public enum AuthorizationAnswer: Sendable, Equatable {
    /// Tokens, from the fragment of the implicit flow.
    case tokens(Grant)
    /// A code to exchange; VK ID sends the device with it.
    case code(Secret, deviceID: String?)

    /// Reads the whole address, or only its query or fragment, as a person may paste it.
    ///
    /// - Parameters:
    ///   - redirect: `https://…#access_token=…`, `http://127.0.0.1:…/?code=…&state=…`, or what stands behind `#` or `?`.
    ///   - state: what was sent along; `nil` where none was (a validation's end).
    ///   - now: since 1970-01-01 00:00 UTC.
    /// - Throws: `AuthError`: `.denied` and VK's other refusals, `.foreignState`, `.unreadable`.
    public init(redirect: String, state: String?, at now: Duration) throws(AuthError) {
        let fields = Self.fields(of: redirect)
        if let state, let other = fields["state"], other != state {
            throw AuthError(.foreignState, "the address belongs to another request; open the address that was printed last")
        }
        if let word = fields["error"] {
            throw AuthError(word: word, reason: fields["error_reason"], words: fields["error_description"])
        }
        if fields["fail"] != nil { throw AuthError(.denied, "the person was not let through", word: "fail") }
        let grant = Grant(fields: fields, at: now)
        let code = fields["code"] ?? ""
        guard !grant.isEmpty || !code.isEmpty else {
            throw AuthError(.unreadable, "the address holds neither a token nor a code; copy it whole from the browser")
        }
        // Looked at last: an address that is no answer at all deserves the better words.
        if let state, fields["state"] != state {
            throw AuthError(.foreignState, "the address belongs to another request; open the address that was printed last")
        }
        self = grant.isEmpty ? .code(Secret(code), deviceID: fields["device_id"]) : .tokens(grant)
    }

    /// Query and fragment together; the fragment wins.
    private static func fields(of redirect: String) -> Parameters {
        let text = redirect.split(whereSeparator: \.isWhitespace).first ?? ""
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let address = parts.first ?? ""
        let query = address.firstIndex(of: "?").map { address[address.index(after: $0)...] } ?? (address.contains("/") ? "" : address)
        return Parameters(formText: [query, parts.count == 2 ? parts[1] : ""].joined(separator: "&"))
    }
}
