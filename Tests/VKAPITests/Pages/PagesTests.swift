// Govorun: long lists, read from a script in VK's place. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("A long list")
struct PagesTests {
    /// The members of a community, whether they are asked for alone or inside an `execute`.
    private struct Members: Sendable {
        var total: Int
        /// What VK answers to an `execute` in place of running it, by its number.
        var refusal: @Sendable (Int) -> Int? = { _ in nil }
        /// The offsets at which VK fails inside an `execute`.
        var failures: Set<Int> = []
        /// The offsets at which VK gives no list inside an `execute`.
        var oddities: Set<Int> = []

        func answer(_ exchange: ScriptedVK.Exchange) throws -> HTTPResponse {
            guard exchange.name == "execute" else {
                return .response(page(Self.number(exchange, "offset"), Self.number(exchange, "count")))
            }
            if let code = refusal(exchange.number) { return .error(code) }
            let offsets = Self.offsets(exchange)
            let errors = offsets.filter(failures.contains).map { _ -> JSONValue in
                ["method": "groups.getMembers", "error_code": 10, "error_msg": "scripted"]
            }
            let body: JSONValue = [
                "response": .array(offsets.map { failures.contains($0) ? false : oddities.contains($0) ? "odd" : page($0, 1000) }),
                "execute_errors": .array(errors),
            ]
            return .text(body.serialized)
        }

        private func page(_ offset: Int, _ count: Int) -> JSONValue {
            let ids = min(offset, total)..<min(offset + count, total)
            return ["count": .integer(total), "items": .array(ids.map { .integer($0) })]
        }

        static func number(_ exchange: ScriptedVK.Exchange, _ field: String) -> Int { Int(exchange.fields[field] ?? "") ?? 0 }

        /// The offsets asked for in an `execute`.
        static func offsets(_ exchange: ScriptedVK.Exchange) -> [Int] {
            (exchange.fields["code"] ?? "").split(separator: "\"offset\":\"").dropFirst().compactMap { Int($0.prefix { $0 != "\"" }) }
        }
    }

    private static func stage(_ members: Members, _ configure: (inout VKClient.Configuration) -> Void = { _ in }) -> Stage {
        Stage(configure: configure) { try members.answer($0) }
    }

    private static func read(_ stage: Stage, limit: Int? = nil) async throws -> [Int] {
        let client = stage.client
        return try await stage.time.running {
            var ids: [Int] = []
            for try await id in client.groups.getMembers(groupID: 1).items(limit: limit) { ids.append(id) }
            return ids
        }
    }

    @Test("Every element comes once and in order", arguments: [0, 1, 999, 1000, 1001, 3500, 60_000])
    func all(total: Int) async throws {
        let stage = Self.stage(Members(total: total))
        #expect(try await Self.read(stage) == Array(0..<total))
        // One page that is left goes alone too.
        #expect(stage.vk.exchanges("groups.getMembers").count == (total == 1001 ? 2 : 1))
        #expect(stage.vk.exchanges("execute").map { Self.Members.offsets($0).count }.allSatisfy { $0 <= 25 })
    }

    @Test("A limit is kept to the element, and no more is asked for")
    func limit() async throws {
        let stage = Self.stage(Members(total: 5000))
        #expect(try await Self.read(stage, limit: 1500) == Array(0..<1500))
        #expect(stage.vk.exchanges.count == 2)
        #expect(stage.vk.exchanges[1].fields["offset"] == "1000" && stage.vk.exchanges[1].fields["count"] == "500")
        #expect(try await Self.read(Self.stage(Members(total: 5000)), limit: 0).isEmpty)
    }

    @Test("A page knows its place, the total and how far the list is")
    func progress() async throws {
        let stage = Self.stage(Members(total: 4000))
        let client = stage.client
        let pages = try await stage.time.running {
            var pages: [Page<GroupsGetMembersResponse>] = []
            for try await page in client.groups.getMembers(groupID: 1, offset: 1000).pages() { pages.append(page) }
            return pages
        }
        #expect(pages.map(\.offset) == [1000, 2000, 3000] && pages.map(\.seen) == [1000, 2000, 3000])
        #expect(pages.allSatisfy { $0.total == 4000 && $0.expected == 3000 && $0.items.count == 1000 })
        #expect(pages.last?.progress == 1 && (pages[0].progress ?? 0) < 0.34)
    }

    @Test("What is too big for one answer is asked for by halves")
    func tooBig() async throws {
        let stage = Self.stage(Members(total: 14_000, refusal: { $0 <= 2 ? 13 : nil }))
        #expect(try await Self.read(stage) == Array(0..<14_000))
        #expect(stage.vk.exchanges("execute").map { Self.Members.offsets($0).count } == [13, 6, 3, 3, 3, 3])
        #expect(stage.vk.exchanges("groups.getMembers").count == 2)
    }

    @Test("Where execute is refused, pages are asked for one by one", arguments: [3, 7, 15, 27, 28, 29, 14])
    func refused(code: Int) async throws {
        let stage = Self.stage(Members(total: 4500, refusal: { _ in code }))
        #expect(try await Self.read(stage) == Array(0..<4500))
        #expect(stage.vk.exchanges("execute").count == 1)
        #expect(stage.vk.exchanges("groups.getMembers").count == 5)
    }

    @Test("A client or a request that does without execute asks for pages one by one")
    func without() async throws {
        let off = Self.stage(Members(total: 3000)) { $0.execute = false }
        #expect(try await Self.read(off).count == 3000)
        #expect(off.vk.exchanges("execute").isEmpty)
        let stage = Self.stage(Members(total: 3000))
        let alone = stage.client.groups.getMembers(groupID: 1).configured { $0.sharesExecute = false }
        let count = try await stage.time.running { try await alone.items().reduce(0) { count, _ in count + 1 } }
        #expect(count == 3000 && stage.vk.exchanges("execute").isEmpty)
    }

    @Test("A page at which VK fails inside is asked for again, alone")
    func partial() async throws {
        let stage = Self.stage(Members(total: 5000, failures: [2000, 4000]))
        #expect(try await Self.read(stage) == Array(0..<5000))
        #expect(stage.vk.exchanges("execute").count == 1)
        #expect(stage.vk.exchanges("groups.getMembers").map { $0.fields["offset"] } == [nil, "2000", "4000"])
    }

    @Test("A lost answer of several pages is asked for again")
    func lost() async throws {
        let members = Members(total: 3000)
        let stage = Stage { exchange in
            if exchange.name == "execute", exchange.number == 1 { throw HTTPError(.timedOut, mayHaveBeenPerformed: true) }
            return try members.answer(exchange)
        }
        #expect(try await Self.read(stage) == Array(0..<3000))
        #expect(stage.vk.exchanges("execute").count == 2)
    }

    @Test("An error surfaces where it is met, and the next step asks again for the same page")
    func error() async throws {
        let members = Members(total: 3000)
        let stage = Stage(configure: { $0.execute = false }) { exchange in
            exchange.number == 2 ? .error(15) : try members.answer(exchange)
        }
        let client = stage.client
        let (codes, offsets) = try await stage.time.running {
            var pages = client.groups.getMembers(groupID: 1).pages().makeAsyncIterator()
            var (codes, offsets): ([Int], [Int]) = ([], [])
            for _ in 0..<5 {
                do {
                    guard let page = try await pages.next() else { break }
                    offsets.append(page.offset ?? -1)
                } catch let error as VKError {
                    codes.append(error.code?.rawValue ?? 0)
                }
            }
            return (codes, offsets)
        }
        #expect(codes == [15] && offsets == [0, 1000, 2000])
    }

    @Test("A page of a round that cannot be read fails once, and is asked for again alone")
    func unreadable() async throws {
        let stage = Self.stage(Members(total: 4000, oddities: [2000]))
        let client = stage.client
        let steps = try await stage.time.running {
            var pages = client.groups.getMembers(groupID: 1).pages().makeAsyncIterator()
            var steps: [String] = []
            for _ in 0..<6 {
                do {
                    guard let page = try await pages.next() else { break }
                    steps.append("\(page.offset ?? -1)")
                } catch let error as VKError {
                    steps.append("\(error.failure)")
                }
            }
            return steps
        }
        #expect(steps == ["0", "1000", "server", "2000", "3000"])
        #expect(stage.vk.exchanges.map(\.name) == ["groups.getMembers", "execute", "groups.getMembers"])
    }

    @Test("Nothing is asked for before it is read, and never more than one round ahead")
    func lazy() async throws {
        let stage = Self.stage(Members(total: 100_000))
        let client = stage.client
        try await stage.time.running {
            var pages = client.groups.getMembers(groupID: 1).pages().makeAsyncIterator()
            #expect(stage.vk.exchanges.isEmpty)
            for _ in 0..<26 { _ = try await pages.next() }
            #expect(stage.vk.exchanges.count == 2)
            _ = try await pages.next()
            #expect(stage.vk.exchanges.count == 3)
        }
    }

    @Test("A cancelled reader gets CancellationError at once, and nothing more is sent")
    func cancelled() async throws {
        let stage = Self.stage(Members(total: 100_000)) { $0.execute = false }
        let client = stage.client
        let reader = Task {
            var count = 0
            for try await _ in client.groups.getMembers(groupID: 1).pages() {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("Pages go in the background unless the request has a priority of its own")
    func priority() async throws {
        let client = Self.stage(Members(total: 1)).client
        #expect(PageSource(client.groups.getMembers(groupID: 1)).priority == .background)
        #expect(PageSource(client.groups.getMembers(groupID: 1).priority(.reply)).priority == .reply)
    }

    @Test("Observers, tags and the number are those of the request")
    func observed() async throws {
        let heard = Mutex<[CallInfo]>([])
        let stage = Self.stage(Members(total: 2000))
        let request = stage.client.groups.getMembers(groupID: 1).tagged(RequestTag(bot: "helpdesk"))
            .observed(by: CallObserver(started: { info in heard.withLock { $0.append(info) } }))
        _ = try await stage.time.running { try await request.items().reduce(0) { count, _ in count + 1 } }
        let calls = heard.withLock { $0 }
        #expect(calls.map(\.call.method) == ["groups.getMembers", "groups.getMembers"])
        #expect(calls.allSatisfy { $0.request == request.id && $0.tag?.bot == "helpdesk" })
    }

    @Test("A list without names for its elements is read as JSON, by mark too")
    func marks() async throws {
        let stage = Stage(configure: { $0.kind = .user }) { exchange in
            let mark = Int(exchange.fields["start_from"] ?? "0") ?? 0
            return .response(["items": [.integer(mark)], "next_from": mark < 3 ? .string("\(mark + 1)") : ""])
        }
        let client = stage.client
        let pages = try await stage.time.running {
            var pages: [String] = []
            for try await page in client.call("newsfeed.search", ["q": "x"]).pages() { pages.append(page.response["items"].rawText) }
            return pages
        }
        #expect(pages == ["[0]", "[1]", "[2]", "[3]"])
        #expect(stage.vk.exchanges.map { $0.fields["start_from"] } == [nil, "1", "2", "3"])
    }

    @Test("A bare list has pages too, and a mock is asked for each")
    func bare() async throws {
        let stage = Self.stage(Members(total: 0))
        let request: Request<[Int]> = stage.client.request("friends.getMutual")
        let ids = try await stage.time.running { try await request.mock(.response([1, 2])).items().reduce(into: []) { $0.append($1) } }
        #expect(ids == [1, 2])
        #expect(stage.vk.exchanges.isEmpty)
    }

    @Test("What is no list, or no plain call, has no pages")
    func none() async throws {
        let stage = Stage(configure: { $0.kind = .user }) { _ in .response(["id": 1]) }
        let client = stage.client
        for request in [client.call("account.getInfo"), client.call("groups.getMembers").map { $0 }] {
            await #expect {
                try await stage.time.running { for try await _ in request.pages() {} }
            } throws: {
                ($0 as? VKError)?.failure == .badRequest
            }
        }
    }
}
