// Govorun: opens the storage of a bots.yaml for `govorun state`. SPDX-License-Identifier: MIT
import BotRunner
import BotStorage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the commands of `govorun state` have in common.
enum StateAccess {
    /// The option that names the file, for commands whose arguments are something else.
    static let fileOption = CommandSyntax.Option(
        name: "file", value: "FILE", help: "the bots.yaml whose storage is meant (default: bots.yaml)")

    /// The file that is meant.
    ///
    /// - Throws: `ArgumentList.Problem` when it stands where something else belongs.
    static func file(_ arguments: ArgumentList) throws(ArgumentList.Problem) -> String {
        if let file = arguments["file"] { return file }
        if let word = arguments.positional.first(where: ArgumentList.isYAML) { throw .misplaced(file: word) }
        return "bots.yaml"
    }

    /// Lends the storage that the runner of this `bots.yaml` uses, to read; the runner may be at work.
    ///
    /// - Throws: `ExitCode` when it cannot be had, after saying why.
    static func withReadableStorage(
        _ file: String, _ context: CommandContext, _ body: (any Storage) async throws -> ExitCode
    ) async throws -> ExitCode { try await withStorage(file, context, isRead: true, body) }

    /// Lends the storage that the runner of this `bots.yaml` uses.
    ///
    /// - Parameter isMade: whether a storage that does not exist yet is made.
    /// - Parameter isRead: whether nothing in it is changed.
    /// - Throws: `ExitCode` when it cannot be had, after saying why.
    static func withStorage(
        _ file: String, _ context: CommandContext, isMade: Bool = false, isRead: Bool = false,
        _ body: (any Storage) async throws -> ExitCode
    ) async throws -> ExitCode {
        let choice = try BotsYAML.load(file, context).configuration.storage
        guard case .sqlite(let path) = choice else {
            throw refuse(
                "\(file) keeps nothing: its storage is memory; to keep it write storage: sqlite:data/govorun.db"
                    + (file == "bots.yaml" ? "; --file FILE names another bots.yaml" : ""), .configuration, context)
        }
        guard isMade || access(path, F_OK) == 0 else {
            throw refuse("\(path) does not exist: nothing has been stored yet", .noInput, context)
        }
        let storage: any Storage
        do { storage = try await isRead ? choice.openForReading() : choice.open() } catch let error as StorageError {
            throw refuse(error, context)
        }
        do {
            let code = try await body(storage)
            await storage.close()
            return code
        } catch {
            await storage.close()
            guard let error = error as? StorageError else { throw error }
            throw refuse(error, context)
        }
    }

    /// Says what is wrong.
    static func refuse(_ message: String, _ code: ExitCode, _ context: CommandContext) -> ExitCode {
        context.terminal.complain(context.terminal.red("error: ") + message)
        return code
    }

    private static func refuse(_ error: StorageError, _ context: CommandContext) -> ExitCode {
        guard error.code == .locked else { return refuse("\(error)", ExitCode(error), context) }
        let owner = error.context.process.map { " by process \($0)" + (error.context.host.map { " on \($0)" } ?? "") } ?? ""
        return refuse(
            "\(error.context.path ?? "the storage") is in use\(owner), and one process at a time can change it: stop the runner first",
            .temporarilyUnavailable, context)
    }
}

/// A bot as the storage knows it.
struct StateSource: Sendable {
    /// Its community's id.
    let id: String
    /// Its name in `bots.yaml` when it last started; the id where none is known.
    let name: String

    /// Who `word` is: a bot's name, or a community's id.
    ///
    /// - Throws: `ExitCode.usage` after naming the bots that are known.
    static func find(_ word: String, in storage: any Storage, _ context: CommandContext) async throws -> StateSource {
        if let id = try await storage.value(for: BotNames.key(of: word)) {
            return StateSource(id: String(decoding: id, as: UTF8.self), name: word)
        }
        let names = try await known(in: storage)
        let id = ["club", "public"].first { word.hasPrefix($0) }.map { word.dropFirst($0.count) } ?? word[...]
        if !id.isEmpty, id.allSatisfy({ ("0"..."9").contains($0) }) {
            return StateSource(id: String(id), name: names.first { $0.id == id }?.name ?? String(id))
        }
        let list = names.isEmpty ? "it knows none yet" : "there are " + names.map(\.name).joined(separator: ", ")
        throw StateAccess.refuse("the storage knows no bot '\(word)'; \(list). A community's id is understood, too", .usage, context)
    }

    /// The bots that have started on this storage, by name.
    static func known(in storage: any Storage) async throws -> [StateSource] {
        let names = try await storage.names(in: BotNames.key(of: "").namespace, NamePage(limit: .max))
        let ids = try await storage.values(for: names.map(BotNames.key))
        return zip(names, ids).compactMap { name, id in id.map { StateSource(id: String(decoding: $0.bytes, as: UTF8.self), name: name) } }
    }
}
