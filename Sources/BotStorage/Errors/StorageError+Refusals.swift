// Govorun: the refusals that every storage makes alike. SPDX-License-Identifier: MIT

extension StorageError {
    static func conditionFailed(at position: Int, fileID: String = #fileID, line: Int = #line) -> StorageError {
        StorageError(.preconditionFailed, fileID: fileID, line: line) { $0.position = position }
    }

    static func staleFence(_ lease: String, at position: Int? = nil, fileID: String = #fileID, line: Int = #line) -> StorageError {
        StorageError(.staleFence, fileID: fileID, line: line) { ($0.subject, $0.position) = (lease, position) }
    }

    static func leaseHeld(_ lease: Lease, fileID: String = #fileID, line: Int = #line) -> StorageError {
        StorageError(.leaseHeld, fileID: fileID, line: line) { ($0.subject, $0.holder, $0.until) = (lease.name, lease.holder, lease.until) }
    }

    static func job(_ code: Code, _ key: JobKey, fileID: String = #fileID, line: Int = #line) -> StorageError {
        StorageError(code, fileID: fileID, line: line) { $0.subject = "\(key.queue)/\(key.name)" }
    }

    static func call(_ code: Code, _ key: CallKey, fileID: String = #fileID, line: Int = #line) -> StorageError {
        StorageError(code, fileID: fileID, line: line) { $0.subject = "call \(key.ordinal) of event \(key.event)" }
    }

    static func record(
        _ code: Code, _ collection: String, _ id: String? = nil, index: String? = nil, cause: (any Error)? = nil,
        fileID: String = #fileID, line: Int = #line
    ) -> StorageError {
        StorageError(code, cause: cause, fileID: fileID, line: line) { ($0.collection, $0.subject, $0.index) = (collection, id, index) }
    }

    /// The same error with the place of the refused write in its commit.
    func positioned(_ position: Int) -> StorageError {
        var error = self
        error.context.position = error.context.position ?? position
        return error
    }
}
