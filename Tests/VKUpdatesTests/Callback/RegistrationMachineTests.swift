// Govorun: tables of registering a callback server. SPDX-License-Identifier: MIT
import TapeJSON
import Testing
import VKAPI

@testable import VKUpdates

@Suite("The rules of registering")
struct RegistrationMachineTests {
    typealias Server = RegistrationMachine.Server
    typealias Step = RegistrationMachine.Step

    private static let url = "https://bots.example/callback/helpdesk"

    private static func plan(_ types: [UpdateType] = [.messageNew]) throws -> CallbackPlan {
        try CallbackPlan(
            community: 5, publicURL: "https://bots.example/", bot: "helpdesk", secret: Secret("word-of-the-test"), types: types,
            version: "5.199")
    }

    private static func server(
        _ id: Int = 3, url: String = url, secret: String? = "word-of-the-test", status: String = "ok", title: String = "Mine"
    ) -> Server { Server(id: id, title: title, url: url, secret: secret.map(Secret.init), status: status) }

    static let searches: [([Server], Step)] = [
        ([], .add),
        ([server(url: "https://other.example/vk")], .add),
        ([server()], .readSettings(server: 3)),
        ([server(secret: "another")], .edit(server: 3, title: "Mine")),
        ([server(secret: nil)], .edit(server: 3, title: "Mine")),
        ([server(secret: nil, title: "")], .edit(server: 3, title: "helpdesk")),
        ([server(status: "failed")], .edit(server: 3, title: "Mine")),
        ([server(status: "unconfigured")], .edit(server: 3, title: "Mine")),
        ([server(status: "wait")], .look(after: .milliseconds(500))),
        ([server(7, status: "failed"), server(8)], .readSettings(server: 8)),
        ([server(7, status: "failed"), server(8, status: "failed")], .edit(server: 7, title: "Mine")),
    ]

    @Test("The server with our address is used as it is, or told anew; without one it is added", arguments: searches)
    func search(servers: [Server], expected: Step) throws {
        var machine = RegistrationMachine(try Self.plan())
        #expect(machine.start == .look(after: .zero))
        #expect(try machine.receive(servers) == expected)
    }

    @Test("A server that was added is looked at with growing waits until VK has confirmed it")
    func confirmed() throws {
        var machine = RegistrationMachine(try Self.plan())
        _ = try machine.receive([])
        #expect(machine.receive(server: 3) == .look(after: .milliseconds(500)))
        #expect(try machine.receive([Self.server(status: "unconfigured")]) == .look(after: .seconds(1)))
        #expect(try machine.receive([Self.server(status: "wait")]) == .look(after: .seconds(2)))
        #expect(try machine.receive([Self.server(status: "failed")]) == .look(after: .seconds(4)))
        #expect(try machine.receive([Self.server()]) == .readSettings(server: 3))
    }

    @Test(
        "A server that stays unconfirmed is an error that names the address",
        arguments: [("unconfigured", 60.5), ("wait", 60.5), ("failed", 7.5)])
    func unconfirmed(status: String, seconds: Double) throws {
        var machine = RegistrationMachine(try Self.plan())
        _ = try machine.receive([])
        var step = machine.receive(server: 3)
        var waited = Duration.zero
        let error = try #require(throws: CallbackError.self) {
            while case .look(let wait) = step {
                waited += wait
                step = try machine.receive([Self.server(status: status)])
            }
        }
        #expect(error.code == .notConfirmed)
        #expect(error.status == status)
        #expect(error.description.contains(Self.url))
        #expect(waited == .seconds(seconds))
    }

    @Test("A server that vanishes meanwhile is an error")
    func vanished() throws {
        var machine = RegistrationMachine(try Self.plan())
        _ = machine.receive(server: 3)
        let error = try #require(throws: CallbackError.self) { try machine.receive([Self.server(4)]) }
        #expect(error.code == .vanished)
    }

    @Test("Adding that was not answered is looked for once, then given up")
    func lostAnswer() throws {
        var machine = RegistrationMachine(try Self.plan())
        _ = try machine.receive([])
        #expect(machine.loseAnswer() == .look(after: .seconds(1)))
        #expect(try machine.receive([]) == .add)
        #expect(machine.loseAnswer() == nil)
    }

    @Test(
        "Only what differs is changed, and nothing is switched off",
        arguments: [
            (#"{"api_version":"5.199","events":{"message_new":1,"group_join":1}}"#, Step.done(server: 3)),
            (#"{"api_version":"5.199","events":{"message_new":1,"group_join":1,"like_add":1}}"#, .done(server: 3)),
            (#"{"api_version":"5.199","events":{"message_new":1,"group_join":0}}"#, .change(server: 3, on: [.groupJoin])),
            (#"{"api_version":"5.199","events":{}}"#, .change(server: 3, on: [.groupJoin, .messageNew])),
            (#"{"api_version":"5.131","events":{"message_new":1,"group_join":1}}"#, .change(server: 3, on: [])),
            (#"{"events":[]}"#, .change(server: 3, on: [.groupJoin, .messageNew])),
        ])
    func settings(answer: String, expected: Step) throws {
        let machine = RegistrationMachine(try Self.plan([.messageNew, .groupJoin, .appPayload, "new_thing"]))
        #expect(machine.receive(GroupsCallbackSettings(try JSONDocument(answer).root), of: 3) == expected)
    }
}

@Suite("A plan for callbacks")
struct CallbackPlanTests {
    private static func plan(_ url: String, bot: String = "helpdesk", secret: String = "word") throws -> CallbackPlan {
        try CallbackPlan(community: 5, publicURL: url, bot: bot, secret: Secret(secret), types: [], version: "5.199")
    }

    @Test(
        "gives each bot an address of its own",
        arguments: [
            ("https://bots.example", "https://bots.example/callback/helpdesk"),
            ("https://bots.example/", "https://bots.example/callback/helpdesk"),
            ("http://10.0.0.1:8420/vk//", "http://10.0.0.1:8420/vk/callback/helpdesk"),
        ])
    func address(publicURL: String, expected: String) throws { #expect(try Self.plan(publicURL).url == expected) }

    @Test("refuses an address that is none", arguments: ["bots.example", "ftp://bots.example", ""])
    func badURL(publicURL: String) throws {
        let error = try #require(throws: CallbackError.self) { try Self.plan(publicURL) }
        #expect(error.code == .badURL)
    }

    @Test("refuses a secret that VK would not take", arguments: [0, 51])
    func badSecret(count: Int) throws {
        let secret = String(repeating: "я", count: count)
        let error = try #require(throws: CallbackError.self) { try Self.plan("https://bots.example", secret: secret) }
        #expect(error.code == .badSecret)
        #expect(!error.description.contains("яя"))
    }

    @Test("cuts the title to what VK takes")
    func title() throws { #expect(try Self.plan("https://bots.example", bot: "a-very-long-name-of-a-bot").title == "a-very-long-na") }

    @Test("makes secrets that VK takes and nobody guesses")
    func secrets() {
        let secrets = (0..<100).map { _ in CallbackPlan.newSecret().reveal() }
        #expect(Set(secrets).count == 100)
        #expect(secrets.allSatisfy { $0.count == 40 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    }
}
