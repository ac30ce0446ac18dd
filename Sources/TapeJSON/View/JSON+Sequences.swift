// Govorun: walking through arrays and objects. SPDX-License-Identifier: MIT

extension JSON {
    /// The elements of an array in order; none for anything else.
    public var items: Items { Items(self) }

    /// The members of an object in order, each key once: of duplicates the last value, where that stands.
    ///
    /// None for anything else, so an empty array in place of an object has no members.
    public var members: Members { Members(of: self) }

    /// The elements of one array.
    public struct Items: Sequence, IteratorProtocol, Sendable {
        private let document: JSONDocument
        private var cursor: Int
        /// Elements still to come.
        public private(set) var count: Int

        fileprivate init(_ json: JSON) {
            document = json.document
            cursor = json.index + 2
            count = json.word.kind == .array ? json.word.length : 0
        }

        /// Whether no element is to come.
        public var isEmpty: Bool { count == 0 }
        /// As `count`; lets `map` and `Array` reserve once.
        public var underestimatedCount: Int { count }

        /// The next element, `nil` after the last.
        public mutating func next() -> JSON? {
            guard count > 0 else { return nil }
            count -= 1
            defer { cursor = document.read { tape, _ in tape.indexAfter(cursor) } }
            return JSON(document: document, index: cursor)
        }
    }

    /// The members of one object.
    public struct Members: Sequence, IteratorProtocol, Sendable {
        private let document: JSONDocument
        private var cursor: Int
        private let end: Int
        /// Indices of keys that come again later; empty for a well-made object.
        private let overruled: Set<Int>

        fileprivate init(of json: JSON) {
            document = json.document
            cursor = json.index + 2
            end = json.word.kind == .object ? json.word.offset : 0
            overruled = json.overruledKeys
        }

        /// The next key and its value, `nil` after the last.
        public mutating func next() -> (key: String, value: JSON)? {
            while cursor < end {
                let name = cursor
                cursor = document.read { tape, _ in tape.indexAfter(name + 1) }
                if !overruled.isEmpty, overruled.contains(name) { continue }
                let key = document.read { tape, bytes in bytes.text(tape[name]) }
                return (key, JSON(document: document, index: name + 1))
            }
            return nil
        }
    }
}
