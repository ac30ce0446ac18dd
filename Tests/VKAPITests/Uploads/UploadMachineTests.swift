// Govorun: what follows each outcome of an upload. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import TapeJSON
import Testing
import VKAPI

@Suite("Upload outcomes")
struct UploadMachineTests {
    private static func upload(_ host: UploadHost) -> Request<PhotosPhoto> { host.uploads.messagePhoto(UploadHost.picture) }

    @Test("A refused file is an error with the server's words, and nothing is saved", arguments: ["photo-message--empty", "doc--error"])
    func refused(sample: String) async throws {
        let body = try Fixture.bytes("upload/\(sample).json")
        let host = UploadHost(answer: { _ in HTTPResponse(status: 200, body: body) })
        let error = try await host.failure(Self.upload(host))
        #expect(error.code == .refused)
        #expect(error.name == "cat.gif")
        #expect(host.calls == ["photos.getMessagesUploadServer"])
        #expect(host.posts.count == 1)
    }

    @Test("An address that has expired is asked for anew, once")
    func expired() async throws {
        let host = UploadHost(answer: { $0 == 1 ? .text("<html>404</html>", status: 404) : .text(UploadHost.photoAnswer) })
        #expect(try await host.outcome(Self.upload(host)).attachment == "photo-1_7_key7")
        #expect(host.calls == ["photos.getMessagesUploadServer", "photos.getMessagesUploadServer", "photos.saveMessagesPhoto"])
        #expect(try host.parts(1) == host.parts(2))
    }

    @Test("An upload server that cannot be read twice is given up")
    func unreadable() async throws {
        let host = UploadHost(answer: { _ in .text("<html>", status: 502) })
        let error = try await host.failure(Self.upload(host))
        #expect(error.code == .unreadableAnswer)
        #expect(error.description.contains("HTTP 502"))
        #expect(host.posts.count == 2)
    }

    @Test(
        "A lost connection and one that stands still are tried once more, a deadline is not",
        arguments: [(HTTPError.Code.connectionLost, 2), (.stalled, 2), (.timedOut, 1)])
    func lost(code: HTTPError.Code, posts: Int) async throws {
        let host = UploadHost(answer: { _ in throw HTTPError(code, mayHaveBeenPerformed: true) })
        let error = try await host.failure(Self.upload(host))
        #expect(error.code == .lost)
        #expect(error.cause?.code == code)
        #expect(host.posts.count == posts)
    }

    @Test("A video that may have arrived is not sent a second time", arguments: [HTTPError.Code.connectionLost, .stalled])
    func lostVideo(code: HTTPError.Code) async throws {
        let slot: JSONValue = ["upload_url": JSONValue(UploadHost.address), "video_id": 8, "owner_id": -1]
        let host = UploadHost(answer: { _ in throw HTTPError(code, mayHaveBeenPerformed: true) }, saved: slot)
        #expect(try await host.failure(host.uploads.video(UploadHost.picture)).code == .lost)
        #expect(host.calls == ["video.save"])
    }

    @Test("What VK will not save any more is uploaded again, once", arguments: [22, 105, 114, 118, 121, 122, 129, 1160])
    func stale(code: Int) async throws {
        let once = UploadHost(other: { $0.name == "photos.saveMessagesPhoto" && $0.number == 1 ? .error(code) : nil })
        #expect(try await once.outcome(Self.upload(once)).id == 7)
        #expect(once.posts.count == 2)
        let always = UploadHost(other: { $0.name == "photos.saveMessagesPhoto" ? .error(code) : nil })
        let error = await #expect(throws: VKError.self) { _ = try await always.outcome(Self.upload(always)) }
        #expect(error?.code?.rawValue == code)
        #expect(always.posts.count == 2)
    }

    @Test(
        "Other refusals are VK's own error at once", arguments: [("photos.getMessagesUploadServer", 901), ("photos.saveMessagesPhoto", 15)])
    func refusedCall(method: String, code: Int) async throws {
        let host = UploadHost(other: { $0.name == method ? .error(code) : nil })
        let error = await #expect(throws: VKError.self) { _ = try await host.outcome(Self.upload(host)) }
        #expect(error?.code?.rawValue == code)
        #expect(error?.method == method)
        #expect(host.posts.count == (code == 901 ? 0 : 1))
    }

    @Test("A save whose outcome is unknown is not repeated")
    func unknownSave() async throws {
        let host = UploadHost(other: { exchange in
            if exchange.name == "photos.saveMessagesPhoto" { throw HTTPError(.connectionLost, mayHaveBeenPerformed: true) }
            return nil
        })
        let error = await #expect(throws: VKError.self) { _ = try await host.outcome(Self.upload(host)) }
        #expect(error?.mayHaveBeenPerformed == true)
        #expect(host.vk.exchanges("photos.saveMessagesPhoto").count == 1)
        #expect(host.posts.count == 1)
    }

    @Test("An answer without an address, or saved as something else, names its method")
    func misfits() async throws {
        let nowhere = UploadHost(other: { $0.name == "photos.getMessagesUploadServer" ? .response(["upload_url": ""]) : nil })
        let first = await #expect(throws: VKError.self) { _ = try await nowhere.outcome(Self.upload(nowhere)) }
        #expect(first?.method == "photos.getMessagesUploadServer")
        let nothing = UploadHost(saved: [])
        let second = await #expect(throws: VKError.self) { _ = try await nothing.outcome(Self.upload(nothing)) }
        #expect(second?.method == "photos.saveMessagesPhoto")
        #expect(second?.failure == .server)
    }

    @Test("An upload takes no slot of the limiter, its calls do")
    func limiter() async throws {
        let host = UploadHost()
        for _ in 0..<30 { _ = try await host.outcome(host.uploads.withoutReuse.messagePhoto(UploadHost.picture)) }
        #expect(host.vk.exchanges.count == 90)
        // Sixty calls at twenty a second, of which a fresh client has two at once.
        #expect(host.time.now - .seconds(1_000) > .seconds(2))
        #expect(host.time.now - .seconds(1_000) < .seconds(4))
    }

    @Test("A request that is to surface failures, or to be sent once only, begins nothing anew")
    func noRepeats() async throws {
        let changes: [(inout RequestOptions) -> Void] = [
            { $0.handlesErrors = false }, { $0.isOnceOnly = true }, { $0.attempts = .limited(1) },
        ]
        for change in changes {
            let host = UploadHost(answer: { _ in .text("<html>") })
            #expect(try await host.failure(Self.upload(host).configured(change)).code == .unreadableAnswer)
            #expect(host.posts.count == 1)
        }
    }

    @Test("It is a request like any other: mapped, mocked, chained, timed")
    func asRequest() async throws {
        let host = UploadHost(other: { $0.name == "messages.send" ? .response(5) : nil })
        let client = host.client
        let sent = Self.upload(host).map(\.attachment).chain { client.call("messages.send", ["peer_id": 1, "attachment": $0]) }
        #expect(try await host.outcome(sent).int == 5)
        #expect(host.fields("messages.send")["attachment"] == "photo-1_7_key7")
        let mocked = Self.upload(host).mock(.response([["id": 9, "owner_id": 2]]))
        #expect(try await host.outcome(mocked).attachment == "photo2_9")
        #expect(host.posts.count == 1)
        _ = try await host.outcome(host.uploads.withoutReuse.messagePhoto(UploadHost.picture).timeout(.seconds(7)))
        #expect(host.posts.map(\.timeout) == [.seconds(60), .seconds(7)])
        #expect("\(Self.upload(host))" == "uploads.messagePhoto()")
    }

    @Test("Cancelled while the server is silent, it ends as cancelled")
    func cancelled() async throws {
        let (started, mark) = AsyncStream.makeStream(of: Void.self)
        let host = UploadHost(answer: { _ in
            mark.finish()
            try await Task.sleep(for: .seconds(3_600))
            return .text("")
        })
        let task = Task { try await Self.upload(host).send() }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
}
