// Govorun: a run is told what it was told before. SPDX-License-Identifier: MIT
import Synchronization

extension HandlerRun {
    /// Whether it is told from a journal what is asked for.
    var isTold: Bool { script.withLock { !$0.isLive } }

    /// What an earlier step was told, where this one is to be told the same; `nil`: it is to be asked for.
    ///
    /// - Throws: `DialoguePause` when it does not go the way it went before.
    func told(_ kind: DialogueEntry.Kind, _ name: String, _ content: @autoclosure () -> ContentHash) throws -> DialogueEntry.Outcome? {
        guard isTold else { return nil }
        switch script.withLock({ $0.find(kind, name, content()) }) {
        case .new: return nil
        case .known(let outcome): return outcome
        case .diverged(let divergence):
            close(.diverged(divergence))
            throw DialoguePause()
        }
    }

    /// Notes what was learnt.
    func learns(_ kind: DialogueEntry.Kind, _ name: String, _ content: ContentHash, _ outcome: DialogueEntry.Outcome) {
        script.withLock { $0.learn(kind, name, content, outcome) }
    }

    /// The value that a state had before this run looked at it; `nil`: it is to be looked at.
    func toldState(_ key: StateKey) throws -> StateValue?? {
        switch try told(.state, key.name, .none) {
        case nil: nil
        case .bytes(let bytes): .some(StateValue(bytes: bytes))
        default: .some(nil)
        }
    }

    func learnsState(_ key: StateKey, _ value: StateValue?) {
        learns(.state, key.name, .none, value.map { .bytes($0.bytes) } ?? .nothing)
    }

    /// What `ask` gives, UTF-8, or what it gave in an earlier step of the dialogue; what the storage, VK and its upload servers refuse is kept, too.
    ///
    /// For whatever reaches beyond the handler in another way than by a call to VK: without it, each step of a dialogue would do it again.
    ///
    /// - Parameter content: a hash of what it is asked with.
    /// - Throws: what `ask` throws; `DialoguePause`.
    func once(_ name: String, _ content: ContentHash, _ ask: () async throws -> [UInt8]) async throws -> [UInt8] {
        try checkIsAlive()
        switch try told(.data, name, content) {
        case nil: break
        case .bytes(let bytes): return bytes
        case .refused(let error): throw error
        case .failed(let error): throw error
        case .notUploaded(let error): throw error
        default: return []
        }
        do {
            let bytes = try await ask()
            learns(.data, name, content, .bytes(bytes))
            return bytes
        } catch let error as StorageError {
            if error.isRefusal { learns(.data, name, content, .refused(error)) }
            throw error
        } catch let error as VKError {
            learns(.data, name, content, .failed(error))
            throw error
        } catch let error as UploadError {
            learns(.data, name, content, .notUploaded(error))
            throw error
        }
    }

    // MARK: Time and chance

    /// When the event happened, or the last answer was given.
    var now: UnixTime {
        let last = script.withLock { $0.lastAnswer }
        let dates = [last, update].lazy.compactMap { $0.flatMap { $0.message?.date ?? $0.object["date"].int } }
        return dates.first { $0 > 0 }.map { UnixTime(seconds: Int64($0)) } ?? notedNow
    }

    /// The clock's time, for events that do not tell theirs; the next run is told the same.
    private var notedNow: UnixTime {
        let now = bot.storage.now
        return script.withLock { script in
            switch script.find(.data, "now", .none) {
            case .known(.bytes(let bytes)): return Int64(String(decoding: bytes, as: UTF8.self)).map { UnixTime(milliseconds: $0) } ?? now
            case .known, .diverged: return now
            case .new:
                script.learn(.data, "now", .none, .bytes(Array(String(now.milliseconds).utf8)))
                return now
            }
        }
    }

    /// A source of chance of its own for each who asks, the same on every run.
    var random: EventRandom {
        var hash = FNV1a()
        let number = script.withLock { $0.nextRandom() }
        for part in [bot.source, resumed?.event ?? work.identity, route.instance.name, route.identity, String(number)] { hash.add(part) }
        return EventRandom(seed: hash.value)
    }
}
