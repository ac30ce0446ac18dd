// Govorun: rules of what `govorun dev` reads in a build's output. SPDX-License-Identifier: MIT
import Testing
import VKSimulator

@testable import GovorunCLI

@Suite("What a build has printed")
struct ProblemTextTests {
    @Test("A compiler's errors, each once, with the line of the file, paths from the folder")
    func compiler() {
        let text = """
            [3/7] Compiling BotPlugins EchoPlugin.swift
            /home/olga/bot/Plugins/Echo/EchoPlugin.swift:31:35: error: value of type 'Message' has no member 'sendd'
            29 |         } else {
            30 |             Command("echo") { message, text in
            31 |                 try await message.sendd(text)
               |                                   `- error: value of type 'Message' has no member 'sendd'
            32 |             }
            /home/olga/bot/Plugins/Echo/EchoPlugin.swift:31:35: error: value of type 'Message' has no member 'sendd'
            /home/olga/bot/Plugins/Echo/EchoPlugin.swift:40:1: warning: unused
            """
        let problems = ProblemText.problems(in: text, under: "/home/olga/bot")
        #expect(
            problems == [
                BuildReport.Problem(
                    file: "Plugins/Echo/EchoPlugin.swift", line: 31, column: 35, message: "value of type 'Message' has no member 'sendd'",
                    excerpt: "try await message.sendd(text)")
            ])
    }

    @Test("An error without a place is called one once")
    func unplaced() {
        let problems = ProblemText.problems(in: "error: bots.yaml: No such file or directory\n")
        #expect(problems == [BuildReport.Problem(message: "bots.yaml: No such file or directory")])
    }

    @Test("Mistakes in bots.yaml, with their line and caret, colours taken off")
    func check() {
        let text = """
            bots.yaml:14:9: \u{1b}[31merror\u{1b}[0m: unknown key 'plugns' in bots.helpdesk; did you mean 'plugins'?
                    plugns: [echo]
                    ^~~~~~
            bots.yaml: 1 error; nothing was started
            """
        let problem = ProblemText.problems(in: text)[0]
        #expect(problem.file == "bots.yaml")
        #expect((problem.line, problem.column) == (14, 9))
        #expect(problem.message == "unknown key 'plugns' in bots.helpdesk; did you mean 'plugins'?")
        #expect(problem.excerpt.contains("plugns: [echo]\n"))
    }

    @Test("A trap is told by its reason and the lines of plugins, not by registers")
    func crash() {
        let registers = (0..<30).map { "rax 0x00000000000000\($0) \($0)" }.joined(separator: "\n")
        let text = """
            Shop/ShopPlugin.swift:9: Fatal error: Index out of range

            💣 Program crashed: System trap at 0x00007fd5aa5f2cf4

            0                  0x00007f _assertionFailure(_:_:file:line:flags:) + 264 in libswiftCore.so
            1 [ra]             0x00005e ShopPlugin.price(_:) + 123 in govorun at /home/olga/bot/Plugins/Shop/ShopPlugin.swift:9:17
            2 [ra]             0x00005e ShopPlugin.init(_:) + 99 in govorun at /home/olga/bot/Plugins/Shop/ShopPlugin.swift:4:9
            3 [ra]             0x00005e PluginMaking.make(_:_:) + 99 in govorun at /home/olga/bot/Sources/BotRunner/PluginMaking.swift:40:9

            Registers:
            \(registers)
            """
        let problem = BuildReport.Problem(
            file: "Plugins/Shop/ShopPlugin.swift", line: 9, column: 17,
            message: "Fatal error: Index out of range\n  called at Plugins/Shop/ShopPlugin.swift:4:9")
        #expect(ProblemText.problems(in: text, under: "/home/olga/bot") == [problem])
        #expect(ProblemText.problems(in: "x.swift:1: Fatal error: no\n" + registers) == [.init(message: "Fatal error: no")])
    }

    @Test("A build that fails without naming a place is shown by its last lines", arguments: ["make: swift: No such file\n", "", "\n\n"])
    func placeless(text: String) {
        let problems = ProblemText.problems(in: text)
        #expect(problems.count == 1)
        #expect(problems[0].file.isEmpty)
        #expect(problems[0].message == (text.contains("swift") ? "make: swift: No such file" : "the build failed and said nothing"))
    }
}
