// Govorun: tables of posting events. SPDX-License-Identifier: MIT
import Testing

@testable import VKSimulator

@Suite("The delivery of events")
struct CallbackDeliveryTests {
    private static func delivery(_ count: Int, _ change: (inout CallbackPosting) -> Void = { _ in }) -> CallbackDelivery {
        var rules = CallbackPosting()
        change(&rules)
        var delivery = CallbackDelivery(rules: rules)
        for number in 0..<count { delivery.append(type: "like_add", eventID: "\(number + 1)", object: []) }
        return delivery
    }

    /// Everything that goes out at that moment.
    private static func out(_ delivery: inout CallbackDelivery, at seconds: Double) -> [Int] {
        var numbers: [Int] = []
        while let event = delivery.next(at: .seconds(seconds)) { numbers.append(event.number) }
        return numbers
    }

    @Test("Events go one by one, in their order")
    func order() {
        var delivery = Self.delivery(3)
        for number in 1...3 {
            #expect(Self.out(&delivery, at: 0) == [number])
            #expect(delivery.due == nil)
            delivery.receive(.ok, of: number, at: .zero)
        }
        #expect(delivery.count == 0 && delivery.due == nil)
    }

    @Test("Several go side by side where that is asked for, and a repeat keeps its place")
    func parallel() {
        var delivery = Self.delivery(5) { $0.parallel = 3 }
        #expect(Self.out(&delivery, at: 0) == [1, 2, 3])
        delivery.receive(.failed, of: 1, at: .zero)
        delivery.receive(.ok, of: 2, at: .zero)
        #expect(Self.out(&delivery, at: 0.5) == [4])
        #expect(Self.out(&delivery, at: 1) == [1])
    }

    @Test("What was not taken goes again after waits that double, up to the longest")
    func waits() {
        var delivery = Self.delivery(2) { ($0.failureLimit, $0.longestWait) = (100, .seconds(10)) }
        var now = Duration.zero
        for (attempt, wait) in [1, 2, 4, 8, 10, 10].enumerated() {
            let event = delivery.next(at: now)
            #expect(event?.number == 1 && event?.attempts == attempt)
            delivery.receive(.failed, of: 1, at: now)
            #expect(delivery.due == now + .seconds(wait))
            #expect(delivery.next(at: now + .seconds(wait) - .milliseconds(1)) == nil)
            now += .seconds(wait)
        }
    }

    @Test("What is wanted later goes then, and is no failure")
    func later() {
        var delivery = Self.delivery(1) { $0.failureLimit = 1 }
        _ = delivery.next(at: .zero)
        delivery.receive(.later(.seconds(90)), of: 1, at: .zero)
        #expect(!delivery.isFailing)
        #expect(delivery.due == .seconds(90))
        #expect(Self.out(&delivery, at: 89) == [])
        #expect(Self.out(&delivery, at: 90) == [1])
    }

    @Test("After many failures in a row everything pauses, then one event tries; a success ends it")
    func pause() {
        var delivery = Self.delivery(4) { ($0.failureLimit, $0.parallel, $0.pause) = (3, 3, .seconds(600)) }
        #expect(Self.out(&delivery, at: 0) == [1, 2, 3])
        for number in 1...3 { delivery.receive(.failed, of: number, at: .zero) }
        #expect(delivery.isFailing)
        #expect(delivery.due == .seconds(600))
        #expect(Self.out(&delivery, at: 599) == [])
        #expect(Self.out(&delivery, at: 600) == [1])
        delivery.receive(.ok, of: 1, at: .seconds(600))
        #expect(!delivery.isFailing)
        #expect(Self.out(&delivery, at: 600) == [2, 3, 4])
    }

    @Test("A server that is set anew is tried at once")
    func resume() {
        var delivery = Self.delivery(1) { $0.failureLimit = 1 }
        _ = delivery.next(at: .zero)
        delivery.receive(.failed, of: 1, at: .zero)
        delivery.resume()
        #expect(Self.out(&delivery, at: 0) == [1])
    }

    @Test("Of too many that wait the oldest are forgotten, never one on its way")
    func bounded() {
        var delivery = Self.delivery(1) { $0.limit = 3 }
        _ = delivery.next(at: .zero)
        for number in 2...1_000 { delivery.append(type: "like_add", eventID: "\(number)", object: []) }
        #expect(delivery.count == 3)
        delivery.receive(.ok, of: 1, at: .zero)
        #expect(Self.out(&delivery, at: 0) == [999])
    }
}

@Suite("What a server answered")
struct CallbackReplyTests {
    private static let now = 784_111_777  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(
        "is taken literally",
        arguments: [
            (200, "ok", nil, .ok), (200, "remove", nil, .remove), (200, "OK", nil, .failed), (200, "ok\n", nil, .failed),
            (200, "", nil, .failed), (201, "ok", nil, .failed), (500, "ok", nil, .failed), (0, "", nil, .failed), (403, "", nil, .failed),
            (503, "", nil, .failed), (503, "", "Sun, 06 Nov 1994 08:51:07 GMT", .later(.seconds(90))),
            (429, "ok", "Sun, 06 Nov 1994 08:51:07 GMT", .later(.seconds(90))),
            (410, "", "Sun, 06 Nov 1994 11:49:36 GMT", .later(.seconds(10_799))),
            (410, "", "Sun, 06 Nov 1994 11:49:37 GMT", .failed), (503, "", "Sun, 06 Nov 1994 08:49:37 GMT", .failed),
            (503, "", "90", .failed), (503, "", "tomorrow", .failed), (500, "", "Sun, 06 Nov 1994 08:51:07 GMT", .failed),
        ] as [(Int, String, String?, CallbackDelivery.Outcome)])
    func outcome(status: Int, body: String, retryAfter: String?, expected: CallbackDelivery.Outcome) {
        let reply = CallbackReply(status: status, body: Array(body.utf8), retryAfter: retryAfter)
        #expect(reply.outcome(at: Self.now) == expected)
    }

    @Test(
        "An HTTP date is read across leap years, in its one form only",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400), ("Tue, 31 Dec 2024 23:59:59 GMT", 1_735_689_599), ("", nil),
            ("Sun, 06 Nov 1994 08:49:37 MSK", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 00 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Brr 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 99999999999999 08:49:37 GMT", nil),
        ] as [(String, Int?)])
    func date(text: String, expected: Int?) { #expect(unixSeconds(ofHTTPDate: text) == expected) }
}
