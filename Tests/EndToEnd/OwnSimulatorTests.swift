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
