// Govorun: people and a community as such. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    mutating func join(_ person: Int, _ community: Int, type: String) throws(SimulatorError) {
        _ = try place(community, person, nil)
        if type == "join" || type == "accepted" || type == "approved" {
            guard !self[community: community].members.contains(person) else {
                throw SimulatorError(.refused, "person \(person) is a member already")
            }
            self[community: community].members.append(person)
        }
        noteWish(person, community, type)
        emit("group_join", to: community) { $0.write(["user_id": JSONValue(person), "join_type": JSONValue(type)] as JSONValue) }
        noteMembership(community, person)
    }

    /// A request is open until it is granted; who is unsure is no member.
    private mutating func noteWish(_ person: Int, _ community: Int, _ type: String) {
        if type == "request" {
            self[community: community].requests.insert(person)
        } else {
            self[community: community].requests.remove(person)
        }
        self[community: community].unsure.removeAll { $0 == person }
        if type == "unsure" { self[community: community].unsure.append(person) }
    }

    /// - Parameter isOwnWish: false when an administrator removes the person.
    mutating func leave(_ person: Int, _ community: Int, isOwnWish: Bool) throws(SimulatorError) {
        _ = try place(community, person, nil)
        guard self[community: community].members.contains(person) else { throw SimulatorError(.refused, "person \(person) is no member") }
        self[community: community].members.removeAll { $0 == person }
        emit("group_leave", to: community) { $0.write(["user_id": JSONValue(person), "self": isOwnWish ? 1 : 0] as JSONValue) }
        noteMembership(community, person)
    }

    mutating func allow(_ person: Int, _ community: Int, key: String) throws(SimulatorError) {
        _ = try place(community, person, nil)
        self[community: community].permissions[person] = .allowed
        emit("message_allow", to: community) { $0.write(["user_id": JSONValue(person), "key": JSONValue(key)] as JSONValue) }
        noteMembership(community, person)
    }

    mutating func deny(_ person: Int, _ community: Int) throws(SimulatorError) {
        _ = try place(community, person, nil)
        self[community: community].permissions[person] = .denied
        emit("message_deny", to: community) { $0.write(["user_id": JSONValue(person)] as JSONValue) }
        noteMembership(community, person)
    }

    /// Puts a person on the community's blacklist, or takes one off.
    mutating func block(_ person: Int, _ community: Int, isBlocked: Bool, by administrator: Int) throws(SimulatorError) {
        _ = try place(community, person, nil)
        let isChange = isBlocked != self[community: community].blacklist.contains(person)
        guard isChange else { throw SimulatorError(.refused, "person \(person) is so already") }
        if isBlocked { self[community: community].blacklist.insert(person) } else { self[community: community].blacklist.remove(person) }
        var object: JSONObject = ["admin_id": JSONValue(administrator), "user_id": JSONValue(person)]
        if isBlocked {
            for (key, value) in ["unblock_date": 0, "reason": 0, "comment": ""] as JSONObject { object[key] = value }
        } else {
            object["by_end_date"] = 0
        }
        emit(isBlocked ? "user_block" : "user_unblock", to: community) { $0.write(object) }
        noteMembership(community, person)
    }

    private mutating func noteMembership(_ community: Int, _ person: Int) {
        journal.note("people") { writer in
            writer.member("community", community)
            writer.member("person", person)
        }
    }
}
