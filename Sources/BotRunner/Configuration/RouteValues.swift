// Govorun: values of `vk:` that decide how VK is reached. SPDX-License-Identifier: MIT
import Foundation

/// `vk.version`: two numbers and a dot.
struct APIVersion: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try value.decode(String.self)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "write VK's API version, \"5.199\" for one")
        }
    }
}

/// `vk.proxy`: `http://HOST:PORT` or `socks5h://HOST:PORT`, perhaps with a name and a password.
struct ProxyAddress: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try value.decode(String.self)
        let scheme = ["http://", "socks5h://"].first { text.lowercased().hasPrefix($0) }
        let rest = scheme.map { text.dropFirst($0.count) } ?? ""
        guard !rest.isEmpty, !rest.contains(where: { $0.isWhitespace || $0 == "/" }) else {
            let isLocal = ["socks5://", "socks://", "socks4://"].contains { text.lowercased().hasPrefix($0) }
            let hint = isLocal ? "; socks5h leaves it to the proxy to find VK" : ""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "write http://HOST:PORT or socks5h://HOST:PORT" + hint)
        }
    }
}

/// One item of `vk.pins`: the SHA-256 of a public key, in base64.
struct KeyPin: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try value.decode(String.self)
        let digits = text.hasPrefix("sha256//") ? String(text.dropFirst(8)) : text
        guard Data(base64Encoded: digits)?.count == 32 else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "write the SHA-256 of the server's public key in base64, 44 characters")
        }
    }
}
