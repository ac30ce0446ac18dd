// Govorun: files that `govorun new` writes. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file to be written, never over another.
struct TemplateFile {
    /// Relative to where the command runs.
    let path: String
    let text: String

    /// Writes all or, when one of them exists, none.
    ///
    /// - Throws: `ExitCode.cannotCreate`, after saying why.
    static func write(_ files: [TemplateFile], _ terminal: Terminal) throws {
        for file in files where access(file.path, F_OK) == 0 {
            terminal.complain(terminal.red("error: ") + "\(file.path) exists already; nothing was written")
            throw ExitCode.cannotCreate
        }
        for file in files {
            do {
                try file.write()
            } catch {
                terminal.complain(terminal.red("error: ") + "\(error)")
                throw ExitCode.cannotCreate
            }
            terminal.say("wrote \(file.path)")
        }
    }

    private struct Problem: Error, CustomStringConvertible {
        let path: String
        let number: Int32
        var description: String { "\(path): \(String(cString: strerror(number)))" }
    }

    private func write() throws(Problem) {
        makeFolders()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Problem(path: path, number: errno) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { put(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Problem(path: path, number: errno) }
            rest = rest.dropFirst(written)
        }
    }

    /// The folders above the file; what cannot be made shows when the file is opened.
    private func makeFolders() {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            mkdir(folder, 0o755)
        }
    }
}

/// `write(2)`, under a name that the method above does not hide.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
