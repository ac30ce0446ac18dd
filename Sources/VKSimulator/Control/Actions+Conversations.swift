// Govorun: control of what people do in conversations. SPDX-License-Identifier: MIT
import TapeJSON

extension ControlEndpoint {
    static let conversationActions: [String: Action] = [
        "write": { (simulator, body) throws(SimulatorError) in
            guard body.json.kind == .array else { return try written(simulator.write(try body.writing())) }
            var writings: [VKSimulator.Writing] = []
            for item in body.json.items { writings.append(try ControlBody(item).writing()) }
            return ["written": JSONValue(try simulator.write(writings))]
        },
        "reply": { (simulator, body) throws(SimulatorError) in
            try written(
                simulator.writeAsAdministrator(
                    try body.intIfAny("person"), try body.text("text"), to: try body.int("peer"), in: try body.int("community")))
        },
        "edit": { (simulator, body) throws(SimulatorError) in
            try written(
                simulator.edit(
                    try body.int("cmid"), text: try body.text("text"), by: try body.int("person"), in: try body.int("community"),
                    peer: try body.intIfAny("peer")))
        },
        "press": { (simulator, body) throws(SimulatorError) in
            switch try simulator.press(try body.pressing()) {
            case .message(let message): written(message)
            case .event(let id): ["event_id": JSONValue(id)]
            case .nothing(let type): ["type": JSONValue(type)]
            }
        },
        "start": { (simulator, body) throws(SimulatorError) in
            try written(
                simulator.start(
                    try body.int("person"), in: try body.int("community"), ref: try body.textIfAny("ref"),
                    refSource: try body.textIfAny("ref_source")))
        },
        "typing": { (simulator, body) throws(SimulatorError) in
            try simulator.type(
                try body.int("person"), in: try body.int("community"), peer: try body.intIfAny("peer"),
                state: try body.textIfAny("state") ?? "typing")
            return done
        },
        "react": { (simulator, body) throws(SimulatorError) in
            try simulator.react(
                try body.intIfAny("reaction"), to: try body.int("cmid"), by: try body.int("person"), in: try body.int("community"),
                peer: try body.intIfAny("peer"))
            return done
        },
        "reactions": { (simulator, body) throws(SimulatorError) in
            let allowed = body.json["allowed"].exists ? Set(try body.ints("allowed")) : Optional.none
            try simulator.allowReactions(allowed, in: try body.int("peer"), of: try body.int("community"))
            return done
        },
        "read": { (simulator, body) throws(SimulatorError) in
            try simulator.read(try body.int("person"), in: try body.int("community"))
            return done
        },
    ]

    static func written(_ message: Message) -> JSONValue {
        ["id": JSONValue(message.id), "cmid": JSONValue(message.number), "peer": JSONValue(message.peerID)]
    }
}

extension ControlBody {
    fileprivate func writing() throws(SimulatorError) -> VKSimulator.Writing {
        var writing = VKSimulator.Writing(
            try textIfAny("text") ?? "", from: try int("person"), in: try int("community"), peer: try intIfAny("peer"))
        writing.payload = payload("payload")
        writing.replyTo = try intIfAny("reply_to")
        writing.forward = try ints("forward")
        writing.attachments = try attachments()
        writing.attached = json["attachments"].items.compactMap(\.string)
        writing.geo = value("geo")
        writing.ref = try textIfAny("ref")
        writing.refSource = try textIfAny("ref_source")
        return writing
    }

    /// Those that are objects as VK sends them.
    private func attachments() throws(SimulatorError) -> [JSONValue] {
        var attachments: [JSONValue] = []
        for item in json["attachments"].items {
            guard item.string == nil else { continue }
            guard item["type"].string != nil else { throw SimulatorError(.invalid, "attachment \(item)") }
            attachments.append(JSONValue(item))
        }
        return attachments
    }

    fileprivate func pressing() throws(SimulatorError) -> VKSimulator.Pressing {
        let button: VKSimulator.Pressing.Button
        if let row = try intIfAny("row") {
            button = .at(row: row, column: try intIfAny("column") ?? 0)
        } else if let payload = payload("payload") {
            button = .carrying(payload)
        } else {
            button = .labelled(try text("label"))
        }
        var pressing = VKSimulator.Pressing(
            button, by: try int("person"), in: try int("community"), peer: try intIfAny("peer"), number: try intIfAny("cmid"))
        pressing.place = value("geo")
        return pressing
    }
}
