// Govorun: one post to a callback server. SPDX-License-Identifier: MIT

/// What is to be posted, and what is known of it before.
struct CallbackPost: Sendable {
    /// Why it is posted.
    enum Purpose: Sendable, Equatable {
        /// The answer should be this code.
        case confirmation(code: String)
        /// The event with that number in the server's queue.
        case event(number: Int)
    }

    let community: Int
    let server: Int
    let purpose: Purpose
    let type: String
    let eventID: String
    let url: String
    let body: [UInt8]
    /// How often it was tried before.
    let retry: Int
}

/// What a server answered to a post.
struct CallbackReply: Sendable, Equatable {
    /// The HTTP status; 0 when there was no answer.
    var status = 0
    var body: [UInt8] = []
    var retryAfter: String?

    /// No answer came.
    static let none = CallbackReply()

    /// What it means for an event (protocol reference, section 9).
    ///
    /// - Parameter date: now, in Unix seconds.
    func outcome(at date: Int) -> CallbackDelivery.Outcome {
        switch status {
        case 200 where body.elementsEqual("ok".utf8): return .ok
        case 200 where body.elementsEqual("remove".utf8): return .remove
        case 410, 429, 503:
            guard let moment = retryAfter.flatMap(unixSeconds(ofHTTPDate:)), (1..<3 * 3600).contains(moment - date) else { return .failed }
            return .later(.seconds(moment - date))
        default: return .failed
        }
    }

    /// Whether it shows the code.
    func confirms(_ code: String) -> Bool { status == 200 && body.elementsEqual(code.utf8) }
}

/// Unix seconds of a moment in HTTP's form, `Sun, 06 Nov 1994 08:49:37 GMT` (source: RFC 9110); nil for any other form.
func unixSeconds(ofHTTPDate text: String) -> Int? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
        let year = Int(words[3]), (1970...9999).contains(year), (1...31).contains(day)
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2], (0...23).contains(hour),
        (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // Years are counted from March on, so that the leap day is the last of one.
    let shifted = month < 2 ? year - 1 : year
    let fromMarch = (month + 10) % 12
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * fromMarch + 2) / 5 + day - 1 - 719_468
    return days * 86_400 + hour * 3600 + minute * 60 + second
}
