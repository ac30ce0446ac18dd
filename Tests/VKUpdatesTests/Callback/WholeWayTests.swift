// Govorun: from an event at VK to a stored update, over sockets. SPDX-License-Identifier: MIT
import CurlClient
import MicroServer
import TapeJSON
import Testing
import VKAPI
import VKSimulator

@testable import VKUpdates

/// VK on this machine, a bot's web server, and the bot's client.
private struct Town: Sendable {
    let vk: VKSimulator
    let community: Community
    let olga: Person
    let client: VKClient
    let intake: CallbackIntake
    let postbox: Postbox
    let url: String

    static func with(_ change: (inout VKSimulator.Configuration) -> Void = { _ in }, body: (Town) async throws -> Void) async throws {
        var configuration = VKSimulator.Configuration()
        configuration.callbacks.firstWait = .milliseconds(20)
        change(&configuration)
        var limits = CallbackIntake.Configuration()
        limits.pause = .seconds(1)
        let (vk, intake, http) = (VKSimulator(configuration), CallbackIntake(limits), try CurlClient())
        let community = try vk.addCommunity(name: "Shop", token: "token-of-the-test")
        let olga = try vk.addPerson("Ольга", "Ветрова")
        try await vk.start()
        let server = try MicroServer { await intake.answer($0) }
        var settings = VKClient.Configuration()
        settings.api = vk.baseURL + "/method"
        let client = VKClient(token: Secret("token-of-the-test"), configuration: settings, transport: http)
        let town = Town(
            vk: vk, community: community, olga: olga, client: client, intake: intake, postbox: Postbox(),
            url: "http://127.0.0.1:\(server.port)")
        let end: Result<Void, any Error>
        do { end = .success(try await body(town)) } catch { end = .failure(error) }
        await vk.stop()
        await server.stop()
        await client.shutdown()
        await http.shutdown()
        try end.get()
    }

    /// What a bot does at its start.
    func register(_ types: [UpdateType], secret: String = "word-of-the-test", only: Set<UpdateType>? = nil) async throws -> Int {
        intake.open(community: community.id, named: "shop", secret: Secret(secret), only: only) {
            try await client.groups.getCallbackConfirmationCode(groupID: community.id).send().code
        } store: {
            try await postbox.store($0)
        }
        let plan = try CallbackPlan(
            community: community.id, publicURL: url, bot: "shop", secret: Secret(secret), types: types, version: "5.199")
        return try await CallbackRegistration(plan, through: client).perform()
    }

    /// Waits until VK has nothing left to post.
    func delivered() async {
        while !Task.isCancelled, vk.callbackServers(of: community.id).contains(where: { $0.waiting > 0 }) { await Task.yield() }
    }
}

@Suite("The whole way of a callback", .timeLimit(.minutes(5)))
struct WholeWayTests {
    @Test("A bot registers itself, and everything that happens is stored, in order")
    func way() async throws {
        try await Town.with { town in
            let id = try await town.register([.messageNew, .groupJoin])
            let server = try #require(town.vk.callbackServers(of: town.community.id).first)
            #expect(server.id == id && server.status == "ok" && server.url == town.url + "/callback/shop")
            #expect(server.types == ["message_new", "group_join"])
            for number in 0..<100 { try town.vk.write(.init("\(number)", from: town.olga.id, in: town.community.id)) }
            await town.delivered()
            let attempts = town.vk.callbackAttempts().filter { $0.outcome == .delivered }
            #expect(town.postbox.groups.flatMap { $0 } == attempts.map(\.eventID))
            #expect(attempts.count == 100)
        }
    }

    @Test("Many at once share their stores, and none is lost", arguments: [64])
    func together(parallel: Int) async throws {
        try await Town.with {
            $0.callbacks.parallel = parallel
        } body: { town in
            _ = try await town.register([.messageNew])
            for number in 0..<1_000 { try town.vk.write(.init("\(number)", from: town.olga.id, in: town.community.id)) }
            await town.delivered()
            #expect(town.postbox.seen.count == 1_000)
            #expect(town.postbox.groups.count <= 1_000)
        }
    }

    @Test("A second start changes nothing; another secret is told to VK, and what waits comes with it")
    func again() async throws {
        try await Town.with { town in
            let id = try await town.register([.messageNew])
            let before = town.vk.calls().count
            #expect(try await town.register([.messageNew]) == id)
            let calls = town.vk.calls().dropFirst(before).map(\.method)
            #expect(calls == ["groups.getCallbackServers", "groups.getCallbackSettings"])
            await town.intake.close(community: town.community.id)
            try town.vk.write(.init("while closed", from: town.olga.id, in: town.community.id))
            #expect(try await town.register([.messageNew], secret: "new-word-of-the-test") == id)
            try town.vk.write(.init("after", from: town.olga.id, in: town.community.id))
            #expect(town.vk.callbackServers(of: town.community.id).count == 1)
        }
    }

    @Test("A lost answer brings the update again, with the same id")
    func replay() async throws {
        try await Town.with { town in
            _ = try await town.register([.messageNew])
            town.vk.add(Fault(.resetAfter, match: "callback", count: 3))
            for number in 0..<3 { try town.vk.write(.init("\(number)", from: town.olga.id, in: town.community.id)) }
            await town.delivered()
            #expect(town.postbox.groups.joined().count == 6)
            #expect(town.postbox.seen.count == 3)
        }
    }

    @Test("A store that fails makes VK come again, and nothing is lost")
    func failingStore() async throws {
        try await Town.with { town in
            _ = try await town.register([.messageNew])
            town.postbox.answer([.failure(DiskGone()), .success(.full(retryAfter: .seconds(1)))])
            try town.vk.write(.init("precious", from: town.olga.id, in: town.community.id))
            await town.delivered()
            #expect(town.postbox.groups.count == 3)
            #expect(town.postbox.seen.count == 1)
        }
    }

    @Test("Beside long poll only what that cannot bring is taken")
    func beside() async throws {
        try await Town.with { town in
            let types = UpdateTypes.split([.messageNew, .marketOrderNew]).callback
            let only = UpdateTypes.wanted(byCallbackBeside: [.longPoll, .callback])
            _ = try await town.register(types, only: only)
            try town.vk.write(.init("hello", from: town.olga.id, in: town.community.id))
            try town.vk.happen("market_order_new", ["id": 7, "user_id": 1], in: town.community.id)
            await town.delivered()
            #expect(town.postbox.seen.count == 1)
        }
    }
}
