// Govorun: a token in a file. SPDX-License-Identifier: MIT
import BotKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that holds a token and nothing else, as `token: { file: PATH }` of bots.yaml reads it; only its owner may read it.
struct TokenFile {
    /// Stands in a path where the community's id belongs.
    static let placeholder = "{id}"

    /// Why it cannot be read or written; never a word of what is in it.
    struct Problem: Error, CustomStringConvertible {
        let path: String
        let number: Int32
        var description: String {
            switch number {
            case EILSEQ: "\(path): holds no token"
            case EEXIST: "\(path): is there and is no plain file"
            default: "\(path): \(String(cString: strerror(number)))"
            }
        }
    }

    let path: String

    /// The token, without the white space around it.
    func token() throws(Problem) -> Secret {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw problem }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(file, &buffer, buffer.count)
        guard count >= 0 else { throw problem }
        guard let token = AccessToken(trimming: String(decoding: buffer[..<count], as: UTF8.self)) else {
            throw Problem(path: path, number: EILSEQ)
        }
        return token.secret
    }

    /// Whether a token may be written there: nothing is there yet, or a file; a device or a folder would be replaced by one.
    func checkPlace() throws(Problem) {
        var information = stat()
        guard lstat(path, &information) == 0 else {
            guard errno == ENOENT else { throw problem }
            return
        }
        guard information.st_mode & S_IFMT == S_IFREG else { throw Problem(path: path, number: EEXIST) }
    }

    /// Writes it beside and moves it over, so that nobody ever sees half a token, nor a whole one in an open file.
    func save(_ text: Secret) throws(Problem) {
        try checkPlace()
        let beside = "\(path).\(getpid())"
        let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw problem }
        let bytes = Array((text.reveal() + "\n").utf8)
        let isWritten = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        let failure = problem
        close(file)
        guard isWritten else {
            unlink(beside)
            throw failure
        }
        guard rename(beside, path) == 0 else {
            let failure = problem
            unlink(beside)
            throw failure
        }
    }

    /// Removes it, and what refreshes it.
    func remove() throws(Problem) {
        guard unlink(path) == 0 else { throw problem }
        unlink(path + Self.refreshSuffix)
    }

    /// What is written beside a token of VK ID.
    static let refreshSuffix = ".refresh"

    private var problem: Problem { Problem(path: path, number: errno) }
}
