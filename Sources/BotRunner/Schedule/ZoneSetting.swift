// Govorun: a time zone in bots.yaml. SPDX-License-Identifier: MIT
import BotKit

/// `timezone:`, a name of the IANA database or a distance from UTC.
struct ZoneSetting: Decodable, Sendable {
    let zone: Zone

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            zone = try Zone(try value.decode(String.self))
        } catch let error as ZoneError {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: error.description)
        }
    }
}
