// Govorun: whether a file is still the one that was read. SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What tells a file from the same one later on: which it is, how long it is, and when it was written.
struct FileStamp: Sendable, Equatable {
    private let parts: [Int]

    /// The stamp of what is at `path` now; one of its own where nothing is.
    init(of path: String) {
        var facts = stat()
        let isThere = stat(path, &facts) == 0
        parts = isThere ? [Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec] : []
    }
}
