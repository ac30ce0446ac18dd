// Govorun: the storage's file before SQLite opens it. SPDX-License-Identifier: MIT
import Glibc

/// The place of a storage: its folder made, its name free of links, so that one file has one lock.
struct StorageFile {
    /// The absolute path.
    let path: String

    /// Makes the folders that are missing, for this user only.
    ///
    /// - Throws: `cannotOpen`, `notWritable`, `full` when that fails.
    init(_ path: String) throws(StorageError) {
        let (folder, name) = Self.split(path)
        guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else { throw .system(EINVAL) }
        try Self.makeFolder(folder)
        if let resolved = Self.resolved(path) {
            self.path = resolved
        } else {
            // What is there and has no resolved name is a link that leads nowhere: it would have another lock once it leads somewhere.
            var status = stat()
            guard let folder = Self.resolved(folder), lstat(path, &status) != 0 else { throw .system(ENOENT) }
            self.path = (folder == "/" ? "" : folder) + "/" + name
        }
    }

    /// Where the lock is.
    var lockPath: String { path + ".lock" }

    /// Makes the file, unless it is there, and locks it. To be called under the lock.
    func create() throws(StorageError) -> DatabaseLock {
        let lock = try DatabaseLock(path)
        Self.flush(folder: Self.split(path).folder)
        return lock
    }

    /// Has a new entry of a folder survive a power cut, where the file system can.
    private static func flush(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        _ = Glibc.close(descriptor)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func makeFolder(_ folder: String) throws(StorageError) {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else {
            // A folder that is there needs no permission to be made.
            let number = errno
            if access(folder, X_OK) == 0 { return }
            throw .system(number)
        }
        let parent = split(folder).folder
        guard parent != folder else { throw .system(ENOENT) }
        try makeFolder(parent)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .system(errno) }
        flush(folder: parent)
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
