// Govorun: who runs a community. SPDX-License-Identifier: MIT
import TapeJSON

/// What a person may do in a community.
public enum Officer: String, Sendable, Comparable, CaseIterable {
    /// No officer.
    case nobody = "none"
    /// Deletes and blocks.
    case moderator
    /// Also writes in the community's name and uploads for it.
    case editor
    /// May do everything, and give tokens.
    case administrator

    /// VK's number of the level.
    var number: Int { Officer.allCases.firstIndex(of: self) ?? 0 }

    /// The lower level first.
    public static func < (left: Officer, right: Officer) -> Bool { left.number < right.number }
}

extension World {
    mutating func setOfficer(
        _ person: Int, _ level: Officer, of community: Int, by administrator: Int
    ) throws(SimulatorError) {
        _ = try place(community, person, nil)
        let before = self[community: community].officers[person] ?? .nobody
        guard before != level else { return }
        self[community: community].officers[person] = level == .nobody ? nil : level
        let object: JSONValue = [
            "admin_id": JSONValue(administrator), "user_id": JSONValue(person), "level_old": JSONValue(before.number),
            "level_new": JSONValue(level.number),
        ]
        emit("group_officers_edit", to: community) { $0.write(object) }
    }

    /// Whether a person is at least of a level.
    func isOfficer(_ person: Int, _ level: Officer, of community: Int) -> Bool {
        (self[community: community].officers[person] ?? .nobody) >= level
    }
}
