// Govorun: files, pipes and exit codes of the command line. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import Testing

@Suite("Files and exit codes of the command line")
struct CommandLineFilesTests {
    private static let yaml = "vk: { api: simulator }\nstorage: sqlite:data/govorun.db\nbots: { a: { plugins: [echo] } }\n"

    /// Runs `words` in a shell, which finds the program as `$0`.
    private func shell(_ words: String, in folder: Folder) throws -> Program {
        try Program("/bin/sh", ["-c", words, Program.products.appendingPathComponent("govorun").path], in: folder.url)
    }

    @Test(
        "Output that nobody takes is exit code 73 and a line",
        arguments: ["version", "check bots.yaml", "plugins", "--help"], ["> /dev/full", ">&-"])
    func lostOutput(words: String, place: String) async throws {
        let folder = try Folder()
        try folder.write("bots.yaml", Self.yaml)
        let program = try shell("exec \"$0\" \(words) \(place)", in: folder)
        #expect(try await program.exitStatus() == 73)
        #expect(program.errors.last?.hasPrefix("error: standard output: ") == true, "\(program.errors)")
    }

    @Test("SIGHUP before bots.yaml has been read does not end the process")
    func earlyHangup() async throws {
        let pipe = Pipe()
        let program = try Program.govorun(["run", "/dev/stdin"], input: pipe)
        let limit = ContinuousClock.now + .seconds(30)
        while true {
            let status = try String(contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
            let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last ?? "0"
            if UInt64(caught, radix: 16).map({ $0 & 1 << UInt64(SIGHUP - 1) != 0 }) == true { break }
            try #require(ContinuousClock.now < limit, "SIGHUP is not listened to before the file is read")
            try await Task.sleep(for: .milliseconds(5))
        }
        program.signal(SIGHUP)
        try pipe.fileHandleForWriting.write(contentsOf: Data("bots: 1\n".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try await program.exitStatus() == 78)
    }

    @Test("A named pipe is refused, not waited for", arguments: ["bots.yaml", ".env"])
    func namedPipe(name: String) async throws {
        let folder = try Folder()
        try folder.write("bots.yaml", Self.yaml)
        let path = folder.url.appendingPathComponent(name).path
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        let program = try Program.govorun(["check", "bots.yaml"], in: folder.url)
        #expect(try await program.exitStatus() == 65)
        #expect(program.errors.last?.hasSuffix("\(name): is a named pipe, not a file") == true, "\(program.errors)")
    }

    @Test("A line of .env that says nothing is told by its number, and never shown")
    func dotEnv() async throws {
        let folder = try Folder()
        let yaml = "bots: { a: { token: \"${TOK}\", plugins: [echo] } }\n"
        try folder.write("bots.yaml", yaml)
        for (text, told) in [
            ("# the token\n\nTOK secret-1\n", ".env:3: this is no NAME=VALUE"), ("TOK: secret-1\n", ".env:1: this is no NAME=VALUE"),
            ("TOK: secret=1\n", ".env:1: this is no NAME=VALUE"), ("TOK=\"secret-1\n", ".env:1: the quote is not closed"),
            ("T\0O\0K\0=\0a\0", ".env: it is no UTF-8"),
        ] {
            chmod(try folder.write(".env", text), 0o600)
            let program = try Program.govorun(["check"], in: folder.url)
            _ = try await program.exitStatus()
            #expect(program.errors.first?.contains("warning: ./" + told) == true, "\(program.errors)")
            #expect(!program.errors.joined().contains("secret"))
        }
        chmod(try folder.write(".env", "export TOK='a=b' # \"\n\n# none\n"), 0o600)
        let good = try Program.govorun(["check"], in: folder.url)
        #expect(try await good.exitStatus() == 0 && good.errors.isEmpty)
    }

    @Test("What the process was given is read, and /dev/null is an empty .env")
    func given() async throws {
        let folder = try Folder()
        try folder.write("bots.yaml", Self.yaml)
        try FileManager.default.createSymbolicLink(atPath: folder.url.path + "/.env", withDestinationPath: "/dev/null")
        #expect(try await shell("cat bots.yaml | \"$0\" check /dev/stdin && exec \"$0\" check", in: folder).exitStatus() == 0)
    }

    @Test("Each reason why a file cannot be read has its exit code")
    func unreadable() async throws {
        let folder = try Folder()
        try folder.write("bots.yaml", Self.yaml)
        for (words, status) in [
            (["check", "."], 65), (["check", "/dev/zero"], 65), (["check", "none.yaml"], 66), (["check", "bots.yaml/x"], 66),
            (["auth", "logout", "bots.yaml"], 65), (["auth", "logout", "none"], 66), (["state", "import", "none"], 66),
            (["check", ""], 64), (["new", "project", "x", "--govorun", "/nonexistent"], 66),
            (["run", "--simulator", "x"], 64), (["state", "list", "bots.yaml", "--file", "other.yaml"], 64),
        ] {
            let program = try Program.govorun(words, in: folder.url)
            #expect(try await program.exitStatus() == status, "\(words)")
            #expect(program.errors.first?.hasPrefix("error: ") == true && program.errors.joined().contains("error: :") == false)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/x"))
    }

    @Test("A storage in use is exit code 75, by any name, and with its lock file deleted")
    func lockedStorage() async throws {
        let folder = try Folder()
        try folder.write("bots.yaml", Self.yaml)
        try folder.write("link.yaml", Self.yaml.replacingOccurrences(of: "govorun.db", with: "link.db"))
        let path = folder.url.path + "/data/govorun.db"
        let storage = try await SQLiteStorage.open(path)
        try FileManager.default.linkItem(atPath: path, toPath: folder.url.path + "/data/link.db")
        #expect(try await Program.govorun(["run"], in: folder.url).exitStatus() == 75)
        try FileManager.default.removeItem(atPath: path + ".lock")
        for words in [["run"], ["state", "forget", "a"], ["run", "link.yaml"]] {
            let program = try Program.govorun(words, in: folder.url)
            #expect(try await program.exitStatus() == 75, "\(words): \(program.errors)")
        }
        await storage.close()
    }

    @Test("An export can be imported from a pipe")
    func importedPipe() async throws {
        let folder = try Folder()
        try folder.write("bots.yaml", Self.yaml)
        try folder.write("state.jsonl", #"{"namespace":"state/7/shop","name":"cart","text":"tea"}"# + "\n")
        let program = try shell("cat state.jsonl | \"$0\" state import /dev/stdin && exec \"$0\" state export", in: folder)
        #expect(try await program.exitStatus() == 0)
        #expect(program.output == ["1 value stored", #"{"namespace":"state/7/shop","name":"cart","text":"tea"}"#])
    }
}
