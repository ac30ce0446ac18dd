// Govorun: standard output and standard error. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes at once, unbuffered, so that a pipe, a container or a test sees each line when it is made; colours only on a terminal.
struct Terminal: Sendable {
    private let hasColours: Bool

    init() {
        hasColours = isatty(2) == 1 && getenv("NO_COLOR") == nil
    }

    /// One line to standard output.
    func say(_ text: String) { Self.put(text + "\n", to: 1) }

    /// One line to standard error.
    func complain(_ text: String) { Self.put(text + "\n", to: 2) }

    /// `text` in red on a terminal.
    func red(_ text: String) -> String { hasColours ? "\u{1b}[31m\(text)\u{1b}[0m" : text }

    /// Ends the process.
    func end(with code: ExitCode) -> Never { exit(code.rawValue) }

    private static func put(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
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
