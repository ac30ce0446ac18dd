// Govorun: a view beside what Foundation read. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON

/// The first place where the two readings differ, `nil` when there is none.
func difference(_ ours: JSON, _ theirs: Any) -> String? {
    switch (ours.kind, theirs) {
    case (.null, is NSNull): return nil
    case (.string, let text as String): return ours.string.map { Array($0.utf8) == Array(text.utf8) } == true ? nil : "text \(ours.rawText)"
    case (.bool, let number as NSNumber): return number.boolValue == ours.bool ? nil : ours.rawText
    case (.number, let number as NSNumber): return numberDifference(ours, number)
    case (.array, let list as [Any]):
        guard list.count == ours.count else { return "count \(list.count)" }
        return zip(ours.items, list).lazy.compactMap { difference($0, $1) }.first
    case (.object, let object as [String: Any]): return objectDifference(ours, object)
    default: return "kind \(ours.kind), \(type(of: theirs))"
    }
}

private func numberDifference(_ ours: JSON, _ theirs: NSNumber) -> String? {
    if let whole = ours.int, ours.rawText.utf8.allSatisfy({ $0 == 0x2d || 0x30...0x39 ~= $0 }) {
        return theirs.int64Value == whole ? nil : "integer \(ours.rawText), \(theirs)"
    }
    guard let value = ours.double, Double(ours.rawText) == value else { return "number \(ours.rawText): \(ours.double as Any)" }
    // Foundation goes through `Decimal`, whose `doubleValue` is off in the last bits: the standard library is the judge.
    return abs(theirs.doubleValue - value) <= abs(value) * 1e-14 ? nil : "number \(ours.rawText): \(value), \(theirs.doubleValue)"
}

private func objectDifference(_ ours: JSON, _ theirs: [String: Any]) -> String? {
    for (key, value) in ours.members {
        guard let other = theirs[key] else { return "no key \(key)" }
        if let difference = difference(value, other) { return difference }
    }
    return nil
}
