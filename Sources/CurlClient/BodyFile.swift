// Govorun: an open file that a body is read from or written to. SPDX-License-Identifier: MIT
import Glibc

/// A regular file held open, read and written at places: whoever shares it keeps no position.
///
/// Every call may wait for the disk: see `FileThread`.
public final class BodyFile: Sendable {
    /// What the system refused.
    public struct Failure: Error, Sendable {
        /// The `errno`; 0 when the path leads to something that is no regular file.
        public let number: Int32

        /// What the last refused call of this thread left in `errno`.
        package static var last: Failure { Failure(number: errno) }

        /// The system's words.
        public var words: String { number == 0 ? "not a regular file" : String(cString: strerror(number)) }
    }

    private let descriptor: Int32
    /// Its size in bytes when it was opened.
    public let size: Int

    private init(owning descriptor: Int32) throws(Failure) {
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            size = 0
            throw Failure(number: errno)
        }
        size = Int(status.st_size)
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(number: 0) }
    }

    /// Opens a file that exists, for reading.
    ///
    /// - Throws: `Failure` when there is none, it may not be read, or it is a folder, a pipe or a device.
    public convenience init(reading path: String) throws(Failure) {
        // Without O_NONBLOCK a pipe that nobody writes to would hold the caller for ever.
        try self.init(owning: Self.checked(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)))
    }

    /// Makes a file, or empties one that exists, for writing.
    ///
    /// - Throws: `Failure` when that is not allowed, or something other than a regular file stands there.
    public convenience init(writing path: String) throws(Failure) {
        try self.init(owning: Self.checked(open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)))
    }

    /// Makes a file without a name in `folder`, readable by nobody else; it is gone with the last reference, and after a crash too.
    ///
    /// - Throws: `Failure` when the folder cannot be written to.
    public convenience init(temporaryIn folder: String) throws(Failure) {
        let path = "\(folder)/govorun-\(UInt64.random(in: 0 ... .max))"
        let descriptor = try Self.checked(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        unlink(path)
        try self.init(owning: descriptor)
    }

    deinit { close(descriptor) }

    /// Reads up to `buffer.count` bytes from `offset` on; fewer only at the end of the file.
    ///
    /// - Throws: `Failure`.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = pread(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset + filled))
            if count == 0 { break }
            if count > 0 { filled += count } else if errno != EINTR { throw Failure(number: errno) }
        }
        return filled
    }

    /// Reads up to `count` bytes from `offset` on; fewer only at the end of the file.
    ///
    /// - Throws: `Failure`.
    public func read(at offset: Int, count: Int) throws(Failure) -> [UInt8] {
        var outcome: Result<Int, Failure> = .success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            outcome = Result { () throws(Failure) in try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)) }
            filled = (try? outcome.get()) ?? 0
        }
        _ = try outcome.get()
        return bytes
    }

    /// Writes all of `bytes` at `offset`.
    ///
    /// - Throws: `Failure`, a full disk for one.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
            if count >= 0 { written += count } else if errno != EINTR { throw Failure(number: errno) }
        }
    }

    private static func checked(_ descriptor: Int32) throws(Failure) -> Int32 {
        guard descriptor >= 0 else { throw Failure(number: errno) }
        return descriptor
    }
}
