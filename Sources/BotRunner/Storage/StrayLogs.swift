// Govorun: what was left behind when a storage was moved. SPDX-License-Identifier: MIT
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension StorageChoice {
    /// Logs of SQLite beside the file, `old.db-wal`, whose database is not there: what is only in them is missing from where it is now.
    public var strayLogs: [String] {
        guard case .sqlite(let path) = self else { return [] }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var strays: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
            }
            var status = stat()
            guard name.hasSuffix("-wal"), access(folder + name.dropLast(4), F_OK) != 0 else { continue }
            if stat(folder + name, &status) == 0, status.st_size > 0 { strays.append(folder + name) }
        }
        return strays.sorted()
    }
}
