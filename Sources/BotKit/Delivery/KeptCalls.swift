// Govorun: calls that a handler makes once, whatever happens to it. SPDX-License-Identifier: MIT
import BotStorage
import Synchronization

/// The journal of one run: noted before each call, and again with its answer.
final class KeptCalls: Sendable {
    private let work: EventWork
    private let bot: Bot
    /// In the upper bits of every number of this run, so that the runs of one update do not mix.
    private let prefix: Int
    private let journal = Mutex<RunJournal?>(nil)

    /// Numbers of one run.
    private static let span = 1 << 20

    init(work: EventWork, bot: Bot, plugin: String, handler: String) {
        self.work = work
        self.bot = bot
        var hash = FNV1a()
        hash.add(plugin)
        hash.add(handler)
        prefix = Int(hash.value & 0x7fff_ffff) * Self.span
    }

    /// The outcome of `perform`, or what is kept of it from an earlier run.
    ///
    /// - Throws: `StorageError`; what `perform` throws; what `unknown` gives when an earlier run was cut off during it.
    func once(
        _ digest: CallDigest, isLoose: Bool = true, unknown: () -> any Error, isRefusal: (any Error) -> Bool,
        _ perform: () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let ordinal: Int
        switch try await match(digest, isLoose: isLoose) {
        case .known(.answered(let answer), _): return answer
        case .known(.unknown, _): throw unknown()
        case .known(.refused, let before): ordinal = before
        case .new(let new):
            ordinal = new
            try await bot.storage.commit([.beginCall(key(new), digest: digest.bytes)])
        }
        do {
            let answer = try await perform()
            try await bot.storage.commit([.answerCall(key(ordinal), [1] + answer)])
            return answer
        } catch  where isRefusal(error) {
            try await bot.storage.commit([.answerCall(key(ordinal), [0])])
            throw error
        }
    }

    /// What `perform` gives, kept before anybody is told; an earlier run that was cut off during it has kept nothing.
    ///
    /// - Throws: `StorageError`; what `perform` throws.
    func keeping(_ digest: CallDigest, _ perform: () async throws -> [UInt8]) async throws -> [UInt8] {
        let ordinal: Int
        switch try await match(digest, isLoose: false) {
        case .known(.answered(let answer), _): return answer
        case .known(_, let number), .new(let number): ordinal = number
        }
        let answer = try await perform()
        try await bot.storage.commit([.beginCall(key(ordinal), digest: digest.bytes), .answerCall(key(ordinal), [1] + answer)])
        return answer
    }

    /// What is to be done with a call, and from now on it counts as begun.
    func match(_ digest: CallDigest, isLoose: Bool = true) async throws -> RunJournal.Match {
        try await load()
        work.keepsCalls()
        return journal.withLock { $0?.match(digest, isLoose: isLoose) ?? .new(ordinal: 0) }
    }

    /// The key of a call by its number in the run.
    func key(_ ordinal: Int) -> CallKey { CallKey(source: bot.source, event: work.identity, ordinal: prefix + ordinal) }

    private func load() async throws {
        guard journal.withLock({ $0 == nil }) else { return }
        let range = prefix..<prefix + Self.span
        let calls = try await work.journalled().filter { range.contains($0.ordinal) }.compactMap { call in
            CallDigest(call.digest).map { (ordinal: call.ordinal - prefix, digest: $0, outcome: Self.outcome(call.answer)) }
        }
        journal.withLock { if $0 == nil { $0 = RunJournal(calls) } }
    }

    private static func outcome(_ answer: [UInt8]?) -> RunJournal.Outcome {
        switch answer?.first {
        case nil: .unknown
        case 0: .refused
        default: .answered(Array(answer?.dropFirst() ?? []))
        }
    }
}
