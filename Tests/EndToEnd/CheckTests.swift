// Govorun: `govorun check` as people run it. SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite("govorun check")
struct CheckTests {
    private func check(_ yaml: String) async throws -> (status: Int32, errors: [String]) {
        let folder = try Folder()
        try folder.write("bots.yaml", yaml)
        let program = try Program.govorun(["check", "bots.yaml"], in: folder.url)
        let status = try await program.exitStatus()
        return (status, program.errors)
    }

    @Test("Ten mistakes of one file are ten located errors, and nothing starts")
    func tenMistakes() async throws {
        let (status, errors) = try await check(
            """
            vk:
              api: simulater
              timeout: soon
            log: { level: loud }
            defaults:
              takeover: sometimes
            bots:
              shop:
                token: "a b"
                concurrency: many
                plugins:
                  - echoo
                  - use: echo
                    with: { evrything: true }
                    in: [chat 0]
              other:
                token: ${NOT_SET}
            """)
        #expect(status == 78)
        let located = errors.filter { $0.contains(": error: ") }
        let places = located.map { $0.split(separator: ":").prefix(3).joined(separator: ":") }
        #expect(
            places == [
                "bots.yaml:2:8", "bots.yaml:3:12", "bots.yaml:4:15", "bots.yaml:6:13", "bots.yaml:9:12", "bots.yaml:10:18",
                "bots.yaml:12:9", "bots.yaml:14:17", "bots.yaml:15:14", "bots.yaml:17:12",
            ])
        #expect(errors.last == "bots.yaml: 10 errors")
        #expect(errors.contains("      - echoo"), "the line itself is shown")
        #expect(errors.contains("        ^"), "with a caret under the place")
    }

    @Test("A plugin's own refusal is located inside its options")
    func pluginOption() async throws {
        let (status, errors) = try await check(
            """
            bots:
              shop:
                token: secret-token
                plugins:
                  - use: echo
                    with:
                      command: two words
            """)
        #expect(status == 78)
        #expect(errors.first?.hasPrefix("bots.yaml:7:20: error: ") == true)
        #expect(!errors.joined().contains("secret-token"))
    }

    @Test("The shipped bots.yaml has no mistake")
    func shipped() async throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let program = try Program.govorun(["check", root.appendingPathComponent("bots.yaml").path])
        #expect(try await program.exitStatus() == 0)
        #expect(program.errors == [])
    }

    @Test("A missing file is said to be missing")
    func missing() async throws {
        let program = try Program.govorun(["check", "no-such-file.yaml"])
        #expect(try await program.exitStatus() == 66)
        #expect(program.errors.first?.contains("no-such-file.yaml: No such file or directory") == true)
    }
}

@Suite("The command line")
struct CommandLineTests {
    @Test(
        "A command line that cannot be understood is exit code 64 and says what there is",
        arguments: [
            ["chek"], ["run", "a", "b"], ["simulate", "--listen", "here"], ["run", "--loud"], ["new", "plugin"], ["plugins", "nothing"],
        ])
    func usage(arguments: [String]) async throws {
        let program = try Program.govorun(arguments)
        #expect(try await program.exitStatus() == 64)
        #expect(program.errors.first?.hasPrefix("error: ") == true)
    }

    @Test(
        "Every command tells what it does",
        arguments: [[], ["run"], ["check"], ["simulate"], ["plugins"], ["new", "plugin"], ["new", "project"], ["version"]])
    func help(command: [String]) async throws {
        let program = try Program.govorun(command + ["--help"])
        #expect(try await program.exitStatus() == 0)
        #expect(program.output.count >= 3)
        #expect(program.errors == [])
    }

    @Test("A taken port is exit code 69 and names the key")
    func takenPort() async throws {
        let first = try Program.govorun(["simulate", "--listen", "127.0.0.1:0"])
        let address = try await first.line(after: "web chat: http://").dropLast()
        let folder = try Folder()
        let yaml = "vk: { api: simulator }\nsimulator: { listen: \"\(address)\" }\nbots: { a: { plugins: [echo] } }\n"
        let file = try folder.write("bots.yaml", yaml)
        let second = try Program.govorun(["run", file])
        #expect(try await second.exitStatus() == 69)
        #expect(second.errors.last?.contains("simulator.listen") == true)
    }
}
