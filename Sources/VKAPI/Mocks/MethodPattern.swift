// Govorun: which requests a script answers. SPDX-License-Identifier: MIT

/// Requests by name. A literal is a method, `"users.get"`; one that ends with `*` all methods that begin so, `"messages.*"` or `"*"`.
public enum MethodPattern: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One method of the API.
    case method(String)
    /// All methods of the API whose names begin so.
    case prefix(String)
    /// Requests that are no API calls, uploads and polls, with this text in their address.
    case address(String)

    /// A method, or with `*` at its end the beginning of several.
    public init(stringLiteral text: String) { self = text.hasSuffix("*") ? .prefix(String(text.dropLast())) : .method(text) }

    /// Whether `call` is one of them.
    func matches(_ call: MockCall) -> Bool {
        switch self {
        case .method(let name): call.isMethod && call.method == name
        case .prefix(let start): call.isMethod && call.method.hasPrefix(start)
        case .address(let text): !call.isMethod && (text.isEmpty || call.address.contains(text))
        }
    }
}

extension MethodPattern: CustomStringConvertible {
    /// As in a literal.
    public var description: String {
        switch self {
        case .method(let name): name
        case .prefix(let start): start + "*"
        case .address(let text): "address with \(text)"
        }
    }
}
