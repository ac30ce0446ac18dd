// Govorun: what contexts do, against the strict VK of this machine. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import Foundation
import TapeJSON
import Testing
import VKSimulator

@testable import BotRunner

/// Does everything that can be done with a message, in a chat on `/all`, and answers comments.
private struct ContextsPlugin: Plugin {
    /// One transparent pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F,
        0x15,
        0xC4, 0x89, 0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0D, 0x0A, 0x2D, 0xB4, 0, 0, 0, 0, 0x49,
        0x45,
        0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("all") { message in
            try await message.typing()
            try await message.react(4)
            try await message.reply(
                "files", attachments: [.data(Self.png, name: "a.png"), .document(.bytes([1, 2, 3], name: "a.txt"))])
            try await message.send(attachments: [.data(Self.png, name: "a.png")])
            let sent = try await message.send("gone")
            try await sent.pin()
            try await sent.unpin()
            try await sent.delete()
            let last = try await message.send("before", attachments: [.data(Self.png, name: "a.png")])
            try await last.edit("after")
            try await message.forward(to: message.user, text: "look")
            try await message.chat?.rename("Чай")
            let members = try await message.chat?.members() ?? []
            let profile = try await message.user.profile(in: .dative)
            let words = [
                try await message.chat?.title() ?? "", "\(members.count)", profile.name, profile.word("he", "she"),
                "\(try await message.user.canBeWrittenTo())",
            ]
            try await message.send(words.joined(separator: " | "))
        }
        Command("hello") { message in try await message.send("hi") }
        Received(.photo) { message, photo in
            let isSame = try await message.download(photo).bytes() == Self.png
            try await message.send(isSame ? "came whole" : "came otherwise", attachments: message.attachments.compactMap { Attachment($0) })
        }
        On(.wallReplyNew) { event in try await event.reply("thanks for \(event.text)") }
    }
}

@Suite("Contexts on the simulator", .timeLimit(.minutes(2)))
struct ContextsTests {
    @Test("upload, react, pin, delete, edit, forward, download, tell who is there, and answer comments")
    func everything() async throws {
        let simulator = VKSimulator()
        let community = try simulator.addCommunity(name: "a", token: "token-a").id
        let alice = try simulator.addPerson("Алиса", "Лиддел", sex: .female, token: "hers").id
        let boris = try simulator.addPerson("Борис").id
        try simulator.setOfficer(alice, .editor, of: community)
        var opening = VKSimulator.Opening("Беседа", owner: alice, members: [boris], in: community)
        opening.isCommunityAdmin = true
        let chat = try simulator.addChat(opening)
        var configuration = RunnerConfiguration()
        configuration.logLevel = .error
        var bot = BotConfiguration(name: "a", token: .known(Secret("token-a")))
        let plugin = ContextsPlugin(PluginSetup(name: "contexts"))
        bot.plugins = [PluginConfiguration(PluginInstance(name: "contexts", plugin: plugin))]
        try await simulator.start()
        bot.vk.api = simulator.baseURL
        configuration.bots = [bot]
        let runner = Runner(configuration, sink: LogSink(descriptor: open("/dev/null", O_WRONLY)))
        let drain = Drain()
        let run = Task { try await runner.run(until: drain) }
        do {
            try await simulator.arePolled([community])
            _ = try simulator.write(.init("/hello", from: alice, in: community))
            try await simulator.until("what the bot says") { simulator.history(of: alice, in: community).last?.text == "hi" }
            _ = try simulator.write(.init("/all", from: alice, in: community, peer: chat))
            try await simulator.until("what the bot says") { simulator.history(of: chat, in: community).last?.text.contains("|") == true }
            try checkChat(simulator, chat, community)
            #expect(simulator.history(of: alice, in: community).last?.text == "look")
            var writing = VKSimulator.Writing("", from: alice, in: community)
            writing.attached = [try simulator.upload(ContextsPlugin.png, named: "p.png", as: .photo, by: alice)]
            _ = try simulator.write(writing)
            try await simulator.until("what the bot says") {
                simulator.history(of: alice, in: community).last?.text.hasPrefix("came") == true
            }
            let echo = try #require(simulator.history(of: alice, in: community).last)
            #expect(echo.text == "came whole")
            #expect(echo.attachments.count == 1)
            try await checkComments(simulator, community)
        } catch {
            Issue.record(error, "\(simulator.calls().suffix(3).map(\.method)) \(simulator.history(of: chat, in: community).map(\.text))")
        }
        drain.begin()
        _ = try await run.value
        await simulator.stop()
    }

    private func checkChat(_ simulator: VKSimulator, _ chat: Int, _ community: Int) throws {
        let messages = simulator.history(of: chat, in: community).filter { $0.isOutgoing && !$0.isDeleted && $0.action == nil }
        let asked = try #require(simulator.history(of: chat, in: community).first { $0.text == "/all" })
        #expect(messages.map(\.text) == ["files", "", "after", "Чай | 3 | Алиса Лиддел | she | true"])
        #expect(messages.map { $0.attachments.map { $0.view["type"].string } } == [["photo", "doc"], ["photo"], ["photo"], []])
        #expect(messages.map(\.replyTo) == [asked.number, nil, nil, nil])
        let files = simulator.files().map { simulator.content(of: $0) }
        #expect(files.count == 2, "equal bytes are uploaded once")
        #expect(files.contains(ContextsPlugin.png) && files.contains([1, 2, 3]))
    }

    private func checkComments(_ simulator: VKSimulator, _ community: Int) async throws {
        let client = try CurlClient()
        var configuration = VKClient.Configuration()
        configuration.api = simulator.baseURL
        configuration.kind = .user
        let her = VKClient(token: Secret("hers"), configuration: configuration, transport: client)
        let post = try await her.wall.post(ownerID: -community, fromGroup: true, message: "Новости").send().postID
        let comment = try await her.wall.createComment(postID: post, ownerID: -community, message: "news").send().commentID
        try await simulator.until("what the bot says") {
            simulator.calls().contains { call in
                let parameters = Dictionary(call.parameters.map { ($0.name, $0.value) }) { $1 }
                return call.method == "wall.createComment" && call.errorCode == 0 && parameters["message"] == "thanks for news"
                    && parameters["reply_to_comment"] == String(comment)
            }
        }
        await her.shutdown()
        await client.shutdown()
    }
}
