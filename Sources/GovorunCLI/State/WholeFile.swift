// Govorun: what a file holds or a pipe brings, whole. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads files that may be pipes: their size says nothing.
enum WholeFile {
    /// Why it cannot be read.
    struct Problem: Error, CustomStringConvertible {
        let number: Int32
        var description: String { String(cString: strerror(number)) }
    }

    /// All bytes of the file at `path`, up to its end.
    static func read(_ path: String) throws(Problem) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Problem(number: errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readSome(file, &buffer)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Problem(number: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func readSome(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.read(file, &buffer, buffer.count)
        #else
        Musl.read(file, &buffer, buffer.count)
        #endif
    }
}
