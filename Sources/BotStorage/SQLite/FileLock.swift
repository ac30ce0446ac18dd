// Govorun: one process per storage file. SPDX-License-Identifier: MIT
import CSQLiteShim
import Glibc

/// The lock on `PATH.lock`, held as long as this object lives. The system frees it when the process dies, however it dies.
///
/// The lock is on a file of its own: closing any descriptor of the database itself would drop SQLite's own locks.
final class FileLock {
    private let descriptor: Int32

    /// Takes the lock and writes host and process into its file.
    ///
    /// - Throws: `locked` with host and process of the holder; `notWritable`, `cannotOpen` when the file cannot be had.
    init(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno == EWOULDBLOCK ? Self.holder(descriptor) : .system(errno)
            _ = Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        let text = Array("\(Self.hostName) \(getpid())\n".utf8)
        // The text only helps people; the lock is held without it too.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit {
        // A child that is just being started has the open file, too: closing alone would leave it locked.
        _ = flock(descriptor, LOCK_UN)
        _ = Glibc.close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> StorageError {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split { $0 == " " || $0 == "\n" }
        return StorageError(.locked) { context in
            guard words.count == 2, let process = Int(words[1]) else { return }
            context.host = String(words[0])
            context.process = process
        }
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.contains(" ") ? "localhost" : name
    }
}

extension StorageError {
    /// The error of a refused system call on the storage's files.
    static func system(_ number: Int32, fileID: String = #fileID, line: Int = #line) -> StorageError {
        let code: Code =
            switch number {
            case EACCES, EPERM, EROFS: .notWritable
            case ENOSPC, EDQUOT: .full
            case ENOMEM: .outOfMemory
            case EIO: .ioFailed
            default: .cannotOpen
            }
        return StorageError(code, fileID: fileID, line: line) { $0.systemError = Int(number) }
    }
}
