// Govorun: what a storage error says to an operator. SPDX-License-Identifier: MIT
import Glibc

extension StorageError: CustomStringConvertible {
    /// One sentence for people: what is wrong with what, and what to do. It never quotes a stored value.
    public var description: String {
        var text = sentence
        if let number = context.systemError { text += " (\(String(cString: strerror(Int32(number)))))" }
        if let detail = context.detail { text += " (\(detail))" }
        return text
    }

    private var file: String { context.path ?? "the storage" }
    private var subject: String { context.subject.map { "'\($0)'" } ?? "the entry" }
    private var record: String { context.collection == nil ? subject : "record \(subject) of \(collection)" }
    private var collection: String { context.collection.map { "collection '\($0)'" } ?? "the collection" }
    private var index: String { context.index.map { "index '\($0)'" } ?? "the index" }

    private var sentence: String {
        isRefusal ? refusal : trouble
    }

    private var refusal: String {
        switch code {
        case .preconditionFailed: "condition \(context.position ?? 0) of a commit does not hold, nothing was written"
        case .staleFence: "the lease \(subject) has passed to another runner, nothing was written"
        case .staleClaim: "the job \(subject) is not claimed by this worker any more, nothing was written"
        case .leaseHeld: "the lease \(subject) is held by \(context.holder ?? "another runner")"
        case .alreadyExists: "\(record) exists already, nothing was written"
        case .notFound: "\(record) does not exist, nothing was written"
        case .uniqueViolation: "\(collection) has another record with this value of \(index), which is unique; nothing was written"
        case .unknownCollection: "\(collection) has not been declared"
        case .unknownIndex: "\(collection) has no \(index): declare it before it is asked for"
        case .badQuery: "a question to \(collection) cannot be asked"
        case .badRecord: "\(record) is not what the collection holds"
        case .tooLarge: "\(subject) is larger than the storage takes"
        default: "the storage refused"
        }
    }

    private var trouble: String {
        switch code {
        case .locked: "\(file) is in use by \(owner): stop it, or give this one a storage of its own"
        case .notWritable: "\(file) cannot be written: let this user write the file and its folder, or choose another place"
        case .cannotOpen: "\(file) cannot be opened: see that its folder exists and belongs to this user"
        case .full: "\(file) cannot grow: free space on its disk; nothing was written"
        case .corrupt: "\(file) is damaged: put it aside and restore a backup, or try `sqlite3 \(file) .recover`"
        case .notStorage: "\(file) is not a storage of Govorun, or its beginning is damaged: give another path, or restore a backup"
        case .newerSchema:
            "\(file) was written by a newer Govorun (schema \(context.foundVersion ?? 0), known here: \(context.knownVersion ?? 0)): update this one"
        case .busy: "\(file) is kept locked by another program, perhaps an SQLite shell or a backup: end it; nothing was written"
        case .ioFailed: "\(file) cannot be read or written: look at the disk and the system's log"
        case .outOfMemory: "\(file): no memory left"
        case .closed: "\(file) has been closed"
        default: "\(file): a fault of the storage"
        }
    }

    private var owner: String {
        guard let process = context.process else { return "another process" }
        return "process \(process)" + (context.host.map { " on \($0)" } ?? "")
    }
}
