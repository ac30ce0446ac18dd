// Govorun: opens the file of the events in hand and counts the last death. SPDX-License-Identifier: MIT
package import BotStorage
import CDeathMark

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension HandsFile {
    /// What opening has found.
    package struct Opened: Sendable {
        /// The file, ready for use.
        package let file: HandsFile
        /// Events that were in hand at a death and are not settled, in the order of their positions.
        package let suspects: [Suspect]
        /// How the process before this one ended.
        package let lastEnd: LastEnd
        /// Why a file that was there could not be used, for one line of the log; its events are not remembered.
        package let warning: String?
    }

    /// Opens the file, or makes it, and counts the death of the process that had it before.
    ///
    /// - Parameter build: tells this program from others; suspects of another build get a new chance, see ``PoisonRules/pardoned(_:)``.
    /// - Throws: `StorageError`: `notWritable`, `cannotOpen`, `full`, `ioFailed`, `outOfMemory`.
    package static func open(_ path: String, build: String, rules: PoisonRules = PoisonRules()) throws(StorageError) -> Opened {
        let (memory, isOld) = try map(path)
        let slots = HandSlots(memory: memory)
        let isUsable = isOld && slots.signature == HandSlots.signature
        if !isUsable { clear(slots) }
        let lastEnd = isUsable ? LastEnd(mark: slots.mark.pointee) : .unknown
        slots.count(lastEnd.death)
        if slots.build != digest(build) {
            slots.pardon(rules)
            slots.build = digest(build)
        }
        slots.mark.pointee = 0
        msync(memory, HandSlots.byteCount, MS_SYNC)
        let status = deathmark_watch(slots.mark)
        guard status == 0 else {
            munmap(memory, HandSlots.byteCount)
            throw error(path, status)
        }
        let file = HandsFile(slots)
        return Opened(
            file: file, suspects: file.suspects(rules), lastEnd: lastEnd,
            warning: isUsable || !isOld ? nil : "\(path) is damaged or of another version and was begun anew")
    }

    /// Maps the file at its full size; its blocks are there, so that a full disk cannot fail a store later.
    ///
    /// - Returns: the memory, and whether there was something in it.
    private static func map(_ path: String) throws(StorageError) -> (UnsafeMutableRawPointer, isOld: Bool) {
        let descriptor = Self.descriptor(path)
        guard descriptor >= 0 else { throw error(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw error(path, EINVAL) }
        if status.st_size != HandSlots.byteCount, ftruncate(descriptor, 0) != 0 { throw error(path, errno) }
        let refusal = posix_fallocate(descriptor, 0, off_t(HandSlots.byteCount))
        guard refusal == 0 else { throw error(path, refusal) }
        let memory = mmap(nil, HandSlots.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw error(path, errno) }
        return (memory, status.st_size != 0)
    }

    private static func descriptor(_ path: String) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        #else
        Musl.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        #endif
    }

    private static func clear(_ slots: HandSlots) {
        memset(slots.memory, 0, HandSlots.byteCount)
        slots.signature = HandSlots.signature
    }

    /// FNV-1a.
    private static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func error(_ path: String, _ number: Int32, fileID: String = #fileID, line: Int = #line) -> StorageError {
        let code: StorageError.Code =
            switch number {
            case EACCES, EPERM, EROFS: .notWritable
            case ENOSPC, EDQUOT: .full
            case ENOMEM: .outOfMemory
            case EIO: .ioFailed
            default: .cannotOpen
            }
        return StorageError(code, fileID: fileID, line: line) { ($0.path, $0.systemError) = (path, Int(number)) }
    }
}

extension HandSlots {
    /// Has everything in hand remember a death, one slot after the other: a process that dies meanwhile has counted none twice.
    func count(_ death: Death?) {
        guard let death else { return letGo() }
        for slot in 0..<Self.count where word(slot).state == .inHand {
            var deaths = word(slot).deaths
            deaths.add(death)
            setWord(slot, SlotWord(.waiting, deaths))
        }
    }

    /// Another build runs.
    func pardon(_ rules: PoisonRules) {
        for slot in 0..<Self.count where word(slot).isRemembered {
            let word = word(slot)
            setWord(slot, SlotWord(word.state, rules.pardoned(word.deaths)))
        }
    }
}
