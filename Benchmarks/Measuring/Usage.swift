// Govorun: what this process uses, as the kernel counts it. SPDX-License-Identifier: MIT
import Glibc

package enum Usage {
    /// Bytes of memory in RAM.
    package static var residentBytes: Int { (number(inFile: "/proc/self/statm", at: 1) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) }

    /// Threads alive.
    package static var threads: Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
        return count
    }

    /// User and system time spent.
    package static var processorTime: Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) }
    }

    /// Raises the limit of open files as far as it goes without rights, and returns it.
    package static func raiseFileLimit() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(limit.rlim_cur)
    }

    private static func number(inFile path: String, at index: Int) -> Int? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        let words = line.prefix(count).split(separator: UInt8(ascii: " "))
        return index < words.count ? Int(String(decoding: words[index], as: UTF8.self)) : nil
    }
}
