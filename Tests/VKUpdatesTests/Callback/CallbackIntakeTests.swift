// Govorun: the intake of callbacks. SPDX-License-Identifier: MIT
import ScriptedVK
import Testing
import VKAPI

@testable import VKUpdates

@Suite("The intake of callbacks", .timeLimit(.minutes(5)))
struct CallbackIntakeTests {
    @Test("answers ok only when the update is stored")
    func durable() async {
        let (intake, postbox) = (CallbackIntake(), Postbox(holding: 1))
        intake.open(postbox)
        let answered = Tally()
        await withTaskGroup { group in
            group.addTask {
                #expect(await intake.post("a") == .ok)
                answered.note()
            }
            await postbox.groups(reach: 1)
            #expect(answered.count == 0)
            await postbox.release()
        }
        #expect(postbox.groups == [["a"]])
    }

    @Test("asks VK to come again while a bot that may be the community's is about to begin")
    func start() async {
        let (intake, postbox) = (CallbackIntake(), Postbox())
        #expect(await intake.post("a") == .unknown)
        intake.expect("other", community: 6)
        #expect(await intake.post("a") == .unknown)
        intake.expect("helpdesk")
        #expect(await intake.post("a") == .later(.seconds(5)))
        intake.open(postbox)
        #expect(await intake.post("a") == .ok)
        intake.expect("broken")
        let foreign = CallbackRequest(path: "/callback", body: Array(#"{"type":"x","group_id":7}"#.utf8))
        #expect(await intake.answer(foreign) == .later(.seconds(5)))
        intake.expectNoMore("broken")
        #expect(await intake.answer(foreign) == .unknown)
    }

    @Test("stores together what comes while a store is under way")
    func groups() async {
        let (intake, postbox) = (CallbackIntake(), Postbox(holding: 1))
        intake.open(postbox)
        await withTaskGroup { group in
            group.addTask { #expect(await intake.post("first") == .ok) }
            await postbox.groups(reach: 1)
            for number in 0..<200 { group.addTask { #expect(await intake.post("\(number)") == .ok) } }
            await intake.waiting(reach: 200, of: 5)
            await postbox.release()
        }
        #expect(postbox.groups.map(\.count) == [1, 200])
        #expect(postbox.seen.count == 201)
    }

    @Test(
        "answers 503 when there is no room, and when storing fails",
        arguments: [
            (.success(.full(retryAfter: .seconds(9))), .later(.seconds(9))), (.failure(DiskGone()), .later(.seconds(30))),
        ] as [(Result<CallbackOutcome, any Error>, CallbackAnswer)])
    func refusals(outcome: Result<CallbackOutcome, any Error>, expected: CallbackAnswer) async {
        let (intake, postbox) = (CallbackIntake(), Postbox())
        intake.open(postbox)
        postbox.answer([outcome])
        #expect(await intake.post("a") == expected)
        #expect(await intake.post("a") == .ok)
        #expect(postbox.seen == ["a"])
    }

    @Test("gives all of a group the one outcome, and tells of a failure once")
    func failingGroup() async {
        let lines = LogLines()
        let (intake, postbox) = (CallbackIntake(logger: lines.logger(.warning)), Postbox(holding: 1))
        intake.open(postbox)
        postbox.answer([.success(.stored), .failure(DiskGone())])
        await withTaskGroup { group in
            group.addTask { #expect(await intake.post("first") == .ok) }
            await postbox.groups(reach: 1)
            for number in 0..<20 { group.addTask { #expect(await intake.post("\(number)") == .later(.seconds(30))) } }
            await intake.waiting(reach: 20, of: 5)
            await postbox.release()
        }
        #expect(lines.entries.map(\.message) == ["updates could not be stored, VK will send them again"])
    }

    @Test("asks VK to come again when too many wait")
    func full() async {
        var configuration = CallbackIntake.Configuration()
        configuration.waitingLimit = 3
        let (intake, postbox) = (CallbackIntake(configuration), Postbox(holding: 1))
        intake.open(postbox)
        await withTaskGroup { group in
            group.addTask { #expect(await intake.post("first") == .ok) }
            await postbox.groups(reach: 1)
            for number in 0..<3 { group.addTask { #expect(await intake.post("\(number)") == .ok) } }
            await intake.waiting(reach: 3, of: 5)
            #expect(await intake.post("late") == .later(.seconds(30)))
            await postbox.release()
        }
    }

    @Test("who gives up takes nothing from the others of the group")
    func cancelled() async {
        let (intake, postbox) = (CallbackIntake(), Postbox(holding: 1))
        intake.open(postbox)
        await withTaskGroup { group in
            let first = Task { await intake.post("first") }
            await postbox.groups(reach: 1)
            group.addTask { #expect(await intake.post("second") == .ok) }
            await intake.waiting(reach: 1, of: 5)
            first.cancel()
            await postbox.release()
            #expect(await first.value == .ok)
        }
        #expect(postbox.seen == ["first", "second"])
    }

    @Test("a slow community holds up no other")
    func apart() async {
        let intake = CallbackIntake()
        let (slow, quick) = (Postbox(holding: 1), Postbox())
        intake.open(slow)
        intake.open(community: 6, secret: nil, confirmation: { "" }, store: { try await quick.store($0) })
        await withTaskGroup { group in
            group.addTask { _ = await intake.post("a") }
            await slow.groups(reach: 1)
            #expect(await intake.answer(CallbackRequest(path: "/callback", body: Array(#"{"group_id":6}"#.utf8))) == .ok)
            await slow.release()
        }
    }

    @Test("closing lets nothing in, waits for what is being stored, and opening lets in again")
    func closing() async {
        let (intake, postbox) = (CallbackIntake(), Postbox(holding: 1))
        intake.open(postbox)
        await withTaskGroup { group in
            group.addTask { #expect(await intake.post("a") == .ok) }
            await postbox.groups(reach: 1)
            group.addTask { #expect(await intake.post("b") == .ok) }
            await intake.waiting(reach: 1, of: 5)
            group.addTask {
                await intake.close(community: 5)
                #expect(postbox.seen == ["a", "b"])
            }
            await postbox.release()
        }
        #expect(await intake.post("c") == .later(.seconds(30)))
        intake.open(postbox)
        #expect(await intake.post("c") == .ok)
        await intake.close(community: 6)
    }

    @Test("drops what comes by another way, and says ok")
    func only() async {
        let (intake, postbox) = (CallbackIntake(), Postbox())
        intake.open(postbox, only: UpdateTypes.wanted(byCallbackBeside: [.longPoll]))
        #expect(await intake.post("a", type: "message_new") == .ok)
        #expect(await intake.post("b", type: "lead_forms_new") == .ok)
        #expect(postbox.groups == [["b"]])
    }
}

@Suite("A confirmation")
struct ConfirmationTests {
    @Test("is the code that VK has when it asks, fetched anew each time")
    func fresh() async {
        let (intake, fetched) = (CallbackIntake(), Tally())
        intake.open(Postbox()) { "code\(fetched.note())" }
        #expect(await intake.post("", type: "confirmation") == .confirmation("code1"))
        #expect(await intake.post("", type: "confirmation") == .confirmation("code2"))
    }

    @Test("is fetched once for all who ask while the one before is being fetched")
    func shared() async {
        let (intake, fetched, gate) = (CallbackIntake(), Tally(), Postbox(holding: 1))
        intake.open(Postbox()) {
            let number = fetched.note()
            _ = try await gate.store([])
            return "code\(number)"
        }
        await withTaskGroup { group in
            group.addTask { #expect(await intake.post("", type: "confirmation") == .confirmation("code1")) }
            await gate.groups(reach: 1)
            for _ in 0..<20 { group.addTask { #expect(await intake.post("", type: "confirmation") == .confirmation("code2")) } }
            while !Task.isCancelled, intake.waitingConfirmations(of: 5) < 20 { await Task.yield() }
            await gate.release()
        }
    }

    @Test("that cannot be had is asked for again later, and the log says why")
    func failing() async {
        let lines = LogLines()
        let intake = CallbackIntake(logger: lines.logger(.warning))
        intake.open(Postbox()) { throw VKError(.refused, code: .permission, method: "groups.getCallbackConfirmationCode", message: "no") }
        #expect(await intake.post("", type: "confirmation") == .later(.seconds(30)))
        #expect(lines.entries.map(\.message) == ["no confirmation code for VK"])
    }

    @Test("with a wrong secret asks VK nothing, and warns once")
    func wrongSecret() async {
        let (lines, fetched) = (LogLines(), Tally())
        let intake = CallbackIntake(logger: lines.logger(.warning))
        intake.open(Postbox()) { "code\(fetched.note())" }
        for _ in 0..<3 { #expect(await intake.post("", type: "confirmation", secret: "guess-of-the-test") == .wrongSecret) }
        #expect(fetched.count == 0)
        let written = lines.entries
        #expect(written.count == 1)
        #expect(!"\(written)".contains("word-of-the-test") && !"\(written)".contains("guess-of-the-test"))
    }
}

@Suite("The log of callbacks")
struct CallbackLogTests {
    @Test("counts repeats at debug, and holds neither secret nor content")
    func repeats() async {
        let lines = LogLines()
        let intake = CallbackIntake(logger: lines.logger(.trace), time: ManualTime())
        intake.open(Postbox())
        let body = Envelope.bytes("a", type: "private-type")
        #expect(await intake.answer(CallbackRequest(path: "/callback", body: body, retryCounter: "3")) == .ok)
        let written = lines.entries
        #expect(written.map(\.level) == [.debug])
        #expect(written.first?.metadata.contains { $0.key == "callback.retry" && $0.value == "3" } == true)
        #expect(!"\(written)".contains("word-of-the-test") && !"\(written)".contains("private-type"))
    }
}
