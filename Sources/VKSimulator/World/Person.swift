// Govorun: people of the simulated world. SPDX-License-Identifier: MIT
import TapeJSON

/// Somebody with a VK account.
public struct Person: Sendable, Equatable {
    /// As VK numbers them.
    public enum Sex: Int, Sendable {
        /// Not told.
        case unknown = 0
        /// Female.
        case female = 1
        /// Male.
        case male = 2
    }

    /// The user id, positive.
    public let id: Int
    /// First name.
    public let firstName: String
    /// Last name.
    public let lastName: String
    /// Sex.
    public let sex: Sex
    /// The short name of the page, as in `vk.com/NAME`.
    public let screenName: String
    /// `deleted` or `banned` for a page that is gone.
    public internal(set) var deactivation: String?
    /// Whether privacy settings keep communities from writing, permission or not.
    public internal(set) var isPrivate = false
    /// The language in which the person has VK, as `lang_id` counts them; Russian is 0.
    public internal(set) var languageID = 0

    init(id: Int, firstName: String, lastName: String, sex: Sex, screenName: String?) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.sex = sex
        self.screenName = screenName ?? "id\(id)"
    }
}

extension Person {
    /// VK's numbers of languages (source: the reference, "lang numbers").
    static let languages = [
        "ru": 0, "uk": 1, "be": 2, "en": 3, "es": 4, "fi": 5, "de": 6, "it": 7, "bg": 8, "hr": 9, "hu": 10, "sr": 11, "pt": 12, "el": 14,
        "pl": 15, "fr": 16, "ko": 17, "zh": 18, "lt": 19,
    ]

    /// What the control API shows.
    var controlJSON: JSONValue {
        guard languageID != 0, case .object(var object) = json(fields: ["sex", "screen_name"]) else {
            return json(fields: ["sex", "screen_name"])
        }
        object["language"] = Self.languages.first { $0.value == languageID }.map { JSONValue($0.key) }
        return .object(object)
    }

    /// The user object with the fields VK always sends, and those asked for.
    func json(fields: Set<String> = []) -> JSONValue {
        if let deactivation {
            let isBanned = deactivation == "banned"
            return [
                "id": JSONValue(id), "first_name": JSONValue(isBanned ? firstName : "DELETED"),
                "last_name": JSONValue(isBanned ? lastName : ""),
                "deactivated": JSONValue(deactivation),
            ]
        }
        var object: JSONObject = [
            "id": JSONValue(id), "first_name": JSONValue(firstName), "last_name": JSONValue(lastName), "can_access_closed": true,
            "is_closed": false,
        ]
        if fields.contains("sex") { object["sex"] = JSONValue(sex.rawValue) }
        if fields.contains("screen_name") { object["screen_name"] = JSONValue(screenName) }
        if fields.contains("domain") { object["domain"] = JSONValue(screenName) }
        if fields.contains("online") { object["online"] = 1 }
        for size in ["photo_50", "photo_100", "photo_200"] where fields.contains(size) {
            object[size] = JSONValue("https://img.simulator.invalid/\(id)/\(size).jpg")
        }
        return .object(object)
    }
}
