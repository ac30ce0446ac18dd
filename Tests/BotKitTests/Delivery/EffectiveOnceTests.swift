// Govorun: whatever happens to the process, things are done once. SPDX-License-Identifier: MIT
import BotTesting
import Synchronization
import Testing

@testable import BotKit

@Suite("A handler whose process dies")
struct EffectiveOnceTests {
    struct Count: PluginState { var value = 0 }

    /// Comments, answers, comments again, and counts in two places.
    private static func world() async throws -> Reruns {
        let world = try await Reruns {
            Fallback { message in
                _ = try? await message.bot.vk.call("wall.createComment", ["post_id": 1, "message": "one"]).send()
                try await message.send("first")
                try await message.state(Count.self) { $0.value += 1 }
                let all = try await message.state(Count.self, of: .bot) { count in
                    count.value += 1
                    return count.value
                }
                try await message.send("number \(all)")
                _ = try? await message.bot.vk.call("wall.createComment", ["post_id": 1, "message": "two"]).send()
                try await message.send("last")
            }
        }
        world.bot.answer("wall.createComment", with: ["comment_id": 7])
        return world
    }

    @Test("at any call, twice over, sends each message once, comments once and counts once", arguments: DyingVK.Death.allCases)
    func everywhere(death: DyingVK.Death) async throws {
        for (first, second) in (1...5).flatMap({ first in (1...5).map { (first, $0) } }) {
            let world = try await Self.world()
            #expect(try await !world.process(isFirst: true, dyingAt: first, death))
            // What the first has done is not done again, so the second may come to its end.
            if try await !world.process(isFirst: false, dyingAt: second, death) { #expect(try await world.process(isFirst: false)) }
            #expect(world.bot.replies.map(\.text) == ["first", "number 1", "last"], "died at \(first) and \(second)")
            let comments = world.performed("wall.createComment").map { $0.parameters["message"] ?? "" }
            #expect(Set(comments).count == comments.count, "died at \(first) and \(second)")
            let key = StateKey(Count.self, of: "trial", .bot, conversation: 5, person: 5).storageKey(in: world.bot.bot)
            let stored = try await world.bot.bot.storage.value(for: key)
            #expect(try stored.map { try JSONDocument($0).root["state"]["value"].int } == 1)
        }
    }

    @Test("at a call that must not be made twice learns that its outcome is not known")
    func outcomeUnknown() async throws {
        let errors = Mutex<[VKFailure]>([])
        let world = try await Reruns {
            Fallback { message in
                do {
                    _ = try await message.bot.vk.call("wall.createComment", ["post_id": 1]).send()
                } catch let error as VKError {
                    errors.withLock { $0.append(error.failure) }
                }
            }
        }
        world.bot.answer("wall.createComment", with: ["comment_id": 7])
        _ = try await world.process(isFirst: true, dyingAt: 1)
        #expect(try await world.process(isFirst: false))
        #expect(errors.withLock { $0 } == [.outcomeUnknown])
        #expect(world.performed("wall.createComment").count == 1)
        #expect(try await world.bot.bot.storage.calls(of: "e", source: world.bot.bot.source).isEmpty, "what is done needs no journal")
    }

    @Test("gets the answer that VK gave the first time, and makes a call again that VK refused")
    func answers() async throws {
        let seen = Mutex<[Int]>([])
        let world = try await Reruns {
            Fallback { message in
                for number in 1...2 {
                    do {
                        let answer = try await message.bot.vk.call("wall.createComment", ["post_id": number]).send()
                        seen.withLock { $0.append(answer["comment_id"].int ?? 0) }
                    } catch let error as VKError {
                        seen.withLock { $0.append(-(error.code?.rawValue ?? 0)) }
                    }
                }
                try await message.send("end")
            }
        }
        world.bot.answer("wall.createComment", with: ["comment_id": 7])
        world.bot.fail("wall.createComment", with: .param)
        _ = try await world.process(isFirst: true, dyingAt: 3)
        world.bot.answer("wall.createComment", with: ["comment_id": 8])
        #expect(try await world.process(isFirst: false))
        #expect(seen.withLock { $0 } == [-100, 7, 8, 7])
        #expect(world.bot.replies.map(\.text) == ["end"])
    }

    @Test("sends what differs between its runs under the same number, so that the first stands")
    func otherContent() async throws {
        let run = Mutex(0)
        let world = try await Reruns {
            Fallback { message in
                let number = run.withLock { run in
                    run += 1
                    return run
                }
                try await message.send("dice \(number)")
                try await message.send("end")
            }
        }
        _ = try await world.process(isFirst: true, dyingAt: 1)
        #expect(try await world.process(isFirst: false))
        #expect(world.bot.replies.map(\.text) == ["dice 1", "end"])
    }

    @Test("keeps apart what its child tasks send, in whichever order they come the next time")
    func atOnce() async throws {
        let isFirst = Mutex(true)
        let world = try await Reruns {
            Fallback { message in
                let texts = isFirst.withLock { $0 } ? ["a", "b", "c"] : ["c", "b", "a"]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for text in texts {
                        group.addTask { try await message.send(text) }
                        await Task.yield()
                    }
                    try await group.waitForAll()
                }
            }
        }
        _ = try await world.process(isFirst: true, dyingAt: 3, .beforeVKPerforms)
        isFirst.withLock { $0 = false }
        #expect(try await world.process(isFirst: false))
        #expect(world.bot.replies.map(\.text).sorted() == ["a", "b", "c"])
    }
}

@Suite("A random_id that VK has seen before")
struct CollisionTests {
    @Test("is told by an answer with an older message, and the message goes out under another", arguments: [false, true])
    func collision(isReplay: Bool) async throws {
        let id = RandomID.derive(
            bot: 200_000_001, event: "e", plugin: "trial", handler: "fallback", peer: 5, ordinal: 0, part: 0)
        let world = try await Reruns(earlierID: id) { Fallback { message in try await message.send("hello") } }
        let old: JSONValue = ["conversation_message_id": 1, "random_id": .integer(id), "text": "long ago"]
        world.bot.answer("messages.getByConversationMessageId", with: ["count": 1, "items": [old]])
        #expect(try await world.process(isFirst: !isReplay))
        #expect(world.bot.replies.map(\.text) == ["long ago", "hello"])
        #expect(Set(world.bot.replies.map(\.randomID)).count == 2)
    }

    @Test("is not taken from numbers that do not grow: every message goes out once, and VK is asked once", arguments: [false, true])
    func otherNumbers(tells: Bool) async throws {
        let world = try await Reruns { Fallback { message in for text in ["one", "two", "three"] { try await message.send(text) } } }
        world.bot.answer("messages.send", with: [["peer_id": 5, "message_id": 7, "conversation_message_id": 1]])
        if tells { world.bot.answer("messages.getByConversationMessageId", with: ["count": 1, "items": [["text": "hello"]]]) }
        #expect(try await world.process(isFirst: true))
        #expect(world.performed("messages.send").map { $0.parameters["message"] } == ["one", "two", "three"])
        #expect(world.performed("messages.getByConversationMessageId").count == 1)
    }

    @Test("is not looked for where VK answers with the message's id alone")
    func bareID() async throws {
        let world = try await Reruns { Fallback { message in for text in ["one", "two"] { try await message.send(text) } } }
        world.bot.answer("messages.send", with: 7)
        #expect(try await world.process(isFirst: true))
        #expect(world.performed("messages.send").count == 2)
        #expect(world.performed("messages.getByConversationMessageId").isEmpty)
    }
}
