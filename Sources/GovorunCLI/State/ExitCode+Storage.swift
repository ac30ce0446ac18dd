// Govorun: what the storage's errors mean for the process. SPDX-License-Identifier: MIT
import BotStorage

extension ExitCode {
    /// The code for a storage that cannot be had.
    init(_ error: StorageError) {
        self =
            switch error.code {
            case .cannotOpen: .noInput
            case .corrupt, .notStorage, .newerSchema, .unknownCollection, .uniqueViolation, .badRecord: .badData
            case .locked, .busy: .temporarilyUnavailable
            case .full, .notWritable: .cannotCreate
            default: .software
            }
    }
}
