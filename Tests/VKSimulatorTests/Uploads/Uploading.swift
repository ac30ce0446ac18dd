// Govorun: uploading, as a bot does it. SPDX-License-Identifier: MIT
import SocketClient
import TapeJSON
import Testing
import VKSimulator

/// A file in a field of an upload.
struct FileField: Sendable {
    var field: String
    var name: String?
    var type = "application/octet-stream"
    var bytes: [UInt8]

    init(_ field: String, _ name: String?, _ bytes: [UInt8], type: String = "application/octet-stream") {
        self.field = field
        self.name = name
        self.bytes = bytes
        self.type = type
    }
}

/// Files whose first bytes say what they are.
enum SampleFile {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0]
    }

    static func voice(seconds: Int) -> [UInt8] {
        let samples = (0..<8).map { UInt8(truncatingIfNeeded: (48_000 * seconds) >> (8 * $0)) }
        let first = Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + Array("OpusHead".utf8) + [UInt8](repeating: 1, count: 100)
        return first + Array("OggS".utf8) + [0, 4] + samples + [UInt8](repeating: 2, count: 20)
    }
}

extension Stage {
    /// Posts files to an address that a method gave.
    func upload(_ url: String, _ files: [FileField]) async throws -> SocketAnswer {
        var body: [UInt8] = []
        for file in files {
            let name = file.name.map { "; filename=\"\($0)\"" } ?? ""
            body += Array(
                "--BOUNDARY\r\nContent-Disposition: form-data; name=\"\(file.field)\"\(name)\r\nContent-Type: \(file.type)\r\n\r\n".utf8)
            body += file.bytes + Array("\r\n".utf8)
        }
        body += Array("--BOUNDARY--\r\n".utf8)
        let client = try SocketClient(port: simulator.port)
        client.send(
            "POST \(target(url)) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=BOUNDARY\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        client.send(body)
        return try await client.answer()
    }

    /// What an upload server answered, as JSON.
    func uploaded(_ url: String, _ files: FileField...) async throws -> JSON {
        try JSONDocument(try await upload(url, files).body).root
    }

    /// The address a method gives.
    func address(_ method: String, _ parameters: KeyValuePairs<String, String> = [:], token: String? = nil) async throws -> String {
        let answer = try await call(method, parameters, token: token)
        return try #require(answer["response"]["upload_url"].string, "\(answer)")
    }

    func download(_ url: String) async throws -> SocketAnswer { try await SocketClient.get(target(url), port: simulator.port) }

    private func target(_ url: String) -> String { String(url.dropFirst(simulator.baseURL.count)) }
}
