// Govorun: the token is in no error and in no line of the log. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing
import VKAPI

@Suite("Nothing leaks")
struct LeakTests {
    private final class Lines: Sendable {
        private let entries = Mutex<[LogEntry]>([])
        var logger: Logger { Logger(level: .trace) { [self] entry in entries.withLock { $0.append(entry) } } }
        var text: String { entries.withLock { $0.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n") } }
    }

    private static let echoes = [
        #"{"error":{"error_code":5,"error_msg":"bad token TOKEN","request_params":[{"key":"access_token","value":"TOKEN"}]}}"#,
        #"{"error":{"error_code":100,"error_msg":"bad: access_token=TOKEN&v=5","error_text":"TOKEN"}}"#,
        #"{"error":{"error_code":24,"error_msg":"x","confirmation_text":"send TOKEN again?"}}"#,
        #"{"error":"invalid_token","error_description":"TOKEN is not known"}"#,
        "<html>access_token=TOKEN</html>", #"{"access_token":"TOKEN"}"#,
    ]

    @Test("A server that echoes the token finds no way into an error or the log", arguments: echoes)
    func echo(body: String) async throws {
        let lines = Lines()
        let stage = Stage(logger: lines.logger) { _ in .text(body.replacing("TOKEN", with: Stage.token)) }
        let error = try #require(try await stage.failure(stage.client.call("users.get")))
        expectNoToken(in: error)
        #expect(!lines.text.contains(Stage.token))
    }

    @Test("A failing transport says where, and not with what", arguments: HTTPError.Code.allCases)
    func transport(code: HTTPError.Code) async throws {
        let lines = Lines()
        let url = RedactedURL("https://user:\(Stage.token)@api.vk.ru/method/users.get?access_token=\(Stage.token)")
        let stage = Stage(logger: lines.logger) { _ in throw HTTPError(code, context: .init(url: url)) }
        let error = try #require(try await stage.failure(stage.client.call("users.get")))
        expectNoToken(in: error)
        #expect(error.description.hasPrefix("users.get: "))
        #expect(!lines.text.contains(Stage.token))
    }

    @Test("A client, a request and a call show neither token nor values")
    func values() {
        let stage = Stage { _ in .response(1) }
        let request = stage.client.call("messages.send", ["message": "private words"])
        for value in [request, request.call, stage.client, stage.client.configuration, GroupsLongPollServer(.absent).key] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains(Stage.token) && !text.contains("private words"))
            }
        }
        #expect("\(request)" == "messages.send(message)")
    }

    private func expectNoToken(in error: VKError) {
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), dumped, error.message, error.confirmationText ?? ""] {
            #expect(!text.contains(Stage.token))
        }
    }
}
