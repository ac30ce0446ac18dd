// Govorun: the client of the benchmark. SPDX-License-Identifier: MIT
import CurlClient
import Glibc
import VKAPI

/// Uploads a file without a written block and says how far its memory rose.
struct MeasuredUpload {
    /// What an upload of any size may cost.
    static let budget = 20 << 20

    let port: Int
    let megabytes: Int

    /// Exits with 1 above the budget.
    func run() async throws {
        let client = try CurlClient()
        var configuration = VKClient.Configuration()
        configuration.api = "http://127.0.0.1:\(port)"
        let vk = VKClient(token: Secret("token-of-the-benchmark"), configuration: configuration, transport: client)
        // The first one pays for what is made once: connections, buffers, the hash's table.
        _ = try await vk.uploads.messageDocument(.bytes([1, 2, 3], name: "small.bin")).send()
        let idle = Self.memory("VmRSS")
        let path = "/tmp/govorun-upload-\(getpid()).bin"
        defer { unlink(path) }
        guard truncate(path) else { return print("no file at \(path)") }
        let clock = ContinuousClock()
        let start = clock.now
        let document = try await vk.uploads.messageDocument(.file(path)).progress { _ in }.send().doc
        let took = clock.now - start
        let above = Self.memory("VmHWM") - idle
        await client.shutdown()
        print("uploaded \(document.size >> 20) MB in \(took)")
        print("idle \(idle >> 10) KB, peak above idle \(above >> 10) KB, budget \(Self.budget >> 10) KB")
        unlink(path)
        exit(document.size == megabytes << 20 && above < Self.budget ? 0 : 1)
    }

    private func truncate(_ path: String) -> Bool {
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        return file >= 0 && ftruncate(file, off_t(megabytes << 20)) == 0
    }

    /// A line of `/proc/self/status`, in bytes.
    private static func memory(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 8_192)
        let count = fread(&text, 1, text.count, file)
        let line = text.prefix(count).split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) } ?? []
        return (Int(String(decoding: line.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }, as: UTF8.self)) ?? 0) << 10
    }
}
