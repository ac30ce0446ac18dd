// Govorun: the one error type of BotStorage. SPDX-License-Identifier: MIT

/// Why a storage did not do what it was asked.
///
/// Switch on `code`; `isRefusal` tells an answer to this one caller (a condition did not hold) from trouble with the
/// storage itself (a full disk). `description` is a sentence for an operator: what is wrong, and what to do.
public struct StorageError: Error, Sendable {
    /// What went wrong; closed, so that a `switch` over it is complete.
    public enum Code: String, Sendable, CaseIterable {
        /// A precondition of the commit does not hold; `context.position` is its place in the list. Nothing was written.
        case preconditionFailed
        /// A newer holder of the lease has been seen: this process must stop writing for it. Nothing was written.
        case staleFence
        /// The job is not claimed with this number any more: it was replaced, cancelled, or claimed again. Nothing was written.
        case staleClaim
        /// Somebody else holds the lease; `context.holder` and `context.until` tell who and how long.
        case leaseHeld
        /// What was to be new is there already: a record, a journalled call, a job. Nothing was written.
        case alreadyExists
        /// What was to be changed is not there: a record, a journalled call. Nothing was written.
        case notFound
        /// Another record has the same value under a unique index; `context.collection` and `.index` name it. Nothing was written.
        case uniqueViolation
        /// The collection has not been declared.
        case unknownCollection
        /// The collection has no such index.
        case unknownIndex
        /// The query or the declaration cannot be carried out: too many terms, a name twice.
        case badQuery
        /// The record is not what its collection holds: its bytes are no JSON, or do not decode.
        case badRecord
        /// A value, batch or record is larger than the storage takes.
        case tooLarge
        /// Another process uses the storage; `context.host` and `context.process` name it.
        case locked
        /// The file, its folder or its lock may not be written.
        case notWritable
        /// The folder cannot be made, or the file cannot be opened.
        case cannotOpen
        /// No space: the disk, the quota or `maximumBytes` is used up. Nothing was written.
        case full
        /// The file is damaged.
        case corrupt
        /// The file is of another program.
        case notStorage
        /// The file was written by a newer version; `context.foundVersion` and `context.knownVersion` are the two.
        case newerSchema
        /// Another program (an SQLite shell, a backup) kept the file locked for too long. Nothing was written.
        case busy
        /// Reading or writing failed.
        case ioFailed
        /// No memory.
        case outOfMemory
        /// The storage has been closed.
        case closed
        /// A fault of our own or of the library; `context.detail` is its text.
        case failed
    }

    /// What is known about the failure; parts that do not apply are `nil`.
    public struct Context: Sendable {
        /// The storage's file.
        public var path: String?
        /// The place of a failed precondition, or of the write that was refused, in its commit's list; from 0.
        public var position: Int?
        /// The key, call, job, lease or record in question.
        public var subject: String?
        /// The collection in question.
        public var collection: String?
        /// The index in question.
        public var index: String?
        /// Who holds the lease.
        public var holder: String?
        /// How long the lease is held.
        public var until: UnixTime?
        /// The machine of the process that holds the file.
        public var host: String?
        /// The id of the process that holds the file.
        public var process: Int?
        /// The schema version of the file.
        public var foundVersion: Int?
        /// The newest schema version this build knows.
        public var knownVersion: Int?
        /// The library's result code (extended, see <https://sqlite.org/rescode.html>).
        public var libraryCode: Int?
        /// The `errno` of a refused system call.
        public var systemError: Int?
        /// The library's or system's own words.
        public var detail: String?

        /// Makes an empty context; fill in what is known.
        public init() {}
    }

    /// The line that raised the error.
    public struct Origin: Sendable {
        /// `Module/File.swift`.
        public let fileID: String
        /// The line in it, from 1.
        public let line: Int
    }

    /// What went wrong.
    public let code: Code
    /// What is known about it.
    public internal(set) var context: Context
    /// What a decoder or encoder threw, for `badRecord`.
    public let cause: (any Error)?
    /// The line that raised it.
    public let origin: Origin

    /// Makes an error; also for other storages and for fakes in tests.
    public init(
        _ code: Code, cause: (any Error)? = nil, fileID: String = #fileID, line: Int = #line,
        context fill: (inout Context) -> Void = { _ in }
    ) {
        self.code = code
        self.cause = cause
        origin = Origin(fileID: fileID, line: line)
        var context = Context()
        fill(&context)
        self.context = context
    }

    /// Whether this is an answer to one caller, by the state of the data; the storage itself is well.
    public var isRefusal: Bool {
        switch code {
        case .preconditionFailed, .staleFence, .staleClaim, .leaseHeld, .alreadyExists, .notFound, .uniqueViolation: true
        case .unknownCollection, .unknownIndex, .badQuery, .badRecord, .tooLarge: true
        case .locked, .notWritable, .cannotOpen, .full, .corrupt, .notStorage, .newerSchema, .busy: false
        case .ioFailed, .outOfMemory, .closed, .failed: false
        }
    }
}
