// Govorun: the same file is not uploaded twice. SPDX-License-Identifier: MIT
import BotStorage
import CurlClient
import ScriptedVK
import Synchronization
import TapeJSON
import Testing

@testable import VKAPI

@Suite("Reuse of uploads")
struct UploadReuseTests {
    @Test("Equal bytes to the same place are uploaded once, and the result is the same")
    func once() async throws {
        let host = UploadHost()
        let first = try await host.outcome(host.uploads.messagePhoto(UploadHost.picture, peerID: 1))
        let again = UploadSource.bytes(Array("GIF89a and a picture".utf8), name: "other name.gif")
        let second = try await host.outcome(host.uploads.messagePhoto(again, peerID: 1))
        #expect(first.attachment == second.attachment)
        #expect(first.json.rawText == second.json.rawText)
        #expect(host.posts.count == 1)
        #expect(host.calls.count == 2)
    }

    @Test("Other bytes, another place, kind, title or document's name are other uploads")
    func different() async throws {
        let host = UploadHost(answer: { _ in .text(#"{"server":1,"photo":"p","hash":"h","file":"f"}"#) })
        let uploads = host.uploads
        let other = UploadSource.bytes(Array("GIF89a".utf8), name: "cat.gif")
        let renamed = UploadSource.bytes(Array("GIF89a and a picture".utf8), name: "dog.gif")
        for source in [UploadHost.picture, other] { _ = try await host.outcome(uploads.messagePhoto(source, peerID: 1)) }
        _ = try await host.outcome(uploads.messagePhoto(UploadHost.picture, peerID: 2))
        _ = try await host.outcome(uploads.wallPhoto(UploadHost.picture, groupID: 1))
        #expect(host.posts.count == 4)
        let documents = UploadHost(answer: { _ in .text(#"{"file":"f"}"#) }, saved: ["type": "doc", "doc": ["id": 1, "owner_id": 2]])
        for source in [UploadHost.picture, renamed] {
            for title in ["a", "b"] { _ = try await documents.outcome(documents.uploads.messageDocument(source, title: title)) }
        }
        #expect(documents.posts.count == 4)
    }

    @Test("What does something is done each time")
    func actions() async throws {
        let host = UploadHost(saved: ["images": []])
        for _ in 0..<2 { _ = try await host.outcome(host.uploads.communityCover(UploadHost.picture, groupID: 1)) }
        #expect(host.posts.count == 2)
    }

    @Test("Without reuse it is uploaded again")
    func withoutReuse() async throws {
        let host = UploadHost()
        for _ in 0..<2 { _ = try await host.outcome(host.uploads.withoutReuse.messagePhoto(UploadHost.picture)) }
        #expect(host.posts.count == 2)
    }

    @Test("After its lifetime it is uploaded again")
    func expiry() async throws {
        let host = UploadHost()
        _ = try await host.outcome(host.uploads.messagePhoto(UploadHost.picture))
        host.time.advance(by: .seconds(86_401))
        _ = try await host.outcome(host.uploads.messagePhoto(UploadHost.picture))
        #expect(host.posts.count == 2)
    }

    @Test("A failure is not remembered")
    func failure() async throws {
        let host = UploadHost(answer: { $0 == 1 ? .text(#"{"error":"no"}"#) : .text(UploadHost.photoAnswer) })
        _ = try await host.failure(host.uploads.messagePhoto(UploadHost.picture))
        #expect(try await host.outcome(host.uploads.messagePhoto(UploadHost.picture)).id == 7)
    }

    @Test("Two clients share nothing but a store they are given", arguments: [false, true])
    func clients(isStored: Bool) async throws {
        let (one, other) = (UploadHost(), UploadHost())
        for host in [one, other] { _ = try await host.outcome(host.uploads.messagePhoto(UploadHost.picture)) }
        #expect(one.posts.count == 1 && other.posts.count == 1)
        let store: any UploadStore = isStored ? StoredUploads(in: MemoryStorage()) : MemoryUploadStore(time: ManualTime())
        for (host, account) in [(one, "1"), (other, "1"), (other, "2")] {
            var uploads = host.uploads
            (uploads.settings.store, uploads.settings.account) = (store, account)
            _ = try await host.outcome(uploads.messagePhoto(UploadHost.picture))
        }
        #expect(one.posts.count == 2 && other.posts.count == 2)
    }

    @Test("A store that fails, or holds what is no JSON, costs an upload and fails none")
    func brokenStore() async throws {
        struct Broken: UploadStore {
            struct Failed: Error {}
            var content: String?
            func answer(for key: UploadKey) throws -> String? {
                guard let content else { throw Failed() }
                return content
            }
            func keep(_ answer: String, for key: UploadKey, lifetime: Duration) throws { throw Failed() }
            func forget(_ key: UploadKey) throws { throw Failed() }
        }
        for content in [nil, "no JSON"] {
            let host = UploadHost()
            var uploads = host.uploads
            uploads.settings.store = Broken(content: content)
            #expect(try await host.outcome(uploads.messagePhoto(UploadHost.picture)).id == 7)
            #expect(host.posts.count == 1)
        }
    }

    @Test("Of equal uploads at once one is sent, and all get its result")
    func atOnce() async throws {
        let gate = Gate()
        let host = UploadHost(answer: { _ in
            await gate.opened()
            return .text(UploadHost.photoAnswer)
        })
        let uploads = host.uploads
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await uploads.messagePhoto(UploadHost.picture).send().attachment } }
            while host.client.uploadDesk.flights.waiting < 19 { await Task.yield() }
            gate.open()
            for try await attachment in group { #expect(attachment == "photo-1_7_key7") }
        }
        #expect(host.posts.count == 1)
    }

    @Test("Should the one who sends be cancelled, the next one does")
    func handedOver() async throws {
        let gate = Gate()
        let host = UploadHost(answer: { number in
            if number == 1 { try await Task.sleep(for: .seconds(3_600)) }
            await gate.opened()
            return .text(UploadHost.photoAnswer)
        })
        let uploads = host.uploads
        let first = Task { try await uploads.messagePhoto(UploadHost.picture).send() }
        while host.posts.isEmpty { await Task.yield() }
        let second = Task { try await host.outcome(uploads.messagePhoto(UploadHost.picture)).id }
        while host.client.uploadDesk.flights.waiting < 1 { await Task.yield() }
        first.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        #expect(try await second.value == 7)
        #expect(host.posts.count == 2)
    }

    @Test("Who waits may be cancelled alone")
    func waiterCancelled() async throws {
        let gate = Gate()
        let host = UploadHost(answer: { _ in
            await gate.opened()
            return .text(UploadHost.photoAnswer)
        })
        let uploads = host.uploads
        let first = Task { try await uploads.messagePhoto(UploadHost.picture).send().id }
        while host.posts.isEmpty { await Task.yield() }
        let second = Task { try await uploads.messagePhoto(UploadHost.picture).send() }
        while host.client.uploadDesk.flights.waiting < 1 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        gate.open()
        #expect(try await first.value == 7)
    }

    @Test("Of too many answers those not asked for longest are forgotten, and the store stays within its capacity")
    func capacity() {
        var answers = RecentAnswers(capacity: 10)
        func key(_ number: Int) -> UploadKey { UploadKey(account: "", kind: .voice, place: "\(number)", digest: "") }
        for number in 0..<10 { answers.keep("\(number)", for: key(number), until: .seconds(100), now: .zero) }
        #expect(answers.answer(for: key(0), now: .zero) == "0")
        answers.keep("10", for: key(10), until: .seconds(100), now: .zero)
        #expect(answers.count <= 10)
        #expect(answers.answer(for: key(0), now: .zero) == "0")
        #expect(answers.answer(for: key(1), now: .zero) == nil)
        #expect(answers.answer(for: key(10), now: .seconds(99)) == "10")
        #expect(answers.answer(for: key(10), now: .seconds(100)) == nil)
    }
}

/// Closed until it is opened, once and for all.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    func opened() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}
