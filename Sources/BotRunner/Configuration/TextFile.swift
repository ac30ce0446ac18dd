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
    /// `bots.yaml: No such file or directory`.
    public var description: String { "\(path): \(String(cString: strerror(number)))" }
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

    /// Reads the whole file; a named pipe or a device is read to its end, too.
    init(path: String) throws(FileProblem) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileProblem(path: path, number: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileProblem(path: path, number: errno) }
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

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
