// Govorun: moments in HTTP's form. SPDX-License-Identifier: MIT
import Testing

@testable import VKUpdates

@Suite("An HTTP date")
struct HTTPDateTests {
    @Test(
        "is written in GMT, with the right weekday, across leap years and centuries",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (1_767_225_600, "Thu, 01 Jan 2026 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        ])
    func text(seconds: Int64, expected: String) { #expect("\(HTTPDate(.seconds(seconds)))" == expected) }

    @Test("is never before the moment it is made of", arguments: [(1_000, 1), (1_001, 2), (1_999, 2), (-1_500, -1)])
    func fraction(milliseconds: Int64, seconds: Int64) { #expect(HTTPDate(.milliseconds(milliseconds)).seconds == seconds) }
}
