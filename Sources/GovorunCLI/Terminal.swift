import Synchronization

// Govorun: standard output and standard error. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes at once, unbuffered, so that a pipe, a container or a test sees each line when it is made; colours only on a terminal.
struct Terminal: Sendable {
    private let hasColours: Bool
    private let failure = OutputFailure()

    /// The system's number of the first thing that standard output did not take.
    private final class OutputFailure: Sendable {
        let number = Atomic<Int32>(0)
    }

    init() {
        hasColours = isatty(2) == 1 && getenv("NO_COLOR") == nil
    }

    /// One line to standard output.
    func say(_ text: String) {
        let number = Self.put(text + "\n", to: 1)
        if number != 0 { _ = failure.number.compareExchange(expected: 0, desired: number, ordering: .relaxed) }
    }

    /// One line to standard error.
    func complain(_ text: String) { _ = Self.put(text + "\n", to: 2) }

    /// `text` in red on a terminal.
    func red(_ text: String) -> String { hasColours ? "\u{1b}[31m\(text)\u{1b}[0m" : text }

    /// Ends the process.
    func end(with code: ExitCode) -> Never { exit(code.rawValue) }

    /// Closes standard output; the file it is may only then say that it has no room.
    ///
    /// - Returns: why not all that was said is out; `nil` when it is.
    func finishOutput() -> String? {
        let closing = close(1) == 0 ? 0 : errno
        let said = failure.number.load(ordering: .relaxed)
        let number = said == 0 ? closing : said
        return number == 0 ? nil : String(cString: strerror(number))
    }

    /// Has the descriptors 0 to 2 taken: the next file that is opened would get one that is closed, and be printed into.
    static func occupyStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // To read only: what is said there fails, and is not gone without a word.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// - Returns: the system's number; 0 when all is written.
    private static func put(_ text: String, to descriptor: Int32) -> Int32 {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return written < 0 ? errno : ENOSPC }
                rest = rest.dropFirst(written)
            }
            return 0
        }
    }
}

/// What the process was started with.
enum ProcessEnvironment {
    /// The environment's variables.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }

    /// The path of the running binary, links resolved.
    static var program: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0 else { return CommandLine.arguments.first ?? "govorun" }
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
