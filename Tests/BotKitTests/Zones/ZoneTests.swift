// Govorun: time zones. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A time zone")
struct ZoneTests {
    /// Checked against another reader of the same database.
    @Test(
        "Offsets are those of the database: long ago, today, on both sides of a change, and far beyond the last one it lists",
        arguments: [
            ("Europe/Moscow", "2026-11-30T06:00Z", 3.0), ("Europe/Moscow", "2012-01-01T00:00Z", 4),
            ("Europe/Moscow", "1985-07-01T00:00Z", 4),
            ("Europe/Berlin", "2026-03-29T00:59Z", 1), ("Europe/Berlin", "2026-03-29T01:00Z", 2), ("Europe/Berlin", "2026-10-25T00:59Z", 2),
            ("Europe/Berlin", "2026-10-25T01:00Z", 1), ("Europe/Berlin", "2090-07-01T00:00Z", 2), ("Europe/Berlin", "2090-12-31T23:59Z", 1),
            ("America/New_York", "2026-03-08T07:00Z", -4), ("America/New_York", "2060-11-07T06:00Z", -5),
            ("America/New_York", "2060-11-07T05:59Z", -4), ("Australia/Lord_Howe", "2026-01-01T00:00Z", 11),
            ("Australia/Lord_Howe", "2050-07-01T00:00Z", 10.5), ("Europe/Dublin", "2055-07-01T00:00Z", 1),
            ("Europe/Dublin", "2055-01-01T00:00Z", 0), ("Asia/Kathmandu", "2026-01-01T00:00Z", 5.75), ("UTC", "2026-01-01T00:00Z", 0),
            ("UTC+3", "2026-01-01T00:00Z", 3), ("UTC-03:30", "2026-01-01T00:00Z", -3.5),
        ])
    func offsets(name: String, time: String, hours: Double) throws {
        #expect(try Zone(name).offset(at: Self.seconds(time)) == Int(hours * 3600))
    }

    @Test(
        "A wall time is its first moment; one that clocks skip is the first moment after the gap",
        arguments: [
            ("Europe/Berlin", "2026-03-29T01:59Z", "2026-03-29T00:59Z"), ("Europe/Berlin", "2026-03-29T02:00Z", "2026-03-29T01:00Z"),
            ("Europe/Berlin", "2026-03-29T02:59Z", "2026-03-29T01:00Z"), ("Europe/Berlin", "2026-03-29T03:00Z", "2026-03-29T01:00Z"),
            ("Europe/Berlin", "2026-10-25T02:30Z", "2026-10-25T00:30Z"), ("Europe/Berlin", "2026-10-25T03:00Z", "2026-10-25T02:00Z"),
            ("Europe/Berlin", "2071-03-29T02:30Z", "2071-03-29T01:00Z"), ("Pacific/Apia", "2011-12-30T12:00Z", "2011-12-30T10:00Z"),
            ("Europe/Moscow", "2026-11-30T09:00Z", "2026-11-30T06:00Z"),
        ])
    func wallTimes(name: String, wall: String, moment: String) throws {
        #expect(try Zone(name).moment(ofWall: Self.seconds(wall)) == Self.seconds(moment))
    }

    @Test(
        "A name that is none says which was meant",
        arguments: [
            ("Europe/Moskow", "Europe/Moscow"), ("europe/moscow", "Europe/Moscow"), ("Moscow", "Europe/Moscow"),
            ("Asia/Ekaterinburg", "Asia/Yekaterinburg"),
        ])
    func unknown(name: String, meant: String) {
        let error = #expect(throws: ZoneError.self) { try Zone(name) }
        #expect(error?.code == .unknown)
        #expect(error?.suggestion == meant)
    }

    @Test(
        "No name reads another file than a zone's",
        arguments: ["", "/etc/passwd", "../../../etc/passwd", "Europe", "zone.tab", "Europe/", "UTC+99", "UTC+3:5"])
    func strange(name: String) { #expect(throws: ZoneError.self) { try Zone(name) } }

    @Test("Where the system has no zones, Russia's are known, and others say what to install")
    func noDatabase() throws {
        let nothing = ZoneDatabase(folder: "/nonexistent")
        #expect(try nothing.rules(named: "Asia/Vladivostok").span(at: 0).offset == 10 * 3600)
        let error = #expect(throws: ZoneError.self) { try nothing.rules(named: "Europe/Berlin") }
        #expect(error?.description.contains("tzdata") == true)
    }

    @Test("What is cut short or no zone file is refused", arguments: [0, 3, 44, 60, 300, 600])
    func cut(length: Int) {
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
        let bytes = header + [UInt8](repeating: 0xff, count: 600)
        #expect(ZoneFile.rules(in: Array(bytes.prefix(length))) == nil)
    }

    @Test(
        "A yearly rule is read in all its forms, and anything else is none",
        arguments: [
            ("MSK-3", true), ("CET-1CEST,M3.5.0,M10.5.0/3", true), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", true),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", true), ("XXX3YYY,J60/0,300/26:30", true), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", true),
            ("", false), ("MSK", false), ("CET-1CEST", false), ("CET-1CEST,M13.5.0,M10.5.0", false), ("CET-1CEST,M3.5.0,M10.5.0/3x", false),
            ("A-3", false), ("<A-3", false),
        ])
    func rules(text: String, isRule: Bool) { #expect((YearlyRule(text) != nil) == isRule) }

    static func seconds(_ text: String) throws -> Int {
        var reader = ArgumentReader(text)
        let argument: DateArgument = .date("time")
        return try argument.read(&reader).unixTime
    }
}
