// Govorun: calls that are answered from the cache. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

extension Stage {
    /// A stage whose VK counts: the answer to the first call of a method is 1, to the second 2.
    static func counting(_ configure: (inout VKClient.Configuration) -> Void = { _ in }) -> Stage {
        Stage(configure: configure) { .response(.integer($0.number)) }
    }

    /// The number that `request` is answered with.
    func number(_ request: Request<JSON>) async throws -> Int? { try await outcome(request).int }

    /// The outcome of `request` with its origin.
    func detailed(_ request: Request<JSON>) async throws -> DetailedAnswer<JSON> {
        try await time.running { try await request.sendDetailed() }
    }

    /// Returns once `condition` holds, the clock running meanwhile.
    func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            time.advanceToNextDeadline()
            await Task.yield()
        }
    }
}

@Suite("A cached request")
struct CachedCallTests {
    @Test("It is answered from the cache until its lifetime is over, by the age its reader allows")
    func lifetime() async throws {
        let stage = Stage.counting()
        let request = stage.client.call("users.get", ["user_ids": 1])
        #expect(try await stage.number(request.cached(for: .minutes(5))) == 1)
        stage.time.advance(by: .seconds(200))
        #expect(try await stage.number(request.cached(for: .minutes(5))) == 1)
        #expect(try await stage.number(request.cached(for: .minutes(1))) == 2)
        stage.time.advance(by: .seconds(301))
        #expect(try await stage.number(request.cached(for: .minutes(5))) == 3)
    }

    @Test("Without the word nothing is kept, and never means never")
    func unasked() async throws {
        let stage = Stage.counting()
        let request = stage.client.call("users.get")
        #expect(try await stage.number(request) == 1)
        #expect(try await stage.number(request.cached(for: .forever)) == 2)
        #expect(try await stage.number(request.cached(for: .never)) == 3)
        #expect(try await stage.number(request) == 4)
        #expect(try await stage.number(request.cached(for: .forever)) == 2)
    }

    @Test("A client's default holds for reads only, and a request may differ")
    func defaults() async throws {
        let stage = Stage.counting { $0.defaults.cache.lifetime = .hours(1) }
        let vk = stage.client
        for expected in [1, 1] { #expect(try await stage.number(vk.call("users.get")) == expected) }
        for expected in [1, 2] { #expect(try await stage.number(vk.call("messages.send", ["peer_id": 1])) == expected) }
        for expected in [1, 2] { #expect(try await stage.number(vk.call("groups.getLongPollServer")) == expected) }
        #expect(try await stage.number(vk.call("users.get").cached(for: .never)) == 2)
    }

    @Test("An answer says whether it is new, and how old it is; observers hear the same")
    func origin() async throws {
        let heard = Heard()
        let stage = Stage.counting { $0.observers = [heard.observer] }
        let request = stage.client.call("users.get").cached(for: .minutes(5))
        #expect(try await stage.detailed(request).origin == .vk)
        stage.time.advance(by: .seconds(30))
        let second = try await stage.detailed(request)
        #expect(second.origin == .cache(age: .seconds(30), isStale: false))
        #expect(second.value.int == 1)
        #expect(heard.origins == [nil, .vk, nil, second.origin])
    }

    @Test("Each call of a chain is kept for itself, and the oldest speaks for the whole")
    func chain() async throws {
        let stage = Stage.counting()
        let vk = stage.client
        let chain = vk.call("users.get").chain { vk.call("groups.getById", ["group_id": $0.int ?? 0]) }.cached(for: .hours(1))
        #expect(try await stage.detailed(chain).origin == .vk)
        stage.time.advance(by: .seconds(9))
        let again = try await stage.detailed(chain)
        #expect(again.origin.age >= .seconds(9) && stage.vk.exchanges.count == 2)
    }

    @Test("Errors, and executes that failed in part, are never kept")
    func failures() async throws {
        let partial = #"{"response":[1,false],"execute_errors":[{"method":"users.get","error_code":113,"error_msg":"no"}]}"#
        let stage = Stage { exchange in
            if exchange.name == "execute" { return .text(partial) }
            return exchange.number == 1 ? .error(113) : .response(7)
        }
        let request = stage.client.call("users.get").cached(for: .forever)
        #expect(try await stage.failure(request)?.code == VKErrorCode(rawValue: 113))
        #expect(try await stage.number(request) == 7)
        let script = stage.client.execute("return 1;").cached(for: .forever, isRead: true)
        for count in 1...2 {
            #expect(try await stage.outcome(script).errors.count == 1)
            #expect(stage.vk.exchanges("execute").count == count)
        }
    }

    @Test("A mocked request neither reads the cache nor is kept")
    func mocked() async throws {
        let stage = Stage.counting()
        let request = stage.client.call("users.get").cached(for: .forever)
        #expect(try await stage.number(request.mock(.response(99))) == 99)
        #expect(try await stage.number(request) == 1)
        #expect(try await stage.number(request.mock(.response(98))) == 98)
    }

    @Test("Accounts that share a cache have answers of their own; the same account has the same", arguments: [true, false])
    func accounts(areNamed: Bool) async throws {
        let (cache, stage) = (ResponseCache(), Stage.counting())
        let client = { (name: String) in
            var configuration = VKClient.Configuration()
            configuration.cache = cache
            configuration.account = areNamed ? name : nil
            return VKClient(token: Secret("token-of-the-test-\(name)"), configuration: configuration, transport: stage.vk, time: stage.time)
        }
        var numbers: [Int?] = []
        for name in ["1", "2", "1"] { numbers.append(try await stage.number(client(name).call("users.get").cached(for: .hours(1)))) }
        #expect(numbers == [1, 2, 1])
        #expect(cache.count == 2)
        if areNamed { try await cache.removeAll(of: "1") } else { try await client("1").cache.removeAll() }
        #expect(cache.count == 1)
    }

    @Test("The user's answers are not the community's, though one client asks for both")
    func tokens() async throws {
        let stage = Stage.counting()
        var configuration = VKClient.Configuration()
        configuration.account = "200000001"
        let client = VKClient(
            token: Secret("token-of-the-test"), userToken: Secret("user-token-of-the-test"), configuration: configuration,
            transport: stage.vk,
            time: stage.time)
        let request = client.call("users.get").cached(for: .hours(1))
        #expect(try await stage.number(request) == 1)
        #expect(try await stage.number(request.as(.user)) == 2)
        #expect(try await stage.number(request.as(.community)) == 1)
    }

    @Test("One answer, or all of the client, can be forgotten")
    func removal() async throws {
        let stage = Stage.counting()
        let (vk, cache) = (stage.client, stage.client.cache)
        let (one, two) = (vk.call("users.get", ["user_ids": 1]).cached(for: .forever), vk.call("groups.getById").cached(for: .forever))
        for request in [one, two] { #expect(try await stage.number(request) == 1) }
        try await cache.remove(one)
        #expect(try await stage.number(one) == 2)
        #expect(try await stage.number(two) == 1)
        try await cache.removeAll()
        #expect(try await stage.number(two) == 2)
    }

    @Test("An answer asked for before a removal is not kept after it")
    func removalMeanwhile() async throws {
        let gate = ManualTime()
        let stage = Stage { exchange in
            if exchange.number == 1 { try await gate.sleep(for: .seconds(1)) }
            return .response(.integer(exchange.number))
        }
        let request = stage.client.call("users.get").cached(for: .forever)
        async let first = stage.number(request)
        await gate.sleepers(reach: 1)
        try await stage.client.cache.remove(request)
        gate.advance(by: .seconds(1))
        #expect(try await first == 1)
        #expect(try await stage.number(request) == 2)
    }
}

/// Remembers the origins that an observer hears of, those of the beginnings too.
private final class Heard: Sendable {
    private let heard = Mutex<[AnswerOrigin?]>([])
    var origins: [AnswerOrigin?] { heard.withLock { $0 } }
    var observer: CallObserver {
        CallObserver(
            started: { [self] info in heard.withLock { $0.append(info.origin) } },
            finished: { [self] info, _ in heard.withLock { $0.append(info.origin) } })
    }
}

@Suite("A cached request without a network")
struct OfflineTests {
    @Test("When the network fails, a kept answer of any age is given and marked, if that was allowed", arguments: [true, false])
    func stale(clientAllowsIt: Bool) async throws {
        let stage = Stage(configure: { $0.defaults.cache.staleIfOffline = clientAllowsIt ? true : nil }) { exchange in
            guard exchange.number == 1 else { throw HTTPError(.couldNotConnect) }
            return .response(1)
        }
        var request = stage.client.call("users.get").cached(for: .minutes(1))
        if !clientAllowsIt { request = request.staleIfOffline() }
        #expect(try await stage.detailed(request).origin == .vk)
        stage.time.advance(by: .seconds(86_400))
        let answer = try await stage.detailed(request)
        #expect(answer.value.int == 1 && answer.origin.isStale && answer.origin.age >= .seconds(86_400))
        #expect(try await stage.failure(request.staleIfOffline(false))?.failure == .transport)
    }

    @Test("Without a lifetime VK is always asked, and its answer kept for when it cannot be")
    func fallbackOnly() async throws {
        let stage = Stage { exchange in
            guard exchange.number < 3 else { throw HTTPError(.timedOut, mayHaveBeenPerformed: true) }
            return .response(.integer(exchange.number))
        }
        let request = stage.client.call("users.get").staleIfOffline()
        for expected in [1, 2, 2] { #expect(try await stage.number(request) == expected) }
    }

    @Test("VK's own errors, and mistakes of our own, surface though something is kept")
    func surfacing() async throws {
        let stage = Stage { exchange in
            switch exchange.number {
            case 1: return .response(1)
            case 2: return .error(5)
            default: throw HTTPError(.rejectedOption)
            }
        }
        let request = stage.client.call("users.get").cached(for: CacheLifetime(.milliseconds(1))).staleIfOffline()
        #expect(try await stage.number(request) == 1)
        stage.time.advance(by: .seconds(5))
        #expect(try await stage.failure(request)?.failure == .authorization)
        #expect(try await stage.failure(request)?.failure == .transport)
    }

    @Test("A client that is switched offline gives what it has, however old, and fails everything else at once")
    func switchedOff() async throws {
        let stage = Stage.counting()
        let vk = stage.client
        let request = vk.call("users.get").cached(for: .minutes(1))
        #expect(try await stage.number(request) == 1)
        stage.time.advance(by: .seconds(86_400))
        vk.isOffline = true
        #expect(try await stage.detailed(request).origin.isStale)
        #expect(try await stage.number(vk.call("users.get")) == 1)
        let others = [
            request.cached(for: .never), vk.call("users.get", ["user_ids": 2]).cached(for: .forever),
            vk.call("messages.send", ["peer_id": 1]),
        ]
        for other in others {
            let error = try await stage.failure(other)
            #expect(error?.failure == .offline && error?.mayHaveBeenPerformed == false)
        }
        #expect(stage.vk.exchanges.count == 1)
        vk.isOffline = false
        #expect(try await stage.number(request) == 2)
    }
}

@Suite("Cached requests at once")
struct SharedCallTests {
    /// Returns once somebody waits for the call of `request` that is under way.
    private func sharer(of request: Request<JSON>) async throws {
        while request.client.cacheDesk.flights.waiting < 1 { await Task.yield() }
    }

    /// A stage whose answers wait until `gate` is moved.
    private func stage(behind gate: ManualTime, _ answer: @escaping @Sendable (Int) -> HTTPResponse) -> Stage {
        Stage { exchange in
            try await gate.sleep(for: .seconds(1))
            return answer(exchange.number)
        }
    }

    @Test("A hundred equal reads are one call")
    func one() async throws {
        let stage = Stage.counting()
        let request = stage.client.call("users.get").cached(for: .minutes(5))
        let numbers = try await stage.time.running {
            try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<100 { group.addTask { try await request.send().int } }
                return try await group.reduce(into: [Int?]()) { $0.append($1) }
            }
        }
        #expect(numbers == [Int?](repeating: 1, count: 100))
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("One who gives up takes nothing from the others", arguments: [true, false])
    func cancellation(theFirstGivesUp: Bool) async throws {
        let gate = ManualTime()
        let stage = stage(behind: gate) { .response(.integer($0)) }
        let request = stage.client.call("users.get").cached(for: .minutes(5))
        let first = Task { try await stage.number(request) }
        await gate.sleepers(reach: 1)
        let second = Task { try await stage.number(request) }
        try await sharer(of: request)
        let (leaver, other) = theFirstGivesUp ? (first, second) : (second, first)
        leaver.cancel()
        await #expect(throws: CancellationError.self) { try await leaver.value }
        await gate.sleepers(reach: 1)
        gate.advance(by: .seconds(1))
        #expect(try await other.value == (theFirstGivesUp ? 2 : 1))
    }

    @Test("The last one's cancellation ends the call")
    func last() async throws {
        let gate = ManualTime()
        let stage = stage(behind: gate) { .response(.integer($0)) }
        let only = Task { try await stage.number(stage.client.call("users.get").cached(for: .minutes(5))) }
        await gate.sleepers(reach: 1)
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        try await stage.until { gate.sleepers == 0 }
    }

    @Test("All who share a call share its error")
    func error() async throws {
        let gate = ManualTime()
        let stage = stage(behind: gate) { _ in .error(113) }
        let request = stage.client.call("users.get").cached(for: .minutes(5))
        let first = Task { try await stage.failure(request)?.code }
        await gate.sleepers(reach: 1)
        let second = Task { try await stage.failure(request)?.code }
        try await sharer(of: request)
        gate.advance(by: .seconds(1))
        for task in [first, second] { #expect(try await task.value == VKErrorCode(rawValue: 113)) }
        #expect(stage.vk.exchanges.count == 1)
    }

    @Test("A refreshing request is answered at once and asked for anew behind")
    func refresh() async throws {
        let stage = Stage.counting()
        let plain = stage.client.call("users.get").cached(for: .minutes(5))
        for _ in 1...2 { #expect(try await stage.number(plain.refreshing()) == 1) }
        try await stage.until { try await plain.send().int == 2 }
        #expect(stage.vk.exchanges.count == 2)
    }

    @Test("What is young enough is not refreshed, and a refresh that fails changes nothing")
    func noRefresh() async throws {
        let stage = Stage { $0.number == 1 ? .response(1) : .error(100) }
        let request = stage.client.call("users.get")
        for _ in 1...2 { #expect(try await stage.number(request.refreshing(from: .minutes(1))) == 1) }
        #expect(stage.vk.exchanges.count == 1)
        stage.time.advance(by: .seconds(60))
        #expect(try await stage.number(request.refreshing(from: .minutes(1))) == 1)
        try await stage.until { stage.vk.exchanges.count == 2 }
        #expect(try await stage.number(request.cached(for: .forever)) == 1)
    }

    @Test("Shutting down ends the refreshes")
    func shutdown() async throws {
        let gate = ManualTime()
        let stage = Stage { exchange in
            if exchange.number > 1 { try await gate.sleep(for: .seconds(1)) }
            return .response(.integer(exchange.number))
        }
        let request = stage.client.call("users.get").refreshing()
        for _ in 1...2 { #expect(try await stage.number(request) == 1) }
        try await stage.until { gate.sleepers == 1 }
        await stage.client.shutdown()
        try await stage.until { gate.sleepers == 0 }
    }
}
