// Govorun: how an answer becomes a typed value. SPDX-License-Identifier: MIT
public import TapeJSON

/// A type that VK's `response` can be read as.
public protocol VKResponse: Sendable {
    /// Reads `json`; `nil` when it has another shape.
    init?(response json: JSON)
}

extension JSON: VKResponse {
    /// Any answer is itself.
    public init?(response json: JSON) { self = json }
}
extension Int: VKResponse {
    /// A number, or a string of digits.
    public init?(response json: JSON) {
        guard let value = json.int else { return nil }
        self = value
    }
}
extension Bool: VKResponse {
    /// `1`, `0`, `true` or `false`.
    public init?(response json: JSON) {
        guard let value = json.bool else { return nil }
        self = value
    }
}
extension String: VKResponse {
    /// A string.
    public init?(response json: JSON) {
        guard let value = json.string else { return nil }
        self = value
    }
}

/// A view of an object that VK sent: typed properties over JSON that stays as it came.
///
/// An unknown, missing, null or re-typed field never breaks it; what is not there reads as `nil` or as the field's empty value.
public protocol VKObject: VKResponse {
    /// What it is a view of.
    var json: JSON { get }
    /// A view of `json`, whatever that is.
    init(_ json: JSON)
}

extension VKObject {
    /// An object; VK's `[]` or `null` in place of an absent one is accepted.
    public init?(response json: JSON) {
        guard json.kind == .object || json.kind == .null || (json.kind == .array && json.count == 0) else { return nil }
        self.init(json)
    }

    /// Whether VK sent anything here.
    public var exists: Bool { json.exists && !(json.kind == .array && json.count == 0) }
}

/// A list of objects; out of range is an absent object, never a trap.
public struct VKList<Element: VKObject>: VKResponse, RandomAccessCollection {
    private let elements: [JSON]

    /// The elements of an array; nothing for anything else.
    public init(_ json: JSON) { elements = Array(json.items) }

    /// An array, or an object with `items`; `null` is an empty list.
    public init?(response json: JSON) {
        switch json.kind {
        case .array, .null: self.init(json)
        case .object: self.init(json["items"])
        default: return nil
        }
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { elements.count }

    /// The object at `position`; an absent one when there is none.
    public subscript(_ position: Int) -> Element {
        Element(elements.indices.contains(position) ? elements[position] : .absent)
    }
}
