// Govorun: a YAML list as an unkeyed container. SPDX-License-Identifier: MIT

/// Reads a list in order; items that were left out as faulty are skipped.
struct UnkeyedNode: UnkeyedDecodingContainer {
    private let items: [(index: Int, node: YAMLNode)]
    private let path: NodePath
    private let session: DecodingSession
    private(set) var currentIndex = 0

    init(_ items: [YAMLNode], path: NodePath, session: DecodingSession) {
        self.path = path
        self.session = session
        self.items = items.enumerated().compactMap { index, node in
            session.isPassedOver(node, at: path.appending(.index(index))) ? nil : (index, node)
        }
    }

    var codingPath: [any CodingKey] { path.steps }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, items[currentIndex].node.isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let item = try current(type)
        let value = try session.value(type, of: item.node, at: path.appending(.index(item.index)))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try decoder().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        currentIndex += 1
        return decoder
    }

    private func decoder() throws -> NodeDecoder {
        let item = try current(YAMLNode.self)
        return NodeDecoder(node: item.node, path: path.appending(.index(item.index)), session: session)
    }

    private func current(_ type: any Any.Type) throws -> (index: Int, node: YAMLNode) {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path.steps, debugDescription: "the list is too short: item \(items.count + 1) is missing"))
        }
        return items[currentIndex]
    }
}
