// Govorun: pressing buttons. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    mutating func press(_ pressing: VKSimulator.Pressing, at now: Moment) throws(SimulatorError) -> VKSimulator.PressOutcome {
        let peer = try place(pressing.community, pressing.person, pressing.peer)
        var pressing = pressing
        let (button, number) = try button(pressing, peer)
        pressing.number = number
        switch button.type {
        case "callback":
            return .event(id: sendEvent(button, pressing, peer, at: now))
        case "text", "location":
            return .message(try writeButton(button, pressing, peer, at: now))
        default:
            return .nothing(type: button.type)
        }
    }

    /// The button that is meant, and the message it stands under; `nil` for one under the input field.
    ///
    /// Without a message that is named, one under the input field comes first, then, by label or payload, the newest message that has it.
    private func button(_ pressing: VKSimulator.Pressing, _ peer: Int) throws(SimulatorError) -> (Keyboard.Button, number: Int?) {
        let conversation = self[community: pressing.community].conversations[peer]
        if let number = pressing.number {
            let rows = try message(number, of: peer, in: pressing.community).rows
            if let found = pressing.button.find(in: rows) { return (found, number) }
            throw Self.missing(pressing.button, in: rows, "message \(number)")
        }
        let standing = conversation?.keyboard?.rows ?? []
        if let found = pressing.button.find(in: standing) { return (found, nil) }
        if case .at = pressing.button { throw Self.missing(pressing.button, in: standing, "under the input field") }
        let messages = (conversation?.existing ?? []).reversed()
        for message in messages { if let found = pressing.button.find(in: message.rows) { return (found, message.number) } }
        let newest = messages.lazy.map(\.rows).first { !$0.isEmpty } ?? []
        throw Self.missing(pressing.button, in: standing + newest, "under the input field and the newest message with buttons")
    }

    private static func missing(_ button: VKSimulator.Pressing.Button, in rows: [[Keyboard.Button]], _ place: String) -> SimulatorError {
        let labels = rows.joined().map { "'\($0.label)'" }
        let advice = place + (labels.isEmpty ? ": no buttons" : ": " + labels.joined(separator: ", "))
        return SimulatorError(.notFound, "button \(button.words)", advice: advice)
    }

    private mutating func sendEvent(_ button: Keyboard.Button, _ pressing: VKSimulator.Pressing, _ peer: Int, at now: Moment) -> String {
        let digits = String(UInt64.random(in: 0..<1 << 48), radix: 16)
        let id = String(repeating: "0", count: 12 - digits.count) + digits
        let press = CommunityState.Press(person: pressing.person, peerID: peer, at: now.at)
        self[community: pressing.community].presses.remember(press, for: id)
        emit("message_event", to: pressing.community) { writer in
            writer.object { writer in
                writer.member("user_id", pressing.person)
                writer.member("peer_id", peer)
                writer.member("event_id", id)
                writer.key("payload")
                // Checked to be JSON when the keyboard came.
                if let payload = button.payload { writer.raw(Array(payload.utf8)[...]) } else { writer.writeNull() }
                if let number = pressing.number { writer.member("conversation_message_id", number) }
            }
        }
        return id
    }

    private mutating func writeButton(
        _ button: Keyboard.Button, _ pressing: VKSimulator.Pressing, _ peer: Int, at now: Moment
    ) throws(SimulatorError) -> Message {
        let community = self[community: pressing.community]
        // In a chat the mention says whose button it was.
        let mention = peer == pressing.person ? "" : "[club\(community.id)|@\(community.screenName)] "
        var writing = VKSimulator.Writing(mention + button.label, from: pressing.person, in: pressing.community, peer: peer)
        writing.payload = button.payload
        if button.type == "location" {
            writing.text = ""
            writing.geo = pressing.place ?? ["type": "point", "coordinates": ["latitude": 55.796127, "longitude": 49.106414]]
        }
        let message = try write(writing, at: now.date)
        let isStanding = pressing.number == nil
        if isStanding, community.conversations[peer]?.keyboard?.isOneTime == true {
            self[community: pressing.community].conversations[peer]?.keyboard = nil
            noteKeyboard(of: peer, in: pressing.community)
        }
        return message
    }
}

extension VKSimulator.Pressing.Button {
    /// How people would say which one it is.
    fileprivate var words: String {
        switch self {
        case .at(let row, let column): "in row \(row), column \(column) (counted from 0)"
        case .labelled(let label): "'\(label)'"
        case .carrying(let payload): "with the payload \(payload)"
        }
    }

    fileprivate func find(in rows: [[Keyboard.Button]]) -> Keyboard.Button? {
        switch self {
        case .at(let row, let column): rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : nil
        case .labelled(let label): rows.joined().first { $0.label == label }
        case .carrying(let payload): rows.joined().first { Self.isSamePayload($0.payload, payload) }
        }
    }

    /// Payloads are JSON texts; white space in them says nothing.
    private static func isSamePayload(_ left: String?, _ right: String) -> Bool {
        guard let left else { return false }
        guard left != right else { return true }
        guard let one = try? JSONDocument(left), let other = try? JSONDocument(right) else { return false }
        return JSONValue(one.root) == JSONValue(other.root)
    }
}

extension Message {
    /// The buttons that stand under the message.
    fileprivate var rows: [[Keyboard.Button]] { (keyboard?.rows ?? []) + carouselRows }

    /// The buttons of a carousel, a row for each element.
    fileprivate var carouselRows: [[Keyboard.Button]] {
        guard let template, let document = try? JSONDocument(template.bytes) else { return [] }
        return document.root["elements"].items.map { element in (try? KeyboardRules.buttons(element["buttons"], limit: 3)) ?? [] }
    }
}
