// Govorun: calls written as VKScript. SPDX-License-Identifier: MIT
import TapeJSON

/// Writes calls as the code of one `execute` (source: the reference, "Batch form").
enum PackCode {
    /// `API.users.get({"user_ids":"1"})`. All values are strings, as in a form; a JSON string is a string of VKScript.
    static func expression(of call: Call) -> [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.object { writer in
            for item in call.parameters.items { writer.member(item.name, item.value) }
        }
        return Array("API.\(call.method)(".utf8) + writer.bytes + [UInt8(ascii: ")")]
    }

    /// `return [A,B,…];`
    static func code(returning expressions: [[UInt8]]) -> String {
        var code = Array("return [".utf8)
        for (index, expression) in expressions.enumerated() {
            if index > 0 { code.append(UInt8(ascii: ",")) }
            code += expression
        }
        code += "];".utf8
        return String(decoding: code, as: UTF8.self)
    }

    /// Whether `call` means the same inside `execute` as alone.
    static func canHold(_ call: Call) -> Bool {
        call.options.sharesExecute != false && call.options.changesNothingOfTheWhole && !kept.contains(call.method)
            && isMethodName(call.method) && !call.parameters.items.contains { ofTheWhole.contains($0.name) }
    }

    /// What libraries keep out of `execute` (source: the reference, "execute", limits).
    private static let kept: Set<String> = [
        "photos.save", "photos.saveWallPhoto", "photos.saveOwnerPhoto", "photos.saveMessagesPhoto", "photos.saveOwnerCoverPhoto",
        "photos.saveMarketPhoto", "photos.saveMarketAlbumPhoto", "messages.setChatPhoto", "audio.save", "docs.save", "stories.save",
        "polls.savePhoto",
    ]

    /// Parameters that belong to a request, not to a call inside it.
    private static let ofTheWhole: Set<String> = [
        "access_token", "v", "lang", "https", "test_mode", "captcha_sid", "captcha_key", "success_token", "remixstlid",
    ]

    /// `section.method`, in letters, digits and underscores: anything else would be code.
    private static func isMethodName(_ name: String) -> Bool {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), !name.hasPrefix("execute.") else { return false }
        let (section, method) = (name.utf8[..<dot], name.utf8[name.utf8.index(after: dot)...])
        return !section.isEmpty && !method.isEmpty && section.allSatisfy(isWordByte) && method.allSatisfy(isWordByte)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
