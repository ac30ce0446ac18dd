// Govorun: control of communities and people. SPDX-License-Identifier: MIT
import TapeJSON

extension ControlEndpoint {
    static let peopleActions: [String: Action] = [
        "communities": { (simulator, body) throws(SimulatorError) in
            let community = try simulator.addCommunity(
                name: try body.text("name"), token: try body.text("token"), id: try body.intIfAny("id"),
                screenName: try body.textIfAny("screen_name"))
            return ["id": JSONValue(community.id), "name": JSONValue(community.name), "screen_name": JSONValue(community.screenName)]
        },
        "tokens": { (simulator, body) throws(SimulatorError) in
            if try body.flag("revoke", default: false) {
                simulator.revoke(try body.text("token"))
            } else {
                let rights = try body.intIfAny("rights")
                if let person = try body.intIfAny("person") {
                    try simulator.addToken(try body.text("token"), toPerson: person, rights: rights)
                } else {
                    try simulator.addToken(try body.text("token"), to: try body.int("community"), rights: rights ?? TokenRight.all)
                }
            }
            return done
        },
        "apps": { (simulator, body) throws(SimulatorError) in
            let redirects = body.json["redirects"].items.compactMap(\.string)
            try simulator.addApp(try body.int("id"), secret: try body.text("secret"), redirects: redirects)
            return done
        },
        "officer": { (simulator, body) throws(SimulatorError) in
            let level = try body.text("level")
            guard let level = Officer(rawValue: level) else { throw SimulatorError(.invalid, "level \(level)") }
            try simulator.setOfficer(try body.int("person"), level, of: try body.int("community"))
            return done
        },
        "settings": { (simulator, body) throws(SimulatorError) in
            if let scope = try body.textIfAny("random_id_scope") {
                guard scope == "peer" || scope == "sender" else { throw SimulatorError(.invalid, "random_id_scope \(scope)") }
                simulator.setRandomIDScope(scope == "peer" ? .peer : .sender)
            }
            return done
        },
        "bot-features": { (simulator, body) throws(SimulatorError) in
            try simulator.setBotFeatures(try body.flag("on", default: true), of: try body.int("community"))
            return done
        },
        "people": { (simulator, body) throws(SimulatorError) in
            guard let sex = Person.Sex(rawValue: try body.intIfAny("sex") ?? 0) else { throw SimulatorError(.invalid, "sex") }
            let person = try simulator.addPerson(
                try body.text("first_name"), try body.textIfAny("last_name") ?? "", sex: sex, screenName: try body.textIfAny("screen_name"),
                id: try body.intIfAny("id"), token: try body.textIfAny("token"), language: try body.textIfAny("language") ?? "ru")
            return person.controlJSON
        },
        "deactivate": { (simulator, body) throws(SimulatorError) in
            try simulator.setDeactivation(try body.textIfAny("as"), of: try body.int("person"))
            return done
        },
        "privacy": { (simulator, body) throws(SimulatorError) in
            try simulator.setPrivate(try body.flag("on", default: true), of: try body.int("person"))
            return done
        },
        "don": { (simulator, body) throws(SimulatorError) in
            try simulator.setDon(try body.flag("on", default: true), try body.int("person"), of: try body.int("community"))
            return done
        },
        "join": { (simulator, body) throws(SimulatorError) in
            try simulator.join(try body.int("person"), try body.int("community"), type: try body.textIfAny("type") ?? "join")
            return done
        },
        "leave": { (simulator, body) throws(SimulatorError) in
            let isOwnWish = try body.flag("self", default: true)
            try simulator.leave(try body.int("person"), try body.int("community"), isOwnWish: isOwnWish)
            return done
        },
        "allow": { (simulator, body) throws(SimulatorError) in
            try simulator.allow(try body.int("person"), try body.int("community"), key: try body.textIfAny("key") ?? "")
            return done
        },
        "deny": { (simulator, body) throws(SimulatorError) in
            try simulator.deny(try body.int("person"), try body.int("community"))
            return done
        },
        "block": { (simulator, body) throws(SimulatorError) in
            let isBlocked = try body.flag("blocked", default: true)
            try simulator.block(try body.int("person"), try body.int("community"), isBlocked: isBlocked)
            return done
        },
    ]

    /// What an action answers that has nothing to say.
    static let done: JSONValue = ["ok": true]
}
