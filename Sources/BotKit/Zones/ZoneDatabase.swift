// Govorun: the system's time zones. SPDX-License-Identifier: MIT
import MarkedYAML
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder of zone files. Each is read once.
final class ZoneDatabase: Sendable {
    /// Where Debian, Alpine, Fedora and others have it.
    static let system = ZoneDatabase(folder: "/usr/share/zoneinfo")

    private let folder: String
    private let known = Mutex<[String: ZoneRules]>([:])

    /// A zone's file has two or three kilobytes.
    private static let largestFile = 1 << 20

    init(folder: String) { self.folder = folder }

    /// The rules of a zone.
    func rules(named name: String) throws(ZoneError) -> ZoneRules {
        if let known = known.withLock({ $0[name] }) { return known }
        guard Self.isName(name), let bytes = Self.read(folder + "/" + name) else {
            guard hasZones else { return try Self.russian(name) }
            throw ZoneError(.unknown, name, suggestion: suggestion(for: name))
        }
        guard let rules = ZoneFile.rules(in: bytes) else { throw ZoneError(.unreadable, name) }
        known.withLock { $0[name] = rules }
        return rules
    }

    /// Words of letters, digits, `_`, `-` and `+`, joined by slashes.
    private static func isName(_ name: String) -> Bool {
        let words = name.split(separator: "/", omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "+") }
        }
    }

    private var hasZones: Bool { access(folder + "/UTC", R_OK) == 0 }

    // MARK: Names

    private func suggestion(for name: String) -> String? {
        let names = allNames
        let wanted = name.lowercased().replacing(" ", with: "_")
        // A city alone, or the right name in other letters.
        let whole = names.first { $0.lowercased() == wanted || $0.lowercased().hasSuffix("/" + wanted) }
        return whole ?? Spelling.nearest(to: name, among: names)
    }

    /// As the database lists them; empty when it does not.
    private var allNames: [String] {
        guard let bytes = Self.read(folder + "/zone.tab") else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
        }
    }

    /// The zones of Russia, whose clocks have not been set since 2016, for systems that have no zones at all.
    private static func russian(_ name: String) throws(ZoneError) -> ZoneRules {
        let hours = [
            "Europe/Kaliningrad": 2, "Europe/Moscow": 3, "Europe/Samara": 4, "Asia/Yekaterinburg": 5, "Asia/Omsk": 6,
            "Asia/Novosibirsk": 7, "Asia/Krasnoyarsk": 7, "Asia/Irkutsk": 8, "Asia/Yakutsk": 9, "Asia/Vladivostok": 10,
            "Asia/Magadan": 11, "Asia/Kamchatka": 12,
        ]
        guard let hours = hours[name] else { throw ZoneError(.noDatabase, name) }
        return ZoneRules(offset: hours * 3600)
    }

    // MARK: Files

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = 0
        while true {
            let read = bytes.withUnsafeMutableBytes { fread($0.baseAddress.map { $0 + count }, 1, $0.count - count, file) }
            count += read
            // A folder opens, too, and gives nothing.
            if read == 0 { return ferror(file) == 0 && count > 0 ? Array(bytes[..<count]) : nil }
            guard count == bytes.count else { continue }
            guard count < largestFile else { return nil }
            bytes += [UInt8](repeating: 0, count: count)
        }
    }
}
