// Govorun: exact numbers from their digits. SPDX-License-Identifier: MIT

/// A decimal number as written, its parts found: no digit is lost until the type that is wanted is known.
///
/// The grammar is JSON's, but leading zeros are allowed, since numbers also come in quotes.
struct NumberText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isNegative: Bool
    private let whole: Range<Int>
    private let fraction: Range<Int>
    /// Clamped far outside what any type holds.
    private let exponent: Int

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        isNegative = bytes.first == UInt8(ascii: "-")
        whole = bytes.digits(from: isNegative ? 1 : 0)
        var end = whole.upperBound
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            fraction = bytes.digits(from: end + 1)
            if fraction.isEmpty { return nil }
            end = fraction.upperBound
        } else {
            fraction = end..<end
        }
        guard !whole.isEmpty, let exponent = bytes.exponent(from: end) else { return nil }
        self.exponent = exponent
    }

    /// The number if it is whole and fits, exact to the last digit; `1.50e1` is 15.
    func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
        var value: T = 0
        let kept = whole.count + exponent
        for position in 0..<whole.count + fraction.count {
            let digit = digit(position)
            if position >= kept {
                if digit != 0 { return nil }
            } else if !append(digit, to: &value) {
                return nil
            }
        }
        if value == 0 { return value }
        for _ in whole.count + fraction.count..<max(kept, whole.count + fraction.count) where !append(0, to: &value) {
            return nil
        }
        return value
    }

    private func digit(_ position: Int) -> UInt8 {
        let offset = position < whole.count ? whole.lowerBound + position : fraction.lowerBound + position - whole.count
        return bytes[offset] &- UInt8(ascii: "0")
    }

    /// Works away from zero, so that the smallest number of a signed type fits.
    private func append<T: FixedWidthInteger>(_ digit: UInt8, to value: inout T) -> Bool {
        let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
        if overflow { return false }
        let digit = T(truncatingIfNeeded: digit)
        let (sum, lost) = isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
        value = sum
        return !lost
    }

    /// The nearest number of the type; `nil` when that is infinite.
    func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(_ type: T.Type = T.self) -> T? {
        guard let value = T(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// The nearest `Double`; `nil` when that is infinite.
    ///
    /// Up to 15 digits and a power of ten up to 22 are both exact, so one operation rounds right; the rest goes the long way.
    func double() -> Double? {
        let power = exponent - fraction.count
        guard whole.count + fraction.count <= 15, abs(power) <= 22 else { return floatingPoint(Double.self) }
        var digits = 0
        for position in 0..<whole.count + fraction.count { digits = digits * 10 + Int(digit(position)) }
        let scale = powersOfTen[abs(power)]
        let value = power < 0 ? Double(digits) / scale : Double(digits) * scale
        return isNegative ? -value : value
    }
}

private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

extension UnsafeBufferPointer<UInt8> {
    fileprivate func digits(from start: Int) -> Range<Int> {
        var end = start
        while end < count, self[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        return start..<end
    }

    /// The exponent that fills the rest, 0 when nothing is left, `nil` when the rest is something else.
    fileprivate func exponent(from start: Int) -> Int? {
        if start == count { return 0 }
        guard self[start] | 0x20 == UInt8(ascii: "e"), start + 1 < count else { return nil }
        let hasSign = self[start + 1] == UInt8(ascii: "-") || self[start + 1] == UInt8(ascii: "+")
        let digits = digits(from: start + (hasSign ? 2 : 1))
        guard !digits.isEmpty, digits.upperBound == count else { return nil }
        var value = 0
        for digit in self[digits] where value < 1 << 32 { value = value * 10 + Int(digit &- UInt8(ascii: "0")) }
        return self[start + 1] == UInt8(ascii: "-") ? -value : value
    }
}
