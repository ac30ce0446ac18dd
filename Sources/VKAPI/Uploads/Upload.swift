// Govorun: an upload that waits to be sent. SPDX-License-Identifier: MIT
import TapeJSON

/// One file on its way to VK, an inert value: nothing is opened or sent before `send()`, and each `send()` is a new upload.
public struct Upload<Response: Sendable>: Sendable {
    private let work: UploadWork
    private let read: @Sendable (JSON) throws -> Response
    private var report: ProgressReport?

    init(_ work: UploadWork, read: @escaping @Sendable (JSON) throws -> Response) {
        self.work = work
        self.read = read
    }

    /// The same upload, watched: `report` is told what went and came, a slow one only of the newest step.
    public func progress(_ report: @escaping ProgressReport) -> Upload {
        var copy = self
        copy.report = report
        return copy
    }

    /// Uploads: asks for an address, sends the file there, saves it.
    ///
    /// - Returns: what VK made of it.
    /// - Throws: `UploadError` for a file that cannot be used or was refused; `VKError` for what VK says to the calls before and after;
    ///   `CancellationError` when cancelled.
    @discardableResult
    public func send() async throws -> Response {
        try await ProgressMeter.watching(report) { meter in try read(try await work.run(meter)) }
    }
}
