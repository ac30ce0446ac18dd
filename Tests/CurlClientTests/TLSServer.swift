// Govorun: a TLS server for tests, the openssl command. SPDX-License-Identifier: MIT
import Foundation
import Testing

/// `openssl s_server` with a certificate of its own, on a free port; ends with its last reference.
final class TLSServer {
    static let isAvailable = [OpenSSL.path, OpenSSL.guardian].allSatisfy { (path: String) in access(path, X_OK) == 0 }

    let certificate: String
    let port: UInt16
    private let folder: String
    private let process: pid_t

    var url: String { "https://127.0.0.1:\(port)/" }

    init(names: String = "IP:127.0.0.1") throws {
        folder = NSTemporaryDirectory() + "/govorun-tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        certificate = folder + "/cert.pem"
        let key = folder + "/key.pem"
        _ = try OpenSSL.output(of: [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate,
            "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=\(names)",
        ])
        let output: Int32
        (process, output) = try OpenSSL.start(["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
        defer { close(output) }
        port = try #require(Self.acceptedPort(output))
    }

    deinit {
        kill(process, SIGTERM)  // which `timeout` hands on
        waitpid(process, nil, 0)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The SHA-256 of the server's public key, in base64.
    func pin() throws -> String {
        let (pem, der) = (folder + "/public.pem", folder + "/public.der")
        _ = try OpenSSL.output(of: ["x509", "-in", certificate, "-pubkey", "-noout", "-out", pem])
        _ = try OpenSSL.output(of: ["pkey", "-pubin", "-in", pem, "-outform", "der", "-out", der])
        return Data(try OpenSSL.output(of: ["dgst", "-sha256", "-binary", der])).base64EncodedString()
    }

    /// Reads up to `ACCEPT 127.0.0.1:PORT`.
    private static func acceptedPort(_ output: Int32) -> UInt16? {
        var text = ""
        while let bytes = OpenSSL.readSome(output) {
            text += String(decoding: bytes, as: UTF8.self)
            guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }), text.hasSuffix("\n") else { continue }
            return line.split(separator: ":").last.flatMap { UInt16($0) }
        }
        return nil
    }
}

/// The `openssl` command. Not through `Process`: its pipes leak into children started at the same time, and then never end.
private enum OpenSSL {
    static let path = "/usr/bin/openssl"
    /// Ends what a crashed test run leaves behind.
    static let guardian = "/usr/bin/timeout"

    /// Starts a command; the descriptor is its standard output.
    static func start(_ arguments: [String]) throws -> (process: pid_t, output: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // A cooperative thread may block signals, and a child inherits that: it would not end when told to.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([guardian, "60", path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let status = posix_spawn(&process, guardian, &actions, &attributes, words, environ)
        close(ends[1])
        try #require(status == 0)
        return (process, ends[0])
    }

    /// What a command that ends well has written.
    static func output(of arguments: [String]) throws -> [UInt8] {
        let (process, descriptor) = try start(arguments)
        defer { close(descriptor) }
        var written: [UInt8] = []
        while let bytes = readSome(descriptor) { written += bytes }
        var status: Int32 = 0
        try #require(waitpid(process, &status, 0) == process && status == 0)
        return written
    }

    static func readSome(_ descriptor: Int32) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? buffer[..<count] : nil
    }
}
