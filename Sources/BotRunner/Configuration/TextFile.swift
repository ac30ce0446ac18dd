// Govorun: reading a file whole. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that cannot be read.
public struct FileProblem: Error, Sendable, CustomStringConvertible {
    /// The path as given.
    public let path: String
    /// The system's number.
    public let number: Int32
    /// What it is instead of a file, where that is the reason.
    var kind: String?
    /// `bots.yaml: No such file or directory`.
    public var description: String { "\(path): " + (kind.map { "is \($0), not a file" } ?? String(cString: strerror(number))) }
    /// Whether there is no such file.
    public var isMissing: Bool { number == ENOENT }
}

/// A file's bytes and mode.
struct TextFile {
    /// The largest file read, in bytes.
    static let limit = 16 << 20

    let bytes: [UInt8]
    /// The permission bits.
    let mode: UInt32

    /// Reads the whole file. A named pipe or a device may have no end: but for what this process was given, as in `/dev/stdin`, it is refused.
    init(path: String) throws(FileProblem) {
        let isGiven = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
        // A named pipe waits for a writer to be opened, for ever if need be.
        let file = open(path, O_RDONLY | O_CLOEXEC | (isGiven ? 0 : O_NONBLOCK))
        guard file >= 0 else { throw FileProblem(path: path, number: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileProblem(path: path, number: errno) }
        if !isGiven, let kind = Self.kind(of: status) { throw FileProblem(path: path, number: EINVAL, kind: kind) }
        mode = UInt32(status.st_mode) & 0o777
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileProblem(path: path, number: errno)
            }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
            // A device or a wrong file must not fill the memory.
            if bytes.count > Self.limit { throw FileProblem(path: path, number: EFBIG) }
        }
        self.bytes = bytes
    }

    /// What it is, when it is no file; `/dev/null` is an empty one.
    private static func kind(of status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return "a folder"
        case S_IFIFO: return "a named pipe"
        case S_IFCHR:
            var null = stat()
            return stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev ? nil : "a device"
        default: return "a device"
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
