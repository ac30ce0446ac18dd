// Govorun: one process per database, by whatever name. SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// The lock on the database itself, held as long as this object lives: `PATH.lock` can be deleted, and a hard link has another one.
///
/// It lies on a byte that neither data nor SQLite's locks ever reach, and belongs to the open file, not to the process. Closing any
/// descriptor of a file drops the locks that SQLite has on it in this process: this one is closed after SQLite's, and a file that this
/// process has is not opened again.
final class DatabaseLock {
    private struct Inode: Hashable {
        let device: dev_t
        let number: ino_t

        init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
    }

    /// The files that this process has.
    private static let held = Mutex<Set<Inode>>([])
    /// `F_OFD_SETLK` of Linux.
    private static let setLock: Int32 = 37

    private let descriptor: Int32
    private let inode: Inode

    /// Takes the lock on the file, which is made when it is not there, for this user only: SQLite would let others read it.
    ///
    /// - Throws: `locked`; `notWritable`, `cannotOpen` when the file cannot be had.
    init(_ path: String) throws(StorageError) {
        var status = stat()
        let isHeld = stat(path, &status) == 0 && Self.held.withLock { $0.contains(Inode(status)) }
        guard !isHeld else { throw StorageError(.locked) { $0.process = Int(getpid()) } }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        guard Self.take(descriptor), fstat(descriptor, &status) == 0 else {
            _ = Glibc.close(descriptor)
            throw StorageError(.locked)
        }
        let inode = Inode(status)
        (self.descriptor, self.inode) = (descriptor, inode)
        _ = Self.held.withLock { $0.insert(inode) }
    }

    deinit {
        // A child that is just being started has the open file, too: closing alone would leave it locked.
        _ = Self.set(Int16(F_UNLCK), on: descriptor)
        _ = Glibc.close(descriptor)
        _ = Self.held.withLock { $0.remove(inode) }
    }

    /// Whether nobody else has it; a file system without such locks has `PATH.lock` still.
    private static func take(_ descriptor: Int32) -> Bool {
        set(Int16(F_WRLCK), on: descriptor) || errno != EAGAIN && errno != EACCES
    }

    private static func set(_ type: Int16, on descriptor: Int32) -> Bool {
        var range = flock()
        (range.l_type, range.l_whence) = (type, Int16(SEEK_SET))
        (range.l_start, range.l_len) = (1 << 62, 1)
        return fcntl(descriptor, setLock, &range) == 0
    }
}
