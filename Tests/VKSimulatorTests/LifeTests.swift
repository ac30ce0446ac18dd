// Govorun: starting, stopping, and the small machines inside. SPDX-License-Identifier: MIT
import SocketClient
import Testing

@testable import VKSimulator

@Suite("Life of a simulator")
struct LifeTests {
    @Test("The world and the port outlive a stop")
    func restart() async throws {
        try await Stage.with { stage in
            let port = stage.simulator.port
            try stage.write("hello")
            await stage.simulator.stop()
            await stage.simulator.stop()
            #expect(throws: SocketClient.Failure.refused) { try SocketClient(port: port) }
            try await stage.simulator.start()
            try await stage.simulator.start()
            #expect(stage.simulator.port == port)
            #expect(try await stage.code("messages.send", ["peer_id": "510001001", "random_id": "0", "message": "x"]) == 0)
        }
    }

    @Test("A simulator that is dropped lets go of its port")
    func dropped() async throws {
        var simulator: VKSimulator? = VKSimulator()
        try await simulator?.start()
        let port = try #require(simulator?.port)
        simulator = nil
        while (try? SocketClient(port: port)) != nil { await Task.yield() }
    }

    @Test("Histories are bounded, and numbers go on")
    func boundedHistory() async throws {
        try await Stage.with {
            $0.historyLimit = 10
        } body: { stage in
            for number in 1...100 { try stage.write("\(number)") }
            let history = stage.simulator.history(of: stage.olga.id, in: stage.community.id)
            #expect((10...20).contains(history.count))
            #expect(history.last?.number == 100)
            #expect(history.last?.text == "100")
            #expect(history.map(\.number) == Array(101 - history.count...100))
        }
    }

    @Test("The window of arrivals slides: a call counts for one second")
    func window() {
        var window = ArrivalWindow(limit: 2)
        let times = [
            (0, true), (400, true), (900, false), (1400, true), (1899, false), (1900, false), (2899, true), (4500, true), (4400, true),
        ]
        for (time, isAdmitted) in times { #expect(window.admit(at: .milliseconds(time)) == isAdmitted, "\(time)") }
        #expect(window.maximum == 3)
        #expect(window.refused == 3)
    }

    @Test("A memory forgets the oldest")
    func memory() {
        var memory = BoundedMemory<Int, String>(limit: 2)
        for key in 1...3 { memory.remember("\(key)", for: key) }
        memory.remember("again", for: 3)
        #expect([memory[1], memory[2], memory[3]] == [nil, "2", "again"])
        memory.drop(2)
        #expect(memory[2] == nil)
    }

    @Test(
        "Mentions are read and typed ones resolved",
        arguments: [
            ("@ivan hi", "[id5|@ivan] hi"), ("@ivan (Ваня), да", "[id5|Ваня], да"), ("a@ivan", "a@ivan"), ("[id5|@ivan]", "[id5|@ivan]"),
            ("@nobody", "@nobody"), ("@", "@"), ("(@ivan)", "([id5|@ivan])"), ("@club7", "[club7|@club7]"),
            ("@ivan@ivan", "[id5|@ivan]@ivan"),
        ])
    func mentions(typed: String, received: String) {
        let resolve: (String) -> Int? = { ["ivan": 5, "club7": -7][$0] }
        #expect(Mention.resolved(typed, by: resolve) == received)
        #expect(Mention.all(in: "[club7|x] и [id5|y] [https://vk.com|z] [id6] [public8|") == [-7, 5])
    }
}
