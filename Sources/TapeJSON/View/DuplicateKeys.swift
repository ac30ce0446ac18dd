// Govorun: which members of an object count. SPDX-License-Identifier: MIT

extension JSON {
    /// Indices of the keys that the same key later in this object overrules.
    var overruledKeys: Set<Int> {
        guard word.kind == .object, word.length > 1 else { return [] }
        return word.length <= 24 ? overruledKeysByPairs : overruledKeysByTable
    }

    /// For a small object: a few hundred comparisons, nearly all of lengths only, cost less than one table.
    private var overruledKeysByPairs: Set<Int> {
        document.read { tape, bytes in
            let end = tape[index].offset
            var overruled: Set<Int> = []
            var name = index + 2
            while name < end {
                let next = tape.indexAfter(name + 1)
                var later = next
                while later < end, !bytes.isSameKey(tape[name], tape[later]) { later = tape.indexAfter(later + 1) }
                if later < end { overruled.insert(name) }
                name = next
            }
            return overruled
        }
    }

    private var overruledKeysByTable: Set<Int> {
        document.read { tape, bytes in
            var overruled: Set<Int> = []
            var last: [ExactText: Int] = [:]
            last.reserveCapacity(tape[index].length)
            var name = index + 2
            while name < tape[index].offset {
                if let earlier = last.updateValue(name, forKey: ExactText(text: bytes.text(tape[name]))) { overruled.insert(earlier) }
                name = tape.indexAfter(name + 1)
            }
            return overruled
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always) fileprivate func isSameKey(_ left: TapeWord, _ right: TapeWord) -> Bool {
        if left.kind == .string, right.kind == .string { return left.shape == right.shape && source(left).equals(source(right)) }
        return text(left).utf8.elementsEqual(text(right).utf8)
    }
}

/// A text that equals another only byte for byte, as JSON keys do; Swift's strings compare by canonical equivalence.
struct ExactText: Hashable {
    let text: String

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
