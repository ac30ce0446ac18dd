// Govorun: answers from files. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension MockTransport {
    /// Answers every such call with what the JSON file at `path` holds: a whole answer, or the value of `response` alone.
    ///
    /// - Throws: `VKError` with `.badRequest` when there is no such file or it holds no JSON.
    @discardableResult
    public func answer(_ pattern: MethodPattern, withFile path: String) throws -> MockTransport {
        answer(pattern, with: try MockFile.answer(at: path))
    }

    /// Answers methods with the files of a folder, `users.get` with `users.get.json`. Other files there are left alone.
    ///
    /// - Throws: `VKError` with `.badRequest` when the folder or a file of it cannot be read.
    @discardableResult
    public func answer(fromFolder path: String) throws -> MockTransport {
        for name in try MockFile.names(in: path) where name.hasSuffix(".json") {
            answer(.method(String(name.dropLast(5))), with: try MockFile.answer(at: "\(path)/\(name)"))
        }
        return self
    }
}

extension MockAnswer {
    /// What the file at `path` holds, as the whole body.
    ///
    /// - Throws: `VKError` with `.badRequest` when there is no such file.
    public static func file(_ path: String, status: Int = 200) throws -> MockAnswer { bytes(try MockFile.bytes(at: path), status: status) }
}

/// Reads the files of mocks, at once: tests may wait for a disk.
enum MockFile {
    /// The answer that a file holds.
    static func answer(at path: String) throws(VKError) -> MockAnswer {
        let root: JSON
        do {
            root = try JSONDocument(bytes(at: path)).root
        } catch let error as JSONError {
            throw unreadable(path, "\(error)")
        } catch let error as VKError {
            throw error
        } catch {
            throw unreadable(path, "\(error)")
        }
        let isWhole = root["response"].kind != .absent || root["error"].exists
        return isWhole ? .bytes(root.rawBytes) : .response(JSONValue(root))
    }

    /// All of a file.
    static func bytes(at path: String) throws(VKError) -> [UInt8] {
        do {
            let file = try BodyFile(reading: path)
            var bytes = [UInt8](repeating: 0, count: file.size)
            let count = try bytes.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
            return Array(bytes.prefix(count))
        } catch {
            throw unreadable(path, words(error))
        }
    }

    /// What the system says.
    static func words(_ error: any Error) -> String { (error as? BodyFile.Failure)?.words ?? "\(error)" }

    /// The names in a folder, in order.
    static func names(in path: String) throws(VKError) -> [String] {
        guard let folder = opendir(path) else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            )
        }
        return names.sorted()
    }

    static func unreadable(_ path: String, _ words: String) -> VKError {
        VKError(.badRequest, method: "mock", message: "\(path) cannot be read: \(words)")
    }
}
