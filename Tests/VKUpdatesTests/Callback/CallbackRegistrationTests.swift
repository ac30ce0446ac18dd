// Govorun: registering a callback server against a script. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing
import VKAPI
import VKUpdates

/// VK's side of a community's callback servers, as far as registering needs it.
private final class Office: Sendable {
    struct State {
        var servers: [JSONObject] = []
        var events: JSONObject = [:]
        var version = "5.100"
        /// What is read as the status of our server, look by look; the last one stays.
        var statuses = ["ok"]
        /// VK's error for the calls of that name, once.
        var errors: [String: HTTPResponse] = [:]
    }

    let state: Mutex<State>
    let time = ManualTime()

    init(_ change: (inout State) -> Void = { _ in }) {
        var state = State()
        change(&state)
        self.state = Mutex(state)
    }

    static let url = "https://bots.example/callback/helpdesk"

    static func server(_ id: Int, url: String = url, secret: String = "word-of-the-test", status: String = "ok") -> JSONObject {
        [
            "id": .integer(id), "title": "Mine", "creator_id": 1, "url": .string(url), "secret_key": .string(secret),
            "status": .string(status),
        ]
    }

    /// Registers, the clock running as fast as anybody waits for it; gives the server and the calls that were made.
    func register(_ types: [UpdateType] = [.messageNew]) async throws -> (server: Int, calls: [ScriptedVK.Exchange]) {
        let vk = ScriptedVK { exchange in try self.answer(exchange) }
        let client = VKClient(token: Secret("token-of-the-test"), transport: vk, time: time)
        let plan = try CallbackPlan(
            community: 5, publicURL: "https://bots.example", bot: "helpdesk", secret: Secret("word-of-the-test"), types: types,
            version: "5.199")
        let server = try await time.running { try await CallbackRegistration(plan, through: client).perform() }
        return (server, vk.exchanges)
    }

    private func answer(_ exchange: ScriptedVK.Exchange) throws -> HTTPResponse {
        state.withLock { state in
            if let error = state.errors.removeValue(forKey: exchange.name) { return error }
            switch exchange.name {
            case "groups.getCallbackServers":
                let items = state.servers.map { JSONValue.object($0) }
                if state.statuses.count > 1 { state.statuses.removeFirst() }
                if let index = state.servers.firstIndex(where: { $0["url"] == .string(Self.url) }) {
                    state.servers[index]["status"] = .string(state.statuses[0])
                }
                return .response(["count": .integer(items.count), "items": .array(items)])
            case "groups.addCallbackServer":
                state.servers.append(Self.server(7, url: exchange.fields["url"] ?? "", status: state.statuses[0]))
                return .response(["server_id": 7])
            case "groups.getCallbackSettings":
                return .response(["api_version": .string(state.version), "events": .object(state.events)])
            default: return .response(1)
            }
        }
    }
}

@Suite("Registering a callback server")
struct CallbackRegistrationTests {
    @Test("adds a server, waits for VK to confirm it, and switches on what is wanted")
    func adds() async throws {
        let office = Office { $0.statuses = ["unconfigured", "unconfigured", "wait", "ok"] }
        let (server, calls) = try await office.register([.messageNew, .groupJoin])
        #expect(server == 7)
        let names = calls.map(\.name)
        #expect(names.first == "groups.getCallbackServers")
        #expect(names.suffix(2) == ["groups.getCallbackSettings", "groups.setCallbackSettings"])
        let added = try #require(calls.first { $0.name == "groups.addCallbackServer" })
        #expect(added.fields["url"] == Office.url)
        #expect(added.fields["title"] == "helpdesk")
        #expect(added.fields["secret_key"] == "word-of-the-test")
        let set = try #require(calls.last?.fields)
        #expect(set["server_id"] == "7" && set["api_version"] == "5.199" && set["message_new"] == "1" && set["group_join"] == "1")
        #expect(!set.values.contains("0"))
    }

    @Test("changes nothing where all is as wanted")
    func idempotent() async throws {
        let office = Office { state in
            state.servers = [Office.server(2, url: "https://other.example"), Office.server(3)]
            state.events = ["message_new": 1, "like_add": 1]
            state.version = "5.199"
        }
        let (server, calls) = try await office.register()
        #expect(server == 3)
        #expect(calls.map(\.name) == ["groups.getCallbackServers", "groups.getCallbackSettings"])
    }

    @Test("tells VK the secret anew where it has another one")
    func edits() async throws {
        let office = Office { $0.servers = [Office.server(3, secret: "old-word-of-the-test")] }
        let (server, calls) = try await office.register()
        #expect(server == 3)
        let edited = try #require(calls.first { $0.name == "groups.editCallbackServer" })
        #expect(edited.fields["server_id"] == "3" && edited.fields["title"] == "Mine" && edited.fields["secret_key"] == "word-of-the-test")
        #expect(!calls.map(\.name).contains("groups.addCallbackServer"))
    }

    @Test("never deletes a server", arguments: ["ok", "failed", "unconfigured"])
    func deletesNothing(status: String) async throws {
        let office = Office { state in
            state.servers = [Office.server(3, status: status), Office.server(4, status: status)]
        }
        let (_, calls) = try await office.register()
        #expect(!calls.map(\.name).contains("groups.deleteCallbackServer"))
    }

    @Test("with ten servers already, says what to do")
    func tooMany() async throws {
        let office = Office { $0.errors["groups.addCallbackServer"] = .error(2000) }
        let error = try await #require(throws: CallbackError.self) { try await office.register() }
        #expect(error.code == .tooManyServers)
        #expect(error.description.contains("delete one") && error.description.contains(Office.url))
    }

    @Test("gives up after a minute on an address that VK cannot reach, and names it", arguments: ["failed", "unconfigured", "wait"])
    func unreachable(status: String) async throws {
        let office = Office { $0.statuses = [status] }
        let error = try await #require(throws: CallbackError.self) { try await office.register() }
        #expect(error.code == .notConfirmed)
        #expect(error.description.contains(Office.url) && error.description.contains(status))
        #expect(office.time.now <= .seconds(1_070))
    }

    @Test("looks whether the server stands there when adding it was not answered")
    func lostAnswer() async throws {
        let office = Office { $0.errors["groups.addCallbackServer"] = HTTPResponse(status: 502, body: Array("<html>".utf8)) }
        let (server, calls) = try await office.register()
        #expect(server == 7)
        #expect(calls.map(\.name).filter { $0 == "groups.addCallbackServer" }.count == 2)
    }

    @Test("surfaces VK's refusal of the token", arguments: [5, 7, 15])
    func refused(code: Int) async throws {
        let office = Office { $0.errors["groups.getCallbackServers"] = .error(code) }
        let error = try await #require(throws: VKError.self) { try await office.register() }
        #expect(error.code?.rawValue == code)
    }
}
