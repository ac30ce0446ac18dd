// Govorun: percent-encoded names. SPDX-License-Identifier: MIT
import Testing

@testable import VKAPI

@Suite("Percent-encoded text")
struct PercentTextTests {
    @Test(
        "Two hexadecimal digits are a byte; anything else stays as it is",
        arguments: [
            ("%D0%BA%d0%be%d1%82.png", "кот.png"), ("100%", "100%"), ("%4", "%4"), ("%zz", "%zz"), ("%+5", "%+5"), ("%-0", "%-0"),
            ("% 5", "% 5"), ("%%41", "%A"), ("a+b", "a+b"),
        ])
    func decoded(text: String, expected: String) { #expect(PercentText.decoded(text) == expected) }
}
