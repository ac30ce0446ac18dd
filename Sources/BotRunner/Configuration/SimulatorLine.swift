// Govorun: where the simulator listens by a file that is no YAML. SPDX-License-Identifier: MIT

extension ListenAddress {
    /// `simulator.listen` by the lines alone: a mistake of syntax anywhere must not move the web chat.
    init?(ofSimulatorIn bytes: [UInt8]) {
        var isInside = false
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.first.map({ !$0.isWhitespace && $0 != "#" }) == true { isInside = line.hasPrefix("simulator:") }
            guard isInside, let key = line.firstRange(of: "listen:"), !line[..<key.lowerBound].contains("#") else { continue }
            let value = line[key.upperBound...].drop { $0 == " " || $0 == "\"" || $0 == "'" }
            self.init(String(value.prefix { !$0.isWhitespace && !"#},\"'".contains($0) }))
            return
        }
        return nil
    }
}
