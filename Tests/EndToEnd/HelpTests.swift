// Govorun: `--help` of commands that belong together. SPDX-License-Identifier: MIT
import Testing

@Suite("govorun --help")
struct HelpTests {
    @Test(
        "A word that several commands begin with lists them, with --help, -h, help before or behind it, or alone",
        arguments: [("state", "state forget BOT [PLUGIN]"), ("new", "new plugin"), ("auth", "auth logout")])
    func group(word: String, line: String) async throws {
        for words in [[word, "--help"], [word, "-h"], [word, "help"], ["help", word], [word]] {
            let program = try Program.govorun(words)
            #expect(try await program.exitStatus() == 0)
            #expect(program.output.first == "usage: govorun \(word) COMMAND")
            #expect(program.output.contains { $0.hasPrefix("  " + line) }, "\(program.output)")
            #expect(program.output.filter { $0.hasPrefix("  ") }.allSatisfy { $0.hasPrefix("  \(word) ") })
        }
    }

    @Test("A command of a group keeps its own help, and an unknown one is answered with the group's")
    func member() async throws {
        let known = try Program.govorun(["state", "show", "--help"])
        #expect(try await known.exitStatus() == 0)
        #expect(known.output.first == "usage: govorun state show NAMESPACE [NAME] [options]")
        let unknown = try Program.govorun(["state", "shwo"])
        #expect(try await unknown.exitStatus() == 64)
        #expect(unknown.errors.joined().contains("unknown command 'state shwo'; did you mean 'state show'? there are state list, "))
        #expect(!unknown.errors.joined().contains("auth"))
        let near = try Program.govorun(["rnu", "bots.yaml"])
        #expect(try await near.exitStatus() == 64)
        #expect(near.errors.joined().contains("did you mean 'run'?"))
    }
}
