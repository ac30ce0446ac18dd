// Govorun: uploads that go wrong, large ones, and files of people. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

@Suite("Upload servers")
struct UploadFaultTests {
    private static let photo = FileField("photo", "a.png", SampleFile.png(300, 200))

    @Test("A fault refuses a file, spoils the answer or breaks the connection, once")
    func faults() async throws {
        try await Stage.with { stage in
            let url = try await stage.address("photos.getMessagesUploadServer")
            stage.simulator.add(Fault(.refuseFile, match: "upload.message_photo"))
            #expect(try await stage.uploaded(url, Self.photo)["photo"].string == "[]")
            stage.simulator.add(Fault(.garbage, match: "upload.*"))
            let garbage = try await stage.upload(url, [Self.photo])
            #expect(throws: JSONError.self) { try JSONDocument(garbage.body) }
            stage.simulator.add(Fault(.status(502), match: "upload.*"))
            #expect(try await stage.upload(url, [Self.photo]).status == 502)
            for kind in [Fault.Kind.resetBefore, .cutUpload(100)] {
                stage.simulator.add(Fault(kind, match: "upload.*"))
                let large = FileField("photo", "a.png", [UInt8](repeating: 1, count: 100_000))
                await #expect(throws: SocketClient.Failure.self) { try await stage.upload(url, [large]) }
            }
            #expect(try await stage.uploaded(url, Self.photo)["photo"].string != "[]")
        }
    }

    @Test("An address is good for a day, unless a fault ends it; then it answers a page")
    func expiry() async throws {
        let time = HandMovedTime()
        try await Stage.with {
            $0.time = time.source
        } body: { stage in
            let first = try await stage.address("photos.getMessagesUploadServer")
            stage.simulator.add(Fault(.expireUploads, match: "upload.*"))
            let expired = try await stage.upload(first, [Self.photo])
            #expect(expired.status == 404)
            #expect(expired.text.hasPrefix("<html>"))
            let second = try await stage.address("photos.getMessagesUploadServer")
            #expect(try await stage.upload(second, [Self.photo]).status == 200)
            time.advance(by: .seconds(86_401))
            #expect(try await stage.upload(second, [Self.photo]).status == 404)
            #expect(try await stage.upload(second.replacing("message_photo", with: "cover"), [Self.photo]).status == 404)
        }
    }

    @Test("A large file is counted and hashed, and not kept; of small ones the oldest go")
    func large() async throws {
        try await Stage.with {
            $0.fileLimit = 1000
            $0.fileStoreLimit = 1500
        } body: { stage in
            let url = try await stage.address("docs.getMessagesUploadServer")
            for size in [3_000_000, 900, 800] {
                let bytes = [UInt8](repeating: 7, count: size)
                #expect(try await stage.uploaded(url, FileField("file", "a.txt", bytes))["file"].exists)
            }
            let files = stage.simulator.files()
            #expect(files.map(\.size) == [3_000_000, 900, 800])
            #expect(files[0].hash == "892f2fe04ec507da2fe21530851fc8c60ae8a0d9b126b61d7168fd5dbb209a1b")
            #expect(files.map { stage.simulator.content(of: $0)?.count } == [nil, nil, 800])
            #expect(try await SocketClient.get(files[0].path, port: stage.simulator.port).status == 404)
            #expect(try await SocketClient.get(files[2].path, port: stage.simulator.port).status == 200)
        }
    }

    @Test("A stranger's file is handed out so that no browser runs it, and only by its whole address")
    func safety() async throws {
        try await Stage.with { stage in
            let url = try await stage.address("docs.getMessagesUploadServer")
            let page = FileField("file", "a.html", Array("<script>1</script>".utf8), type: "text/html")
            _ = try await stage.uploaded(url, page)
            let path = try #require(stage.simulator.files().first).path
            let answer = try await SocketClient.get(path, port: stage.simulator.port)
            #expect(answer.headers["content-disposition"] == "attachment")
            #expect(answer.headers["content-security-policy"]?.hasPrefix("sandbox") == true)
            for wrong in ["/file/1", "/file/1/x/a.html", "/file/2/x/a.html", "/file/x/y/z"] {
                #expect(try await SocketClient.get(wrong, port: stage.simulator.port).status == 404)
            }
        }
    }

    @Test(
        "A person's file comes to the bot as VK shows it, and can be downloaded",
        arguments: [
            ("photo", "a.png", SampleFile.png(1920, 1280), "message_new--photo-and-doc"),
            ("audio_message", "a.ogg", SampleFile.voice(seconds: 4), "message_new--voice"),
            ("graffiti", "a.png", SampleFile.png(400, 220), "message_new--graffiti"),
        ] as [(String, String, [UInt8], String)])
    func sent(kind: String, name: String, bytes: [UInt8], sample: String) async throws {
        try await Stage.with { stage in
            let session = try await stage.session()
            let client = try SocketClient(port: stage.simulator.port)
            let query = "person=510001001&community=198765432&kind=\(kind)&name=\(name)"
            client.send(
                "POST /simulator/upload?\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/octet-stream\r\nContent-Length: \(bytes.count)\r\n\r\n"
            )
            client.send(bytes)
            let answer = try JSONDocument(try await client.answer().body).root
            #expect(answer["attachment"].string?.hasPrefix("\(kind)510001001_") == true)
            #expect(answer["cmid"].int == 1)
            let shown = try await stage.events(session)[0]["object"]["message"]["attachments"][0]
            let expected = try fixture("events/\(sample)")["object"]["message"]["attachments"][0]
            #expect(differences(shown, expected) == [])
            let object = shown[kind]
            let link: String = object["link_ogg"].string ?? object["url"].string ?? object["sizes"][0]["url"].string ?? ""
            #expect(try await stage.download(link).body == bytes)
        }
    }

    @Test("A file needs a type of its own and must be what it says")
    func refused() async throws {
        try await Stage.with { stage in
            func post(_ query: String, type: String, _ body: String) async throws -> Int {
                try await SocketClient.post("/simulator/upload?\(query)", port: stage.simulator.port, type: type, body).status
            }
            let olga = "person=510001001&name=a.png"
            let status = try await post(olga, type: "text/plain", "x")
            #expect(status == 415)
            #expect(try await post(olga + "&kind=photo", type: "image/png", "no picture") == 403)
            #expect(try await post("person=5&name=a.txt", type: "image/png", "x") == 404)
            #expect(try await post("name=a.txt", type: "image/png", "x") == 400)
            #expect(try await post("person=510001001&name=a.txt&kind=film", type: "image/png", "x") == 400)
            #expect(try await post("person=510001001&name=a.txt", type: "image/png", "x") == 200)
            #expect(throws: SimulatorError.self) {
                try stage.simulator.upload([1], named: "a.exe", as: .document, by: stage.olga.id)
            }
        }
    }
}
