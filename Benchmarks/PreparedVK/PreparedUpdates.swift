// Govorun: batches of messages as VK sends them, made once. SPDX-License-Identifier: MIT
import Glibc

/// The answer of a poll with `size` new messages of about 1.2 KB, whose numbers are written over the last ones for each next answer.
struct PreparedUpdates {
    /// The community they come from.
    static let community = 222_000_001
    /// Messages go round so many conversations.
    static let conversations = 1_000
    private static let firstPerson = 900_000_000

    let size: Int
    private let head = Array(#"{"ts":"0000000000","updates":["#.utf8)
    private let update: [UInt8]
    private let digits: (event: Int, date: Int, number: Int, people: [Int])

    init(size: Int) {
        self.size = size
        let text = Array(Self.text.utf8)
        update = text
        digits = (
            Self.end(of: #""event_id":"000000000000000000000000000000"#, in: text), Self.end(of: #""message":{"date":"#, in: text),
            Self.end(of: #""conversation_message_id":"#, in: text),
            [Self.end(of: #""from_id":"#, in: text), Self.end(of: #""peer_id":"#, in: text)]
        )
    }

    /// The offset behind the first `mark`.
    private static func end(of mark: String, in text: [UInt8]) -> Int {
        let length = mark.utf8.count
        let start = text.indices.first { text[$0...].starts(with: mark.utf8) }
        guard let start else { preconditionFailure("the prepared update lacks \(mark)") }
        return start + length
    }

    /// The answer to a poll from `position` on.
    func answer(from position: Int) -> [UInt8] {
        var answer: [UInt8] = []
        answer.reserveCapacity(head.count + size * (update.count + 1) + 2)
        answer += head
        Self.write(position + size, digits: 10, at: 7, in: &answer)
        let date = time(nil)
        for number in position..<position + size {
            let start = answer.count
            answer += update
            answer.append(UInt8(ascii: ","))
            Self.write(number, digits: 10, at: start + digits.event, in: &answer)
            Self.write(date, digits: 10, at: start + digits.date, in: &answer)
            Self.write(100_000_000 + number, digits: 9, at: start + digits.number, in: &answer)
            let person = Self.firstPerson + number % Self.conversations
            for place in digits.people { Self.write(person, digits: 9, at: start + place, in: &answer) }
        }
        answer.removeLast()
        answer += "]}".utf8
        return answer
    }

    private static func write(_ number: Int, digits: Int, at offset: Int, in bytes: inout [UInt8]) {
        var rest = number
        for place in (offset..<offset + digits).reversed() {
            bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    /// A person's message with a quoted one, as the reference shows it; numbers to be written stand as digits of their full width.
    private static let text =
        #"{"group_id":222000001,"type":"message_new","event_id":"0000000000000000000000000000000000000000","v":"5.199","object":"#
        + #"{"client_info":{"button_actions":["text","vkpay","open_app","location","open_link","open_photo","callback","#
        + #""intent_subscribe","intent_unsubscribe"],"keyboard":true,"inline_keyboard":true,"carousel":true,"lang_id":0},"#
        + #""message":{"date":1767270000,"from_id":900000000,"id":104512,"version":10000077,"out":0,"important":false,"#
        + #""is_hidden":false,"attachments":[{"type":"photo","photo":{"album_id":-3,"date":1767269999,"id":457239020,"#
        + #""owner_id":510001001,"access_key":"a1b2c3","text":"","sizes":[{"type":"s","width":75,"height":56,"#
        + #""url":"https:\/\/sun1-1.userapi.com\/s\/v1\/ig2\/photo_s.jpg"},{"type":"x","width":604,"height":453,"#
        + #""url":"https:\/\/sun1-1.userapi.com\/s\/v1\/ig2\/photo_x.jpg"}]}}],"conversation_message_id":100000000,"#
        + #""fwd_messages":[],"text":"Здравствуйте! Подскажите, пожалуйста, до скольки вы сегодня работаете?","#
        + #""peer_id":900000000,"random_id":0,"reply_message":{"date":1767269000,"from_id":-222000001,"id":104500,"#
        + #""text":"Чем помочь?","attachments":[],"conversation_message_id":41}}}}"#
}
