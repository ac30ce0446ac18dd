// Govorun: from a view to the views inside it. SPDX-License-Identifier: MIT

extension JSON {
    /// The member of an object under a literal key; absent when there is none or this is no object.
    ///
    /// Of duplicate keys the last counts. A key written with escapes is found by what it means.
    /// Keys are compared by their UTF-8, not by Unicode equivalence.
    public subscript(_ key: StaticString) -> JSON {
        JSON(document: document, index: key.withUTF8Buffer { valueIndex(of: $0) })
    }

    /// The member of an object under a key known at run time; as the subscript for literals.
    @_disfavoredOverload public subscript(_ key: String) -> JSON {
        var key = key
        return JSON(document: document, index: key.withUTF8 { valueIndex(of: $0) })
    }

    /// An element of an array, counted from 0; absent when out of range or this is no array.
    ///
    /// It walks from the start; go through a long array with `items`.
    public subscript(_ position: Int) -> JSON {
        guard word.kind == .array, position >= 0, position < word.length else { return JSON(document: document, index: 0) }
        return document.read { tape, _ in
            var cursor = index + 2
            for _ in 0..<position { cursor = tape.indexAfter(cursor) }
            return JSON(document: document, index: cursor)
        }
    }

    /// The value at a path of keys and element numbers joined by dots, such as `items.0.id`; an empty path is this value.
    ///
    /// A number is an element number in an array and a key in an object. A key that has a dot in it cannot be named.
    public func at(_ path: String) -> JSON {
        var value = self
        for step in path.split(separator: ".", omittingEmptySubsequences: false) where !path.isEmpty {
            if value.word.kind == .array {
                guard let position = Int(step) else { return JSON(document: document, index: 0) }
                value = value[position]
            } else {
                value = value[String(step)]
            }
        }
        return value
    }

    /// Index of the value of the last member with this key, 0 when there is none.
    private func valueIndex(of key: UnsafeBufferPointer<UInt8>) -> Int {
        document.read { tape, bytes in
            guard tape[index].kind == .object else { return 0 }
            let end = tape[index].offset
            let wanted = TapeWord(.string, length: key.count, offset: 0).shape
            var cursor = index + 2
            var found = 0
            while cursor < end {
                let name = tape[cursor]
                if name.shape == wanted {
                    if key.equals(bytes.source(name)) { found = cursor + 1 }
                } else if name.kind == .escapedString, name.length > key.count {
                    if bytes.unescaped(name).utf8.elementsEqual(key) { found = cursor + 1 }
                }
                cursor = tape.indexAfter(cursor + 1)
            }
            return found
        }
    }
}

extension UnsafePointer<TapeWord> {
    /// Index of the word after the value that begins at `index`.
    @inline(__always) func indexAfter(_ index: Int) -> Int {
        let word = self[index]
        return word.isContainer ? word.offset : index + 1
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether another row of the same length holds the same bytes; eight at a time, the last eight overlapping.
    @inline(__always) func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
        guard count >= 8 else {
            for index in 0..<count where base[index] != otherBase[index] { return false }
            return true
        }
        var offset = 0
        while offset + 8 < count {
            if EightBytes(at: base + offset).word != EightBytes(at: otherBase + offset).word { return false }
            offset += 8
        }
        return EightBytes(at: base + count - 8).word == EightBytes(at: otherBase + count - 8).word
    }
}
