// Govorun: the trial bot in a folder of its own. SPDX-License-Identifier: MIT
import BotStorage
import Foundation
import TapeJSON
import Testing

/// Bots of the trial program on a simulator in another process, with a storage that outlives them.
final class TrialSite: Sendable {
    let vk: VK
    let communities: [Int]
    let folder: Folder

    /// `bot-1`, `bot-2` …, with a community each.
    init(_ vk: VK, bots: Int, admin: Int? = nil, plugins: String = "counter, answer, trap, later") async throws {
        self.vk = vk
        folder = try Folder()
        var communities: [Int] = []
        for bot in 1...bots { communities.append(try await vk.addCommunity("bot \(bot)", token: "token-of-bot-\(bot)")) }
        self.communities = communities
        let admins = admin.map { ", admins: [\($0)]" } ?? ""
        let entries = (1...bots).map { "  bot-\($0): { token: token-of-bot-\($0), plugins: [\(plugins)]\(admins) }" }
        let head = ["vk: { api: \"\(vk.api)\" }", "storage: sqlite:data/govorun.db", "bots:"]
        try folder.write("bots.yaml", (head + entries).joined(separator: "\n") + "\n")
    }

    /// Starts the program; a crash of it ends at once, without a report.
    func run(_ words: String...) throws -> Program {
        let binary = Program.products.appendingPathComponent("TrialBot").path
        try #require(FileManager.default.isExecutableFile(atPath: binary), "TrialBot is not built beside the tests")
        return try Program(binary, words.isEmpty ? ["run"] : words, environment: ["SWIFT_BACKTRACE": "enable=no"], in: folder.url)
    }

    /// What `govorun state` says.
    func state(_ words: String) async throws -> [String] {
        let program = try run("state", words)
        #expect(try await program.exitStatus() == 0)
        return program.output
    }

    func write(_ messages: some Sequence<(person: Int, community: Int, text: String)>) async throws {
        let all = messages.map { message -> JSONValue in
            ["community": .integer(message.community), "person": .integer(message.person), "text": .string(message.text)]
        }
        if !all.isEmpty { try await vk.post("write", .array(all)) }
    }

    /// What a bot has answered a person, once these are `count` answers.
    func answers(_ person: Int, _ community: Int, count: Int, within limit: Duration = .seconds(60)) async throws -> [String] {
        try await vk.eventually(within: limit, "\(count) answers to \(person) by \(community)") {
            let texts = try await vk.history(person, community).filter { $0["from_id"].int == -community }.compactMap { $0["text"].string }
            return texts.count >= count ? texts : nil
        }
    }

    /// Looks at a copy of the storage from end to end: the next start finds the file just as the death has left it.
    func checkStorage() async throws {
        let (data, copy) = (folder.url.appendingPathComponent("data"), folder.url.appendingPathComponent("copy"))
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in ["govorun.db", "govorun.db-wal"] where FileManager.default.fileExists(atPath: data.appendingPathComponent(name).path) {
            try FileManager.default.copyItem(at: data.appendingPathComponent(name), to: copy.appendingPathComponent(name))
        }
        var options = SQLiteStorage.Options()
        options.check = .full
        try await SQLiteStorage.open(copy.appendingPathComponent("govorun.db").path, options: options).close()
        try FileManager.default.removeItem(at: copy)
    }
}
