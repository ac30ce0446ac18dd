// Govorun: the Swift type that stands for a node. SPDX-License-Identifier: MIT

/// What a property reads as, a call answers with, or a parameter takes.
indirect enum SwiftType: Equatable, Sendable {
    case integer
    case number
    case text
    case flag
    /// A text that nobody may see.
    case secret
    /// A number or a name.
    case identifier
    /// Anything else.
    case json
    /// An open enum; its Swift name.
    case word(String)
    /// A view of an object; its Swift name.
    case view(String)
    case list(SwiftType)

    /// As the type of a property that is always there, and of an answer.
    var name: String {
        switch self {
        case .integer: "Int"
        case .number: "Double"
        case .text, .identifier: "String"
        case .flag: "Bool"
        case .secret: "Secret"
        case .json: "JSON"
        case .word(let name), .view(let name): name
        case .list(.view(let name)): "VKList<\(name)>"
        case .list(.list), .list(.json): "JSON"
        case .list(let element): "[\(element.name)]"
        }
    }

    /// As the type of a parameter, without the question mark of one that may be left out.
    var parameterName: String {
        switch self {
        case .identifier: "any VKIdentifier"
        case .view, .json, .list(.view), .list(.list), .list(.json): "JSONValue"
        case .list(let element): "[\(element.parameterName)]"
        default: name
        }
    }

    /// The type as it is called inside the type `path`: the path is left out.
    func inside(_ path: [String]) -> SwiftType {
        let prefix = path.joined(separator: ".") + "."
        func short(_ name: String) -> String { name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name }
        return switch self {
        case .word(let name): .word(short(name))
        case .view(let name): .view(short(name))
        case .list(let element): .list(element.inside(path))
        default: self
        }
    }

    /// Whether absence shows in the value itself: in a view that does not exist, in an empty list.
    var hasEmptyForm: Bool {
        switch self {
        case .view, .json, .list, .secret: true
        default: false
        }
    }

    /// The expression that reads `json` as this type, as an optional unless it is required or has an empty form.
    func reading(_ json: String, isRequired: Bool) -> String {
        switch self {
        case .integer: json + ".int" + (isRequired ? " ?? 0" : "")
        case .number: json + ".double" + (isRequired ? " ?? 0" : "")
        case .text: json + ".string" + (isRequired ? " ?? \"\"" : "")
        case .identifier: json + ".text" + (isRequired ? " ?? \"\"" : "")
        case .flag: json + ".bool" + (isRequired ? " ?? false" : "")
        case .secret: "Secret(\(json).string ?? \"\")"
        case .json, .list(.list), .list(.json): json
        case .word(let name): isRequired ? "\(name)(orEmpty: \(json))" : "\(name)(response: \(json))"
        case .view(let name): "\(name)(\(json))"
        case .list(.view): "VKList(\(json))"
        case .list: "\(self.name)(listed: \(json))"
        }
    }
}
