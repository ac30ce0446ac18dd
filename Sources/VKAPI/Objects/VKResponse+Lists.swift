// Govorun: answers that are numbers or lists of plain values. SPDX-License-Identifier: MIT
public import TapeJSON

extension Double: VKResponse {
    /// A number, or a string that is one.
    public init?(response json: JSON) {
        guard let value = json.double else { return nil }
        self = value
    }
}

extension Array: VKResponse where Element: VKResponse {
    /// An array, or an object with `items`; `null` is an empty list. What is no `Element` is left out.
    public init?(response json: JSON) {
        switch json.kind {
        case .array, .null: self.init(listed: json)
        case .object: self.init(listed: json["items"])
        default: return nil
        }
    }

    /// The elements of an array that can be read; nothing for anything else.
    init(listed json: JSON) { self = json.items.compactMap(Element.init(response:)) }
}
