// Govorun: uploads, comments and reactions happen once. SPDX-License-Identifier: MIT
import BotTesting
import Testing

@testable import BotKit

@Suite("A handler that uploads, comments and reacts, and whose process dies")
struct EffectiveOnceWritesTests {
    /// Calls it makes when nothing goes wrong: a reaction, three for each of two uploads, two messages, a comment.
    private static let calls = 10

    private static func world() async throws -> Reruns {
        try await Reruns {
            Fallback { message in
                try await message.react(4)
                try await message.send("picture", attachments: [.data([0xFF, 0xD8, 0xFF, 1], name: "a.jpg")])
                let subject = try #require(
                    CommentSubject(
                        .wallReplyNew, CommentEvent(JSONValue.object(["post_id": 3, "post_owner_id": -200_000_001]).view),
                        community: 200_000_001))
                _ = try await message.run.write("comment", [], under: subject, answering: nil)
                try await message.send("file", attachments: [.data([1, 2, 3], name: "a.bin")])
            }
        }
    }

    @Test("at any call, twice over, sends each message with its attachment once and comments once", arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        for (first, second) in (1...Self.calls).flatMap({ first in [1, 4, 6].map { (first, $0) } }) {
            let world = try await Self.world()
            let words: Comment = "died at \(first) and \(second)"
            #expect(try await !world.process(isFirst: true, dyingAt: first, death), words)
            if try await !world.process(isFirst: false, dyingAt: second, death) { #expect(try await world.process(isFirst: false), words) }
            #expect(world.bot.replies.map(\.text) == ["picture", "file"], words)
            #expect(world.bot.replies.map { $0.attachments.map { $0.prefix(3) } } == [["pho"], ["doc"]], words)
            #expect(world.bot.comments.map(\.text) == ["comment"], words)
            // Cut off while it is saved, a file is uploaded again, which nobody sees; once saved, never.
            #expect(world.bot.uploads.count <= 4, words)
        }
    }

    @Test("attaches after its death what it uploaded before")
    func sameAttachment() async throws {
        let world = try await Self.world()
        // Dies when VK has the first message and the answer is on its way.
        #expect(try await !world.process(isFirst: true, dyingAt: 5, .beforeVKPerforms))
        #expect(world.bot.uploads.count == 1)
        #expect(world.bot.replies.isEmpty)
        #expect(try await world.process(isFirst: false))
        #expect(world.bot.uploads.count == 2, "the picture is not uploaded again")
        #expect(world.performed("photos.saveMessagesPhoto").count == 1)
    }

    @Test("that was cut off in a comment writes it again under the same guid, and VK drops it")
    func cutOffComment() async throws {
        let world = try await Self.world()
        #expect(try await !world.process(isFirst: true, dyingAt: 6, .beforeTheAnswer))
        #expect(world.bot.comments.count == 1)
        #expect(try await world.process(isFirst: false))
        let guids = world.performed("wall.createComment").compactMap { $0.parameters["guid"] }
        #expect(guids.count == 2)
        #expect(Set(guids).count == 1)
        #expect(world.bot.comments.count == 1)
    }
}

@Suite("A handler that calls another service, and whose process dies")
struct EffectiveOnceServiceTests {
    private static let service = HTTPService("https://pay.example").configured { $0.retry = .never }

    private static func world() async throws -> Reruns {
        let world = try await Reruns {
            Fallback { message in
                let price: Int = try await message.bot.http.send(service.get("price"))
                do {
                    let bill: Int = try await message.bot.http.send(service.post("bills", body: .json(["price": .integer(price)])))
                    try await message.send("bill \(bill)")
                } catch let failure as HTTPFailure {
                    try await message.send("\(failure.group)")
                }
            }
        }
        world.bot.http.mock("GET https://pay.example/price", .json(10), .json(20))
        world.bot.http.mock("POST https://pay.example/bills", .json(1), .json(2))
        return world
    }

    @Test("posts once, and gets the answer of the first time though the body differs")
    func posted() async throws {
        let world = try await Self.world()
        #expect(try await !world.process(isFirst: true, dyingAt: 3))
        #expect(try await world.process(isFirst: false))
        #expect(world.bot.replies.map(\.text) == ["bill 1"])
        #expect(world.bot.http.calls.map(\.verb) == ["GET", "POST", "GET"])
    }

    @Test("that was cut off in the post does not post again, and learns that nobody knows", arguments: DyingVK.Death.allCases)
    func cutOff(death: DyingVK.Death) async throws {
        let world = try await Self.world()
        #expect(try await !world.process(isFirst: true, dyingAt: 2, death))
        #expect(try await world.process(isFirst: false))
        #expect(world.bot.replies.map(\.text) == ["outcomeUnknown"])
        #expect(world.bot.http.calls.count { $0.verb == "POST" } <= 1)
    }
}
