// Govorun: uploads that are watched. SPDX-License-Identifier: MIT
import CurlClient
import ScriptedVK
import Synchronization
import Testing
import VKAPI

@Suite("Progress of uploads")
struct UploadProgressTests {
    /// Keeps what it is told.
    private final class Watcher: Sendable {
        private let kept = Mutex<[RequestProgress]>([])
        var steps: [RequestProgress] { kept.withLock { $0 } }
        func take(_ step: RequestProgress) { kept.withLock { $0.append(step) } }
    }

    private static func isMonotonic(_ steps: [RequestProgress]) -> Bool {
        zip(steps, steps.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received }
    }

    @Test("It only grows, also when the file is sent twice, and ends at its total")
    func grows() async throws {
        let watcher = Watcher()
        let host = UploadHost(answer: { $0 == 1 ? .text("<html>") : .text(UploadHost.photoAnswer) })
        _ = try await host.outcome(host.uploads.messagePhoto(UploadHost.picture).progress { watcher.take($0) })
        let total = try #require(host.posts.last?.streamedBody?.count)
        #expect(Self.isMonotonic(watcher.steps))
        #expect(watcher.steps.last?.sent == total && watcher.steps.last?.total == total)
    }

    @Test("What needs not be sent counts as sent")
    func reused() async throws {
        let watcher = Watcher()
        let host = UploadHost()
        for _ in 0..<2 { _ = try await host.outcome(host.uploads.messagePhoto(UploadHost.picture).progress { watcher.take($0) }) }
        let last = try #require(watcher.steps.last)
        #expect(last.sent > 0 && last.sent == last.total)
        #expect(host.posts.count == 1)
    }

    @Test("Of a link it counts what is received first")
    func link() async throws {
        let watcher = Watcher()
        let host = UploadHost(other: { exchange in
            guard exchange.request.url.contains("pictures") else { return nil }
            exchange.request.progress?(HTTPProgress(sent: 0, received: 6, receivedTotal: 6))
            return .text("GIF89a")
        })
        _ = try await host.outcome(host.uploads.messagePhoto(.url("https://pictures.example/a")).progress { watcher.take($0) })
        let last = try #require(watcher.steps.last)
        #expect(last.received == 6 && last.sent == last.total && last.sent > 6)
        #expect(Self.isMonotonic(watcher.steps))
    }

    @Test("Whoever watches hears the end before the upload returns")
    func end() async throws {
        let watcher = Watcher()
        let host = UploadHost()
        for _ in 0..<50 {
            _ = try await host.outcome(host.uploads.withoutReuse.messagePhoto(UploadHost.picture).progress { watcher.take($0) })
            #expect(watcher.steps.last.map { $0.sent == $0.total } == true)
        }
    }

    @Test("A failed upload ends its reports and throws its own error")
    func failed() async throws {
        let host = UploadHost(answer: { _ in .text(#"{"error": "no"}"#) })
        #expect(try await host.failure(host.uploads.messagePhoto(UploadHost.picture).progress { _ in }).code == .refused)
    }
}
