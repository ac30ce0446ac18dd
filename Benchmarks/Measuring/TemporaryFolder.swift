// Govorun: a folder that vanishes. SPDX-License-Identifier: MIT
import Glibc

/// An empty folder, for as long as `body` runs; it may hold files, no folders.
package func withTemporaryFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    var name = Array("/tmp/govorun-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { preconditionFailure("no temporary folder: errno \(errno)") }
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { remove(folder: folder) }
    return try await body(folder)
}

private func remove(folder: String) {
    guard let stream = opendir(folder) else { return }
    while let entry = readdir(stream) {
        let file = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 > 0 }, as: UTF8.self) }
        unlink("\(folder)/\(file)")
    }
    closedir(stream)
    rmdir(folder)
}
