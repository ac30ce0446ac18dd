// Govorun: what VK asks of a person, and how often. SPDX-License-Identifier: MIT
import ScriptedVK
import TapeJSON
import Testing

@testable import VKAPI

@Suite("A captcha as VK sends it")
struct CaptchaReadingTests {
    private func read(_ name: String) throws -> VKError { VKError(answer: try Fixture.json("errors/\(name).json")["error"], method: "m") }

    @Test("The picture form tells size, tries and what VK's own page would offer; a null size is none")
    func picture() throws {
        let captcha = try #require(try read("14-captcha-image").captcha)
        #expect(captcha.sid == "731904558201")
        #expect(captcha.attempt == 1)
        #expect(captcha.ratio == 2.6)
        #expect(captcha.timestamp == 1_767_270_011.482)
        #expect(captcha.size == nil)
        #expect(captcha.isRefreshable && captcha.hasSound)
        #expect(captcha.redirect == nil)
    }

    @Test("A size and a mark are read where VK sends them")
    func size() throws {
        let json = #"{"error_code":14,"captcha_width":130,"captcha_height":50,"captcha_track":"t"}"#
        let captcha = try #require(VKError(answer: try JSONDocument(json).root, method: "m").captcha)
        #expect(captcha.size?.width == 130)
        #expect(captcha.size?.height == 50)
        #expect(captcha.track == "t")
        #expect(!captcha.isRefreshable && !captcha.hasSound)
    }

    @Test("A repaired key takes the place of an earlier solution, whichever form that had")
    func replaced() throws {
        let picture = try #require(try read("14-captcha-image").captcha)
        let redirect = try #require(try read("14-captcha-redirect").captcha)
        var parameters: Parameters = ["peer_id": 1]
        parameters.add(.successToken(Secret("yielded")), to: redirect)
        #expect(parameters.items.map(\.name) == ["peer_id", "success_token", "remixstlid"])
        parameters.add(.key("zhkp"), to: picture)
        #expect(parameters.items.map(\.name) == ["peer_id", "captcha_sid", "captcha_key"])
    }
}

@Suite("Putting challenges to a solver")
struct ChallengedTests {
    @Test("A solved captcha repeats the same call with its answer, and the solver hears that it was right")
    func right() async throws {
        let solver = RecordingSolver { .key("answer to \($0.sid)") }
        let (sent, _, error) = try await drive(solver, [.captcha("1"), nil])
        #expect(error == nil)
        #expect(sent[0]["captcha_key"] == nil)
        #expect(sent[1]["captcha_key"] == "answer to 1")
        #expect(sent[1]["captcha_sid"] == "1")
        #expect(solver.events == ["solve 1", "1 right"])
    }

    @Test("A solver that is slow to hear of it holds no call back for longer than five seconds")
    func slowToHear() async throws {
        struct SlowListener: ChallengeSolver {
            let time: ManualTime
            func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? { .key("k") }
            func learn(_ verdict: CaptchaVerdict) async {
                do { try await time.sleep(for: .seconds(180)) } catch {}
            }
        }
        let time = ManualTime()
        let start = time.now
        let (sent, error) = try await time.running {
            let (sent, _, error) = try await drive(SlowListener(time: time), [.captcha("1"), .captcha("2"), nil], time: time)
            return (sent, error)
        }
        #expect(sent.count == 3 && error == nil)
        #expect(time.now - start == .seconds(10), "two verdicts")
    }

    @Test("A wrong answer is told as wrong, and the new captcha is put to the solver")
    func wrong() async throws {
        let solver = RecordingSolver { .key("answer to \($0.sid)") }
        let (sent, _, _) = try await drive(solver, [.captcha("1"), .captcha("2"), nil])
        #expect(sent.last?["captcha_sid"] == "2")
        #expect(solver.events == ["solve 1", "1 wrong", "solve 2", "2 right"])
    }

    @Test("A refusal for another reason means that the captcha was passed")
    func otherRefusal() async throws {
        let solver = RecordingSolver { _ in .key("k") }
        let (_, _, error) = try await drive(solver, [.captcha("1"), .plain(901)])
        #expect(error?.code?.rawValue == 901)
        #expect(solver.events == ["solve 1", "1 right"])
    }

    @Test("While VK did not look at the answer nothing is told", arguments: [1, 6, 10])
    func lost(code: Int) async throws {
        let solver = RecordingSolver { _ in .key("k") }
        _ = try await drive(solver, [.captcha("1"), .plain(code)])
        #expect(solver.events == ["solve 1"])
    }

    @Test("A lost answer is told when the repeat has one")
    func lostThenPassed() async throws {
        let solver = RecordingSolver { _ in .key("k") }
        _ = try await drive(solver, [.captcha("1"), .plain(10), nil])
        #expect(solver.events == ["solve 1", "1 right"])
    }

    @Test("A solver that is never right is asked five times and told so each time")
    func bound() async throws {
        let solver = RecordingSolver { _ in .key("wrong") }
        let (sent, _, error) = try await drive(solver, (1...9).map { .captcha("\($0)") })
        #expect(sent.count == 6)
        #expect(error?.captcha?.sid == "6")
        #expect(solver.events.count { $0.hasSuffix("wrong") } == 5)
        #expect(solver.events.count { $0.hasPrefix("solve") } == 5)
    }

    @Test("Without a solver, or with one that gives up, the error surfaces at once", arguments: [false, true])
    func givenUp(hasSolver: Bool) async throws {
        for error in [VKError.captcha("1"), try validation(), try confirmation()] {
            let (sent, _, surfaced) = try await drive(hasSolver ? NoSolver() : nil, [error, nil])
            #expect(sent.count == 1)
            #expect(surfaced?.code == error.code)
        }
    }

    @Test("A confirmed action is repeated with confirm=1, once")
    func confirmed() async throws {
        let solver = RecordingSolver(agrees: true)
        let error = try confirmation()
        let (sent, _, surfaced) = try await drive(solver, [error, nil])
        #expect(sent[0]["confirm"] == nil)
        #expect(sent[1]["confirm"] == "1")
        #expect(surfaced == nil)
        #expect(solver.events == ["confirm account.unban: Подтвердите действие"])
        #expect(try await drive(solver, [error, error]).error?.code == .needConfirmation, "VK that asks twice is not believed")
    }

    @Test("What is not agreed to is not repeated")
    func refused() async throws {
        let (sent, _, error) = try await drive(RecordingSolver(agrees: false), [try confirmation(), nil])
        #expect(sent.count == 1)
        #expect(error?.code == .needConfirmation)
    }

    @Test("A validation yields the token for the repeat, and is asked for once")
    func validated() async throws {
        let solver = RecordingSolver(token: Secret("token-after-validation"))
        let error = try validation()
        let (sent, token, surfaced) = try await drive(solver, [error, nil])
        #expect(token?.reveal() == "token-after-validation")
        #expect(sent.count == 2)
        #expect(surfaced == nil)
        #expect(try await drive(solver, [error, error]).error?.code == .authValidation)
    }

    @Test("The forms of one call each have their own bound")
    func mixed() async throws {
        let solver = RecordingSolver(agrees: true) { _ in .key("k") }
        let (sent, _, error) = try await drive(solver, [.captcha("1"), try confirmation(), .captcha("2"), nil])
        #expect(error == nil)
        #expect(sent.last?["confirm"] == "1")
        #expect(sent.last?["captcha_sid"] == "2")
        #expect(solver.events == ["solve 1", "1 right", "confirm account.unban: Подтвердите действие", "solve 2", "2 right"])
    }

    @Test("A solver that fails ends the call with its own error")
    func failing() async throws {
        struct Failing: ChallengeSolver {
            struct Failure: Error {}
            func solve(_ captcha: VKError.Captcha) async throws -> CaptchaSolution? { throw Failure() }
        }
        await #expect(throws: Failing.Failure.self) { try await drive(Failing(), [.captcha("1"), nil]) }
    }

    private func validation() throws -> VKError {
        VKError(answer: try Fixture.json("errors/17-validation.json")["error"], method: "account.getInfo")
    }

    private func confirmation() throws -> VKError {
        VKError(answer: try Fixture.json("errors/24-confirmation.json")["error"], method: "account.unban")
    }
}
