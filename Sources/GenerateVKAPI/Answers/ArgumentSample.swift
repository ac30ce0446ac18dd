// Govorun: made-up arguments, as Swift and as VK gets them. SPDX-License-Identifier: MIT
import TapeJSON

/// A value for a parameter: how a caller writes it, and what has to stand in the form.
struct ArgumentSample {
    let swift: String
    /// As the protocol says: digits, `1` for true, lists with commas, objects as JSON.
    let sent: String
}

/// Makes arguments, all different, the same ones on every run.
struct ArgumentMaker {
    /// The open enums by their Swift names.
    let words: [String: OpenEnum]
    private var last = 100

    init(words: [String: OpenEnum]) { self.words = words }

    /// An argument for a parameter of that type; the second of two is another member of the same enum.
    mutating func argument(_ type: SwiftType, second: Bool = false) -> ArgumentSample {
        last += 1
        switch type {
        case .integer: return ArgumentSample(swift: "\(last)", sent: "\(last)")
        case .number: return ArgumentSample(swift: "\(last).5", sent: "\(last).5")
        case .flag: return ArgumentSample(swift: "true", sent: "1")
        case .text, .secret: return text("я & \(last)% + =\\\"")
        case .identifier: return second ? text("name_\(last)") : ArgumentSample(swift: "\(last)", sent: "\(last)")
        case .word(let name): return word(name, second: second)
        case .list(let element) where type.parameterName != "JSONValue": return list(of: element)
        case .list: return ArgumentSample(swift: "[[\"any\": \(last)]]", sent: "[{\"any\":\(last)}]")
        case .json, .view: return ArgumentSample(swift: "[\"any\": \(last)]", sent: "{\"any\":\(last)}")
        }
    }

    private func text(_ literal: String) -> ArgumentSample {
        ArgumentSample(swift: "\"\(literal)\"", sent: literal.replacing("\\\"", with: "\""))
    }

    private mutating func list(of element: SwiftType) -> ArgumentSample {
        let items = [argument(element), argument(element, second: true)]
        return ArgumentSample(
            swift: "[" + items.map(\.swift).joined(separator: ", ") + "]", sent: items.map(\.sent).joined(separator: ","))
    }

    private func word(_ name: String, second: Bool) -> ArgumentSample {
        let members = words[name]?.members ?? []
        guard let member = second ? members.last : members.first else { return ArgumentSample(swift: ".init(rawValue: \"a\")", sent: "a") }
        return ArgumentSample(swift: ".\(member.name)", sent: member.value)
    }
}
