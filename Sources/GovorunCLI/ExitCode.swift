// Govorun: how the process ends. SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Exit codes as in sysexits.h.
enum ExitCode: Int32, Error {
    case success = 0
    /// The command line cannot be understood.
    case usage = 64
    /// Something given is not what it should be.
    case badData = 65
    /// A file that was named does not exist.
    case noInput = 66
    /// A port is taken, or nothing is left to run.
    case unavailable = 69
    /// A fault of our own.
    case software = 70
    /// A file cannot be written.
    case cannotCreate = 73
    /// Somebody else uses it now; later it will work.
    case temporarilyUnavailable = 75
    /// A file may not be read.
    case permission = 77
    /// `bots.yaml` has to change.
    case configuration = 78

    /// The code for a file that cannot be read, by the system's number.
    init(unreadable number: Int32) {
        self =
            switch number {
            case ENOENT, ENOTDIR: .noInput
            case EACCES, EPERM: .permission
            default: .badData
            }
    }
}
