// Govorun: `govorun dev` on real files. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("Edit and see", .serialized, .timeLimit(.minutes(3)))
struct DevTests {
    /// A build that takes no time: it fails, as a compiler does, while a file says so.
    private static let build = #"""
        #!/bin/sh
        echo build >> builds
        while [ -e hold ]; do sleep 0.05; done
        if grep -n broken Plugins/Shop/ShopPlugin.swift > found; then
            echo "$PWD/Plugins/Shop/ShopPlugin.swift:$(cut -d: -f1 found):5: error: cannot find 'broken' in scope"
            exit 1
        fi
        """#

    private static func bots(_ command: String) -> String {
        "vk: { api: simulator }\nbots: { echo: { plugins: [{ use: echo, with: { command: \(command) } }] } }\n"
    }

    private struct Bench: Sendable {
        let folder: Folder
        let vk: VK
        let person: Int
        var program: Program { vk.program }
        let community = 200_000_001

        /// What the bot has said so far.
        func heard() async throws -> [String] {
            try await vk.history(person, community).filter { $0["from_id"].int == -community }.compactMap { $0["text"].string }
        }

        func hears(_ text: String, after written: String? = nil) async throws {
            if let written {
                try await vk.post("write", ["community": .integer(community), "person": .integer(person), "text": .string(written)])
            }
            _ = try await vk.eventually(within: .seconds(20), "«\(text)» from the bot") { try await heard().last == text ? true : nil }
        }

        /// Waits until the page is told of a build that ended so.
        func sees(_ stage: String) async throws -> JSON {
            try await vk.eventually(within: .seconds(20), "a build that is \(stage)") {
                let build = try await vk.get("state")["build"]
                return build["stage"].string == stage ? build : nil
            }
        }
    }

    private func withBench(_ body: (Bench) async throws -> Void) async throws {
        try await withClient { client in
            let folder = try Folder()
            let plugin = folder.url.appendingPathComponent("Plugins/Shop")
            try FileManager.default.createDirectory(at: plugin, withIntermediateDirectories: true)
            _ = try folder.write("Plugins/Shop/ShopPlugin.swift", "// whole\n")
            _ = try folder.write("build.sh", Self.build)
            _ = try folder.write("bots.yaml", Self.bots("echo"))
            let program = try Program.govorun(["dev", "--listen", "127.0.0.1:0", "--build", "sh build.sh"], in: folder.url)
            let vk = try await VK(in: program, client: client)
            try await vk.isPolled()
            try await body(Bench(folder: folder, vk: vk, person: try await vk.addPerson("Алиса")))
            program.signal(SIGTERM)
            #expect(try await program.exitStatus() == 0)
        }
    }

    @Test("A changed bots.yaml is in force in the same conversation; a mistake in it is shown at its place and the bots go on")
    func configuration() async throws {
        try await withBench { bench in
            try await bench.hears("раз", after: "/echo раз")
            _ = try bench.folder.write("bots.yaml", Self.bots("повтори"))
            _ = try await bench.program.line(after: "saved: ")
            #expect(try await bench.sees("running")["took_ms"].int ?? -1 >= 0)
            try await bench.hears("два", after: "/повтори два")
            #expect(try await bench.heard() == ["раз", "два"])

            _ = try bench.folder.write("bots.yaml", Self.bots("повтори").replacing("plugins", with: "plugns"))
            let build = try await bench.sees("failed")
            #expect(build["problems"][0]["file"].string == "bots.yaml")
            #expect(build["problems"][0]["line"].int == 2)
            #expect(build["problems"][0]["message"].string?.contains("did you mean 'plugins'?") == true)
            try await bench.hears("три", after: "/повтори три")

            func starts() -> Int { bench.program.errors.count { $0.contains("listening") } }
            #expect(starts() == 2)
            _ = try bench.folder.write("bots.yaml", Self.bots("повтори"))
            _ = try await bench.sees("running")
            try await bench.hears("четыре", after: "/повтори четыре")
            #expect(starts() == 2, "mended, it is what the bots have")
        }
    }

    @Test("An error of the compiler is shown at its place and the bots go on; what is written meanwhile is answered once")
    func compiler() async throws {
        try await withBench { bench in
            _ = try bench.folder.write("Plugins/Shop/ShopPlugin.swift", "// whole\nbroken()\n")
            let problem = try await bench.sees("failed")["problems"][0]
            #expect(problem["file"].string == "Plugins/Shop/ShopPlugin.swift")
            #expect(problem["line"].int == 2)
            #expect(problem["message"].string == "cannot find 'broken' in scope")
            try await bench.hears("раз", after: "/echo раз")

            _ = try bench.folder.write("Plugins/Shop/ShopPlugin.swift", "// whole again\n")
            try await bench.hears("два", after: "/echo два")
            _ = try await bench.sees("running")
            try await bench.hears("три", after: "/echo три")
            #expect(try await bench.heard() == ["раз", "два", "три"])
        }
    }

    @Test("bots.yaml waits for no build, and however often code is saved meanwhile, one build follows")
    func meanwhile() async throws {
        try await withBench { bench in
            let code = "Plugins/Shop/ShopPlugin.swift"
            func builds() throws -> Int {
                try String(contentsOf: bench.folder.url.appendingPathComponent("builds"), encoding: .utf8).count { $0 == "\n" }
            }
            _ = try await bench.sees("running")
            let before = try builds()
            _ = try bench.folder.write("hold", "")
            _ = try bench.folder.write(code, "// 1\n")
            _ = try await bench.vk.eventually(within: .seconds(20), "a build") { try builds() == before + 1 ? true : nil }
            _ = try bench.folder.write("bots.yaml", Self.bots("повтори").replacing("plugins", with: "plugns"))
            #expect(try await bench.sees("failed")["problems"][0]["file"].string == "bots.yaml")
            _ = try bench.folder.write("bots.yaml", Self.bots("повтори"))
            _ = try await bench.program.line(after: "the bots have the newest bots.yaml, after ")
            try await bench.hears("раз", after: "/повтори раз")
            for number in 2...4 {
                _ = try bench.folder.write(code, "// \(number)\n")
                _ = try await bench.vk.eventually(within: .seconds(20), "a word about each save") {
                    bench.program.output.count { $0 == "saved: \(code)" } == number ? true : nil
                }
            }
            try FileManager.default.removeItem(at: bench.folder.url.appendingPathComponent("hold"))
            _ = try await bench.sees("running")
            #expect(try builds() == before + 2)
            try await bench.hears("два", after: "/повтори два")
        }
    }

    @Test("kill -9 of what watches ends the bots as well")
    func orphan() async throws {
        try await withClient { client in
            let folder = try Folder()
            _ = try folder.write("bots.yaml", Self.bots("echo"))
            try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("Plugins"), withIntermediateDirectories: true)
            let program = try Program.govorun(["dev", "--listen", "127.0.0.1:0", "--build", "true"], in: folder.url)
            let vk = try await VK(in: program, client: client)
            try await vk.isPolled()
            program.signal(SIGKILL)
            // Its output is also the bots': it ends when they have ended.
            _ = try await program.exitStatus()
            #expect(program.errors.contains { $0.contains("stopped") })
        }
    }
}
