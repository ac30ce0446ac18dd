// Govorun: the simulator inside the program. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

@Suite("The simulator inside the program")
struct OwnSimulatorTests {
    @Test(
        "govorun dev listens where the file says, whatever else is wrong in it",
        arguments: ["bots: { a: { plugins: [nobody-has-this] } }", "bots: { a: {"])
    func place(rest: String) async throws {
        let folder = try Folder()
        _ = try folder.write("bots.yaml", "simulator: { listen: 127.0.0.2:0 }\nvk: { api: simulator }\n\(rest)\n")
        let program = try Program.govorun(["dev", "--build", "true"], in: folder.url)
        #expect(try await program.line(after: "web chat: ").hasPrefix("http://127.0.0.2:"))
        program.signal(SIGTERM)
        #expect(try await program.exitStatus() == 0)
    }

    @Test("govorun dev tells that another simulator.listen waits for its next start")
    func moved() async throws {
        let folder = try Folder()
        func write(_ host: String) throws {
            _ = try folder.write(
                "bots.yaml", "simulator: { listen: \(host):0 }\nvk: { api: simulator }\nbots: { a: { plugins: [echo] } }\n")
        }
        try write("127.0.0.2")
        let program = try Program.govorun(["dev", "--build", "true"], in: folder.url)
        _ = try await program.line(after: "the bots are the newest")
        try write("127.0.0.3")
        let told = try await program.line(after: "simulator.listen counts from the next start of govorun dev on; the web chat stays at ")
        #expect(told.hasPrefix("http://127.0.0.2:"))
        program.signal(SIGTERM)
        #expect(try await program.exitStatus() == 0)
    }

    @Test("govorun simulate FILE listens where the file says, unless the command line says otherwise")
    func alone() async throws {
        let folder = try Folder()
        _ = try folder.write("bots.yaml", "simulator: { listen: 127.0.0.2:0 }\nvk: { api: simulator }\nbots: { a: { plugins: [echo] } }\n")
        for (options, host) in [([], "127.0.0.2"), (["--listen", "127.0.0.3:0"], "127.0.0.3")] {
            let program = try Program.govorun(["simulate", "bots.yaml"] + options, in: folder.url)
            #expect(try await program.line(after: "web chat: ").hasPrefix("http://\(host):"))
            program.signal(SIGKILL)
        }
    }

    @Test("A simulator that does not answer is told with how to start one", arguments: ["http://127.0.0.1:9/", "127.0.0.1:9"])
    func nobody(address: String) async throws {
        let folder = try Folder()
        _ = try folder.write("mine.yaml", "vk: { api: simulator }\nbots: { a: { plugins: [echo] } }\n")
        let program = try Program.govorun(["run", "mine.yaml", "--simulator", address], in: folder.url)
        #expect(try await program.exitStatus() == 69)
        let words = "error: no simulator answers at http://127.0.0.1:9; start one: govorun simulate mine.yaml --listen 127.0.0.1:9"
        #expect(program.errors.contains(words), "\(program.errors)")
    }

    @Test("Bots that remember go on with a new simulator, and nothing is said to be lost")
    func restart() async throws {
        try await withClient { client in
            let folder = try Folder()
            let yaml = """
                simulator: { listen: 127.0.0.1:0 }
                storage: sqlite:data/govorun.db
                vk: { api: simulator }
                bots: { a: { plugins: [echo] } }
                """
            _ = try folder.write("bots.yaml", yaml)
            for round in 1...2 {
                let program = try Program.govorun(["run"], in: folder.url)
                let vk = try await VK(in: program, client: client)
                let person = try await vk.addPerson("Алиса")
                // More in the first round, so that its position would be ahead of the second's if both counted from 0.
                for number in 0..<(round == 1 ? 5 : 1) {
                    let text = JSONValue.string("/echo \(number)")
                    try await vk.post("write", ["community": 200_000_001, "person": .integer(person), "text": text])
                }
                _ = try await vk.eventually(within: .seconds(20), "all answers") {
                    try await vk.history(person, 200_000_001).count == (round == 1 ? 10 : 2) ? true : nil
                }
                program.signal(SIGTERM)
                #expect(try await program.exitStatus() == 0)
                #expect(!program.errors.contains { $0.contains("lost") }, "\(program.errors)")
            }
        }
    }
}
