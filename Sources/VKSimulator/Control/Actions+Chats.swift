// Govorun: control of chats. SPDX-License-Identifier: MIT
import TapeJSON

extension ControlEndpoint {
    static let chatActions: [String: Action] = [
        "chats": { (simulator, body) throws(SimulatorError) in
            var opening = VKSimulator.Opening(
                try body.text("title"), owner: try body.int("person"), members: try body.ints("members"), in: try body.int("community"),
                peer: try body.intIfAny("peer"))
            opening.hasFullAccess = try body.flag("full_access", default: true)
            opening.isCommunityAdmin = try body.flag("admin", default: false)
            return ["peer": JSONValue(try simulator.addChat(opening))]
        },
        "invite": { (simulator, body) throws(SimulatorError) in
            let (community, peer, person) = try body.chat()
            try simulator.invite(try body.intIfAny("member") ?? 0 &- community, to: peer, of: community, by: person)
            return done
        },
        "join-chat": { (simulator, body) throws(SimulatorError) in
            let (community, peer, person) = try body.chat()
            try simulator.joinByLink(person, peer, of: community)
            return done
        },
        "kick": { (simulator, body) throws(SimulatorError) in
            let (community, peer, person) = try body.chat()
            try simulator.kick(try body.intIfAny("member") ?? person, from: peer, of: community, by: person)
            return done
        },
        "rename": { (simulator, body) throws(SimulatorError) in
            let (community, peer, person) = try body.chat()
            try simulator.rename(peer, of: community, to: try body.text("title"), by: person)
            return done
        },
        "pin": { (simulator, body) throws(SimulatorError) in
            let (community, peer, person) = try body.chat()
            try simulator.pin(try body.intIfAny("cmid"), in: peer, of: community, by: person)
            return done
        },
        "admin": { (simulator, body) throws(SimulatorError) in
            let community = try body.int("community")
            let member = try body.intIfAny("member") ?? 0 &- community
            try simulator.setAdmin(member, try body.flag("on", default: true), of: try body.int("peer"), in: community)
            return done
        },
        "access": { (simulator, body) throws(SimulatorError) in
            try simulator.setFullAccess(try body.flag("full", default: true), to: try body.int("peer"), of: try body.int("community"))
            return done
        },
    ]
}

extension ControlBody {
    fileprivate func chat() throws(SimulatorError) -> (community: Int, peer: Int, person: Int) {
        (try int("community"), try int("peer"), try int("person"))
    }
}
