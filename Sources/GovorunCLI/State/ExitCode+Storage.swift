// Govorun: what the storage's errors mean for the process. SPDX-License-Identifier: MIT
import BotStorage

extension ExitCode {
    /// The code for a storage that cannot be had.
    init(_ error: StorageError) {
        self =
            switch error.code {
            case .locked: .unavailable
            case .notWritable: .permission
            case .cannotOpen: .noInput
            case .corrupt, .notStorage, .newerSchema, .unknownCollection, .uniqueViolation, .badRecord: .badData
            case .busy: .temporarilyUnavailable
            case .full: .cannotCreate
            default: .software
            }
    }
}
