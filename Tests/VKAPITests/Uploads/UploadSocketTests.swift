// Govorun: uploads and downloads over real connections. SPDX-License-Identifier: MIT
import CurlClient
import Foundation
import MicroServer
import Synchronization
import Testing
import VKAPI

/// VK on this machine: its methods, an upload server and the file that came to it.
private final class FileServer: Sendable {
    private let kept = Mutex<(name: String, body: [UInt8])>(("", []))
    var name: String { kept.withLock { $0.name } }
    var body: [UInt8] { kept.withLock { $0.body } }

    /// Lends a client of it; everything is ended on every way out.
    static func with(_ body: (FileServer, VKClient, _ address: String) async throws -> Void) async throws {
        let files = FileServer()
        let server = try MicroServer { files.answer($0) }
        let transport = try CurlClient()
        var configuration = VKClient.Configuration()
        configuration.api = "http://127.0.0.1:\(server.port)"
        let client = VKClient(token: Secret("token-of-the-test"), configuration: configuration, transport: transport)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(files, client, configuration.api)) } catch { outcome = .failure(error) }
        await transport.shutdown()
        await server.stop()
        try outcome.get()
    }

    private func answer(_ request: ServerRequest) -> ServerResponse {
        let address = "http://" + (request.headers.first(named: "Host") ?? "")
        switch request.path {
        case "/method/docs.getMessagesUploadServer": return json(#"{"response": {"upload_url": "\#(address)/upload?hash=h"}}"#)
        case "/method/docs.save":
            return json(#"{"response": {"type": "doc", "doc": {"id": 1, "owner_id": 2, "url": "\#(address)/moved"}}}"#)
        case "/upload":
            guard let part = request.parts.first else { return json(#"{"error": "no file"}"#) }
            kept.withLock { $0 = (part.filename ?? "", Array(part.body)) }
            return json(#"{"file": "f"}"#)
        case "/moved": return .bytes(302, type: "text/plain", [], headers: [.init(name: "Location", value: "/file")])
        case "/away": return .bytes(302, type: "text/plain", [], headers: [.init(name: "Location", value: "http://localhost:1/file")])
        case "/file": return .bytes(200, type: "image/gif", body)
        default: return .notFound
        }
    }

    private func json(_ text: String) -> ServerResponse { .bytes(200, type: "text/html", Array(text.utf8)) }
}

@Suite("Uploads over sockets")
struct UploadSocketTests {
    @Test("A file goes there and comes back whole, under its name", arguments: [1, 300_000, 5_000_000])
    func thereAndBack(size: Int) async throws {
        let folder = NSTemporaryDirectory() + "govorun-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let content = [UInt8](repeating: 7, count: size)
        try Data(content).write(to: URL(filePath: folder + "/отчёт"))
        try await FileServer.with { files, vk, _ in
            let steps = Mutex<[RequestProgress]>([])
            let upload = vk.uploads.messageDocument(.file(folder + "/отчёт", name: "отчёт \"за\" июль.bin")).progress { step in
                steps.withLock { $0.append(step) }
            }
            let document = try await upload.send().doc
            #expect(files.name == "отчёт %22за%22 июль.bin")
            #expect(files.body == content)
            #expect(steps.withLock { $0.last.map { $0.sent == $0.total } } == true)
            let received = try await vk.downloads.document(document).bytes()
            #expect(received == content)
            let saved = try await vk.downloads.document(document).save(to: folder + "/back")
            #expect(saved == size)
            #expect(try Data(contentsOf: URL(filePath: folder + "/back")) == Data(content))
        }
    }

    @Test("A download that redirects to another host stops there")
    func away() async throws {
        try await FileServer.with { _, vk, address in
            let error = await #expect(throws: DownloadError.self) { _ = try await vk.downloads.url(address + "/away").bytes() }
            #expect(error?.code == .foreignHost)
        }
    }

    @Test("A download above its limit ends while it comes")
    func limit() async throws {
        try await FileServer.with { _, vk, address in
            _ = try await vk.uploads.messageDocument(.bytes([UInt8](repeating: 1, count: 1_000_000), name: "a.bin")).send()
            let download = vk.downloads.url(address + "/file").limit(999_999)
            let error = await #expect(throws: DownloadError.self) { _ = try await download.bytes() }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test(
        "A person's link to this machine is refused, the author's own is fetched, above a megabyte through a file",
        arguments: [10, 3_000_000])
    func links(size: Int) async throws {
        let content = Array("GIF89a".utf8) + [UInt8](repeating: 9, count: size)
        try await FileServer.with { files, vk, address in
            _ = try await vk.uploads.messageDocument(.bytes(content, name: "a.gif")).send()
            for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f000001"] {
                let link = address.replacingOccurrences(of: "127.0.0.1", with: host) + "/file"
                let error = await #expect(throws: UploadError.self) { _ = try await vk.uploads.messageDocument(.url(link)).send() }
                #expect(error?.code == .privateAddress, "\(host)")
            }
            _ = try await vk.uploads.withoutReuse.messageDocument(.url(address + "/file", reach: .anyHost)).send()
            #expect(files.name == "file.gif")
            #expect(files.body == content)
        }
    }

    @Test("A large upload takes little memory: 40 MB go while at most 20 are taken")
    func memory() throws {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = Process()
        program.executableURL = folder.appending(path: "UploadMemory")
        program.arguments = ["40"]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        #expect(program.terminationStatus == 0, "\(text)")
    }
}
