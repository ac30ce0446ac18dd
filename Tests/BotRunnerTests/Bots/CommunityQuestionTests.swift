// Govorun: how a bot learns its community. SPDX-License-Identifier: MIT
import BotKit
import CurlClient
import ScriptedVK
import Testing

@testable import BotRunner

@Suite("Whose token it is")
struct CommunityQuestionTests {
    private func ask(
        named page: PageReference?, times: Int = 1, _ answer: @escaping @Sendable () throws -> HTTPResponse
    ) async throws -> CommunityQuestion.Answer {
        let time = ManualTime()
        let client = VKClient(token: Secret("t"), transport: ScriptedVK { _ in try answer() }, time: time)
        let question = CommunityQuestion(client, named: page, bot: "helpdesk", .silent)
        for _ in 1..<times { _ = await Result { try await time.running { try await question.ask() } } }
        return try await time.running { try await question.ask() }
    }

    @Test("VK tells it, with the name of the page; in an object or in a list")
    func told() async throws {
        let group: JSONValue = ["id": 5, "screen_name": "teahouse"]
        for answer: JSONValue in [["groups": [group]], [group]] {
            let own = try await ask(named: nil) { .response(answer) }
            #expect(own.id == 5 && own.screenName == "teahouse")
        }
    }

    static let silences: [HTTPResponse] = [
        .error(3), .error(23), .response(["groups": []]), .response([]), .response(1), .response([:]), .response("odd"),
    ]

    @Test("Where VK does not know the method or tells nothing, the file's word is taken", arguments: silences.indices)
    func fromFile(index: Int) async throws {
        let own = try await ask(named: .community(7)) { Self.silences[index] }
        #expect(own.id == 7 && own.screenName.isEmpty)
    }

    @Test("Where the file says nothing either, the operator is told what to write where", arguments: silences.indices)
    func nowhere(index: Int) async throws {
        for page in [nil, PageReference.name("teahouse")] {
            let problem = await #expect(throws: BotProblem.self) { try await ask(named: page) { Self.silences[index] } }
            #expect(problem?.message.contains("'community: ID' under bots.helpdesk in bots.yaml") == true)
        }
    }

    @Test("A network that is away is waited for; the fifth time the file's word is taken")
    func network() async throws {
        await #expect(throws: VKError.self) { try await ask(named: .community(7), times: 4) { .text("<html>", status: 404) } }
        #expect(try await ask(named: .community(7), times: 5) { .text("<html>", status: 404) }.id == 7)
        await #expect(throws: VKError.self) { try await ask(named: nil, times: 9) { .text("<html>", status: 404) } }
    }

    @Test("A token that is no good is no good whatever the file says", arguments: [5, 15, 27])
    func token(code: Int) async throws {
        let error = await #expect(throws: VKError.self) { try await ask(named: .community(7)) { .error(code) } }
        #expect(error?.code?.rawValue == code)
    }
}
