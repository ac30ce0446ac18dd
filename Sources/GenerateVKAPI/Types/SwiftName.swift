// Govorun: VK's names in Swift's casing. SPDX-License-Identifier: MIT

/// `user_ids` is `userIDs`, `groups_getById` is `GroupsGetByID`.
enum SwiftName {
    /// Words that Swift writes in capitals; in `lowerCamel` only after the first word.
    private static let acronyms: [String: String] = [
        "id": "ID", "ids": "IDs", "uid": "UID", "uids": "UIDs", "url": "URL", "urls": "URLs", "uri": "URI", "api": "API", "http": "HTTP",
        "https": "HTTPS", "ip": "IP", "html": "HTML", "json": "JSON", "sms": "SMS", "sdk": "SDK", "rss": "RSS", "csv": "CSV",
        "guid": "GUID", "hd": "HD", "ui": "UI", "2fa": "2FA",
    ]

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// What backticks cannot make a member of a view or of an open enum.
    private static let taken: Set<String> = [
        "self", "json", "exists", "rawValue", "hashValue", "parameterText", "Type", "Protocol", "Self",
    ]

    /// Types that generated code writes without a module, so no nested type may be called so.
    private static let hiding: Set<String> = ["Any", "Bool", "Double", "Int", "JSON", "JSONValue", "Request", "String"]

    /// A property, parameter, function or enum member: `conversationMessageID`.
    static func member(_ name: String) -> String {
        let words = words(name)
        let camel = joined([words.first ?? ""] + words.dropFirst().map(capitalized))
        let free = taken.contains(camel) ? camel + "Value" : camel
        return keywords.contains(free) ? "`\(free)`" : free
    }

    /// A type: `MessagesMessage`. A nested type cannot be called `Type`, so that is `Kind`.
    static func type(_ name: String, isNested: Bool = false) -> String {
        let pascal = joined(words(name).map(capitalized))
        guard isNested else { return pascal }
        if pascal == "Type" { return "Kind" }
        return hiding.contains(pascal) || taken.contains(pascal) ? pascal + "Value" : pascal
    }

    /// Lower-case words, cut where case or punctuation cuts: `authHTTPSCode` has three.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            if character.isUppercase, let before = word.last {
                let isFollowedByLower = index + 1 < characters.count && characters[index + 1].isLowercase
                if before.isLowercase || (isFollowedByLower && characters[index - 1].isUppercase) {
                    words.append(word.lowercased())
                    word = ""
                }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        return words.map { $0.lowercased() }
    }

    private static func capitalized(_ word: String) -> String {
        acronyms[word] ?? word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Two numbers that would run together are kept apart: `mp4_720` is `mp4At720`.
    private static func joined(_ words: [String]) -> String {
        words.reduce(into: "") { name, word in
            if name.last?.isNumber == true, word.first?.isNumber == true { name += "At" }
            name += word
        }
    }
}
