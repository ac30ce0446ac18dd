// Govorun: the types whose defaults are one scalar, and the shapes known from a type alone. SPDX-License-Identifier: MIT
internal import FoundationEssentials

/// A type written as one scalar, the counterpart of `ScalarReadable`.
protocol ScalarWritable {
    static var kind: OptionTree.Kind { get }
    var node: YAMLNode { get }
}

extension ScalarWritable {
    fileprivate func plain(_ text: String) -> YAMLNode { YAMLNode(.scalar(text), style: .plain, layer: .fallback) }
}

extension String: ScalarWritable {
    static var kind: OptionTree.Kind { .text }
    var node: YAMLNode { YAMLNode(.scalar(self), style: .doubleQuoted, layer: .fallback) }
}

extension Bool: ScalarWritable {
    static var kind: OptionTree.Kind { .boolean }
    var node: YAMLNode { plain(self ? "true" : "false") }
}

extension ScalarWritable where Self: FixedWidthInteger {
    static var kind: OptionTree.Kind { .integer }
    var node: YAMLNode { plain(String(self)) }
}

extension Int: ScalarWritable {}
extension Int8: ScalarWritable {}
extension Int16: ScalarWritable {}
extension Int32: ScalarWritable {}
extension Int64: ScalarWritable {}
extension Int128: ScalarWritable {}
extension UInt: ScalarWritable {}
extension UInt8: ScalarWritable {}
extension UInt16: ScalarWritable {}
extension UInt32: ScalarWritable {}
extension UInt64: ScalarWritable {}
extension UInt128: ScalarWritable {}

extension ScalarWritable where Self: BinaryFloatingPoint & CustomStringConvertible {
    static var kind: OptionTree.Kind { .number }
    var node: YAMLNode {
        if isNaN { return plain(".nan") }
        return isInfinite ? plain(self < 0 ? "-.inf" : ".inf") : plain(description)
    }
}

extension Double: ScalarWritable {}
extension Float: ScalarWritable {}

extension Duration: ScalarWritable {
    static var kind: OptionTree.Kind { .duration }
    var node: YAMLNode { plain(DurationText.write(self)) }
}

extension URL: ScalarWritable {
    static var kind: OptionTree.Kind { .url }
    var node: YAMLNode { absoluteString.node }
}

extension YAMLNode: ScalarWritable {
    static var kind: OptionTree.Kind { .any }
    var node: YAMLNode { with(content, layer: .replaceable) }
}

/// A list, for its element's type.
protocol ListType { static var element: any Any.Type { get } }
extension Array: ListType { static var element: any Any.Type { Element.self } }
extension Set: ListType { static var element: any Any.Type { Element.self } }

/// A dictionary, for its value's type.
protocol DictionaryType { static var value: any Any.Type { get } }
extension Dictionary: DictionaryType { static var value: any Any.Type { Value.self } }

/// An optional, for what it wraps.
protocol OptionalType { static var wrapped: any Any.Type { get } }
extension Optional: OptionalType { static var wrapped: any Any.Type { Wrapped.self } }
